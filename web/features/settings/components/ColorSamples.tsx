import { Button, Group, Text } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { MIN_CONTRAST, SURFACES, WHITE } from '#contract/branding/rules.ts';
import type { BrandColors } from '#contract/settings/schema.ts';
import { orpc } from '#web/lib/api/api.ts';
import { LoadingPart } from '#web/ui/state/LoadingPart.tsx';
import { StateAlert } from '#web/ui/state/StateAlert.tsx';
import { STATES } from '#web/ui/state/states.ts';
import classes from './BrandCard.module.css';

const TYPING_MS = 150;

type ColorSamplesProps = { color: string; onChoose: (color: string) => void };

/** Text in a colour on each surface with its contrast, and a darker tone if white text cannot be read on it. */
export function ColorSamples({ color, onChoose }: ColorSamplesProps) {
  const { t } = useTranslation();
  const [settled] = useDebouncedValue(color, TYPING_MS);
  const { data, isPending } = useQuery(
    orpc.settings.brandColors.queryOptions({
      input: { color: settled },
      placeholderData: keepPreviousData,
    }),
  );
  const samples = useSamples(data);
  if (isPending) return <LoadingPart />;
  if (!data) return null;
  return (
    <>
      <ul className={classes.samples} aria-label={t('How the colour can be read')}>
        {samples.map((sample) => (
          <Sample key={sample.name} {...sample} />
        ))}
      </ul>
      {!data.isReadable && (
        <StateAlert state="warning" role="status">
          <Group justify="space-between">
            {t('White text is hard to read on this colour.')}
            <Button size="compact-sm" variant="default" onClick={() => onChoose(data.readable)}>
              {t('Use {{color}}', { color: data.readable })}
            </Button>
          </Group>
        </StateAlert>
      )}
    </>
  );
}

interface Shown {
  name: string;
  text: string;
  surface: string;
  contrast: number;
}

function Sample({ name, text, surface, contrast }: Shown) {
  const { t } = useTranslation();
  const ratio = Math.floor(contrast * 10) / 10;
  const isEnough = contrast >= MIN_CONTRAST;
  return (
    <li>
      <div className={classes.sample} style={{ color: text, backgroundColor: surface }} aria-hidden>
        ₹1,250.00
      </div>
      <Text size="xs" mt="3xs">
        {name}
      </Text>
      <Text size="xs" c={isEnough ? 'dimmed' : STATES.failed.tone}>
        {isEnough
          ? t('Contrast {{ratio}}, easy to read', { ratio })
          : t('Contrast {{ratio}}, too low', { ratio })}
      </Text>
    </li>
  );
}

function useSamples(colors: BrandColors | undefined): Shown[] {
  const { t } = useTranslation();
  if (!colors) return [];
  const { shades, contrasts } = colors;
  const [color = '', onDark = ''] = [shades[7], shades[3]];
  return [
    { name: t('White text on the colour'), text: WHITE, surface: color, contrast: contrasts.text },
    {
      name: t('Text on light pages'),
      text: color,
      surface: SURFACES.light,
      contrast: contrasts.light,
    },
    {
      name: t('Text on dark pages'),
      text: onDark,
      surface: SURFACES.dark,
      contrast: contrasts.dark,
    },
  ];
}
