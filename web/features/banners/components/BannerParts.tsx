import { Anchor, Group, Stack, Text, Title } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { Banner } from '#contract/banners/schema.ts';
import { parseWebUrl } from '#contract/shared/text.ts';
import { useFormat } from '#web/lib/i18n/format.ts';
import { IconArrowDown } from '#web/ui/icons/IconArrowDown.ts';
import { IconArrowUp } from '#web/ui/icons/IconArrowUp.ts';
import { IconTrash } from '#web/ui/icons/IconTrash.ts';
import { useMayChange } from '#web/ui/page/EntityPage.tsx';
import { RowButton, RowState } from '#web/ui/table/RowControls.tsx';
import { NamedRowMenu } from '#web/ui/table/RowMenu.tsx';
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
        <RowState state={isActive ? 'active' : 'inactive'} />
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
      className={classes.link}
      truncate
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

/** Actions on a banner; each label includes its title. */
export function BannerButtons(props: BannerButtonsProps) {
  const { banner, place, total, onMove, onDelete } = props;
  const { t } = useTranslation();
  const toggle = useToggleBanner();
  const mayChange = useMayChange();
  const { id, title, isActive } = banner;
  const toggleLabel = isActive ? t('Deactivate') : t('Activate');
  const name = (action: string) => t('{{action}}: {{title}}', { action, title });
  if (!mayChange) return null;
  const icon = { size: 18 };
  return (
    <div className={classes.buttons}>
      <RowButton
        aria-label={name(toggleLabel)}
        onClick={() => toggle.mutate({ id, isActive: !isActive })}
      >
        {toggleLabel}
      </RowButton>
      <NamedRowMenu
        name={title}
        actions={[
          {
            text: t('Move Up'),
            label: name(t('Move Up')),
            icon: <IconArrowUp {...icon} />,
            isDisabled: place === 0,
            onChoose: () => onMove(banner, 'up'),
          },
          {
            text: t('Move Down'),
            label: name(t('Move Down')),
            icon: <IconArrowDown {...icon} />,
            isDisabled: place === total - 1,
            onChoose: () => onMove(banner, 'down'),
          },
          {
            text: t('Delete'),
            label: name(t('Delete')),
            icon: <IconTrash {...icon} />,
            isDanger: true,
            onChoose: () => onDelete(banner),
          },
        ]}
      />
    </div>
  );
}
