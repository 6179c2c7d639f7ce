import { Anchor, Button, Group, Stack, Text, Title } from '@mantine/core';
import { IconArrowDown, IconArrowUp, IconEye, IconEyeOff, IconTrash } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { Banner } from '#contract/banners/schema.ts';
import { parseWebUrl } from '#contract/shared/text.ts';
import { useFormat } from '#web/lib/i18n/format.ts';
import { StateBadge } from '#web/ui/state/StateBadge.tsx';
import { ACTION_COLORS } from '#web/ui/state/states.ts';
import { useMayChange } from '#web/ui/table/EntityPage.tsx';
import { useToggleBanner } from '../queries.ts';
import classes from './BannerList.module.css';

export type BannerPlace = {
  banner: Banner;
  /** Position on screen, from 0. */
  place: number;
  total: number;
};

export function BannerFacts({ banner, place, total }: BannerPlace) {
  const { t } = useTranslation();
  const { dateTime, number } = useFormat();
  const { title, description, linkUrl, isActive, createdAt } = banner;
  return (
    <Stack gap="2xs" className={classes.facts}>
      <Group gap="xs" wrap="nowrap">
        <Title order={3} size="h5" className={classes.text} lineClamp={2}>
          {title}
        </Title>
        <StateBadge state={isActive ? 'active' : 'inactive'} />
      </Group>
      {description && (
        <Text size="sm" className={classes.text} lineClamp={3}>
          {description}
        </Text>
      )}
      {linkUrl && <BannerLink url={linkUrl} />}
      <Text size="xs" c="dimmed">
        {t('Position: {{position}} of {{total}}', {
          position: number(place + 1),
          total: number(total),
        })}
      </Text>
      <Text size="xs" c="dimmed">
        {t('Created: {{date}}', { date: dateTime(createdAt) })}
      </Text>
    </Stack>
  );
}

function BannerLink({ url }: { url: string }) {
  // Only valid web addresses become links; other text is shown as text.
  const href = parseWebUrl(url);
  if (href === undefined) return <Text size="sm">{url}</Text>;
  return (
    <Anchor
      href={href}
      target="_blank"
      rel="noopener noreferrer"
      size="sm"
      className={classes.text}
      lineClamp={1}
      title={url}
    >
      {url}
    </Anchor>
  );
}

type BannerButtonsProps = BannerPlace & {
  onMove: (banner: Banner, step: 'up' | 'down') => void;
  onDelete: (banner: Banner) => void;
};

/** Actions on a banner; each button's label includes its title. */
export function BannerButtons(props: BannerButtonsProps) {
  const { banner, place, total, onMove, onDelete } = props;
  const { t } = useTranslation();
  const toggle = useToggleBanner();
  const mayChange = useMayChange();
  const { id, title, isActive } = banner;
  const toggleLabel = isActive ? t('Deactivate') : t('Activate');
  const name = (action: string) => t('{{action}}: {{title}}', { action, title });
  const ToggleIcon = isActive ? IconEyeOff : IconEye;
  if (!mayChange) return null;
  return (
    <div className={classes.buttons}>
      <Button
        size="xs"
        variant="default"
        leftSection={<IconArrowUp size={14} />}
        disabled={place === 0}
        aria-label={name(t('Move Up'))}
        data-step="up"
        onClick={() => onMove(banner, 'up')}
      >
        {t('Move Up')}
      </Button>
      <Button
        size="xs"
        variant="default"
        leftSection={<IconArrowDown size={14} />}
        disabled={place === total - 1}
        aria-label={name(t('Move Down'))}
        data-step="down"
        onClick={() => onMove(banner, 'down')}
      >
        {t('Move Down')}
      </Button>
      <Button
        size="xs"
        variant="default"
        leftSection={<ToggleIcon size={14} />}
        aria-label={name(toggleLabel)}
        onClick={() => toggle.mutate({ id, isActive: !isActive })}
      >
        {toggleLabel}
      </Button>
      <Button
        size="xs"
        variant="light"
        color={ACTION_COLORS.destroy}
        leftSection={<IconTrash size={14} />}
        aria-label={name(t('Delete'))}
        onClick={() => onDelete(banner)}
      >
        {t('Delete')}
      </Button>
    </div>
  );
}
