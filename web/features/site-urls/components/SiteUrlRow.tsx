import { Anchor, Group, Stack, Switch, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { parseWebUrl } from '#contract/shared/text.ts';
import type { SiteUrl } from '#contract/site-urls/schema.ts';
import { useFormat } from '#web/lib/i18n/format.ts';
import { EditDeleteButtons } from '#web/ui/page/EditDeleteButtons.tsx';
import type { Column } from '#web/ui/table/ResponsiveTable.tsx';
import { RowState } from '#web/ui/table/RowControls.tsx';
import { SHOWN_DESCRIPTION_LENGTH, SHOWN_URL_LENGTH, truncate } from '../model.ts';
import { useToggleSiteUrl } from '../queries.ts';

export function useSiteUrlColumns(actions: (siteUrl: SiteUrl) => ReactNode): Column<SiteUrl>[] {
  const { t } = useTranslation();
  const { number } = useFormat();
  return [
    {
      key: 'title',
      header: t('Title'),
      cell: ({ title }) => (
        <Text size="sm" fw={600} lineClamp={2}>
          {title}
        </Text>
      ),
    },
    { key: 'url', header: t('URL'), cell: ({ url }) => <ShortUrl url={url} /> },
    {
      key: 'description',
      header: t('Description'),
      cell: ({ description }) => <ShortDescription description={description} />,
    },
    {
      key: 'order',
      header: t('Order'),
      align: 'right',
      cell: ({ displayOrder }) => number(displayOrder),
    },
    {
      key: 'status',
      header: t('Status'),
      cell: ({ isActive }) => <RowState state={isActive ? 'active' : 'inactive'} />,
    },
    { key: 'actions', header: t('Actions'), align: 'right', cell: actions },
  ];
}

export function SiteUrlCard({ siteUrl, actions }: { siteUrl: SiteUrl; actions: ReactNode }) {
  const { t } = useTranslation();
  const { number } = useFormat();
  const { title, url, description, displayOrder, isActive } = siteUrl;
  return (
    <Stack gap="3xs">
      <Group justify="space-between" wrap="nowrap" align="flex-start">
        <Text fw={600} lineClamp={2}>
          {title}
        </Text>
        <RowState state={isActive ? 'active' : 'inactive'} />
      </Group>
      <ShortUrl url={url} />
      {description && <ShortDescription description={description} />}
      <Group justify="space-between" wrap="nowrap">
        <Text size="xs" c="dimmed">
          {t('Order: {{number}}', { number: number(displayOrder) })}
        </Text>
        {actions}
      </Group>
    </Stack>
  );
}

function ShortUrl({ url }: { url: string }) {
  const shown = truncate(url, SHOWN_URL_LENGTH);
  // Only valid web addresses become links; other text is shown as text.
  const href = parseWebUrl(url);
  if (href === undefined) return <Text size="sm">{shown}</Text>;
  return (
    <Anchor
      data-reached="row"
      href={href}
      target="_blank"
      rel="noopener noreferrer"
      size="sm"
      title={url}
      style={{ overflowWrap: 'anywhere' }}
    >
      {shown}
    </Anchor>
  );
}

function ShortDescription({ description }: { description: string | null }) {
  return (
    <Text size="sm" c="dimmed" title={description ?? undefined}>
      {description ? truncate(description, SHOWN_DESCRIPTION_LENGTH) : '–'}
    </Text>
  );
}

type SiteUrlActionsProps = {
  siteUrl: SiteUrl;
  onEdit: (siteUrl: SiteUrl) => void;
  onDelete: (siteUrl: SiteUrl) => void;
};

export function SiteUrlActions({ siteUrl, onEdit, onDelete }: SiteUrlActionsProps) {
  const { t } = useTranslation();
  const toggle = useToggleSiteUrl();
  const { id, title, isActive } = siteUrl;
  return (
    <EditDeleteButtons
      name={title}
      onEdit={() => onEdit(siteUrl)}
      onDelete={() => onDelete(siteUrl)}
    >
      <Switch
        aria-label={t('Active: {{name}}', { name: title })}
        checked={isActive}
        onChange={(event) => toggle.mutate({ id, isActive: event.currentTarget.checked })}
      />
    </EditDeleteButtons>
  );
}
