import { Button, Group, Text, Title } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Source } from '#contract/sources/schema.ts';
import { useFormat } from '../../lib/i18n/format.ts';
import { DeleteDialog } from '../../ui/dialog/DeleteDialog.tsx';
import { useDialogTarget } from '../../ui/dialog/use-dialog-target.ts';
import { useFormDialog } from '../../ui/dialog/use-form-dialog.ts';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { EmptyState } from '../../ui/state/EmptyState.tsx';
import { StateBadge } from '../../ui/state/StateBadge.tsx';
import { EditDeleteButtons } from '../../ui/table/EditDeleteButtons.tsx';
import { QueryTable } from '../../ui/table/QueryTable.tsx';
import type { Column } from '../../ui/table/ResponsiveTable.tsx';
import { useFocusWhenLost } from '../../ui/table/use-focus-when-lost.ts';
import { useRemoveSource, useSources } from './queries.ts';
import { SourceDialog } from './SourceDialog.tsx';
import { findProblems, initialForm } from './source-form.ts';

export function SourceManagementPage() {
  const { t } = useTranslation();
  const { number } = useFormat();
  const sources = useSources();
  const dialog = useFormDialog({ initialValues: initialForm, findProblems });
  const deletion = useDialogTarget<Source>();
  const place = useFocusWhenLost(dialog.isOpen || deletion.isOpen, sources.data);
  const actions = (source: Source) => (
    <EditDeleteButtons
      name={source.name}
      onEdit={() => dialog.open(source)}
      onDelete={() => deletion.open(source)}
    />
  );
  const columns = useColumns(actions);
  return (
    <>
      <PageHeader
        title={t('Source Management')}
        subtitle={t('Manage sales sources for tracking deposit origins')}
      />
      <Group justify="space-between" mb="md">
        <Title order={2} size="h4">
          {t('Sources ({{number}})', { number: sources.data ? number(sources.data.length) : '…' })}
        </Title>
        <Button leftSection={<IconPlus size={16} stroke={2} />} onClick={() => dialog.open()}>
          {t('Add Source')}
        </Button>
      </Group>
      <QueryTable
        place={place}
        query={sources}
        failed={t('Failed to fetch sources')}
        columns={columns}
        rowKey={(source) => source.id}
        card={(source) => <SourceCard source={source} actions={actions(source)} />}
        caption={t('Sources')}
        empty={
          <EmptyState
            picture="list"
            title={t('No sources found. Create your first source to start tracking.')}
          />
        }
      />
      <SourceDialog state={dialog} />
      <DeleteDialog
        deletion={deletion}
        name={deletion.target?.name}
        message={t('Are you sure you want to delete this source?')}
        remove={useRemoveSource()}
      />
    </>
  );
}

function useColumns(actions: (source: Source) => ReactNode): Column<Source>[] {
  const { t } = useTranslation();
  const { dateTime } = useFormat();
  return [
    {
      key: 'name',
      header: t('Name'),
      width: '45%',
      cell: ({ name }) => (
        <Text size="sm" fw={600} lineClamp={2}>
          {name}
        </Text>
      ),
    },
    {
      key: 'status',
      header: t('Status'),
      cell: ({ isActive }) => <StateBadge state={isActive ? 'active' : 'inactive'} />,
    },
    { key: 'created', header: t('Created'), cell: ({ createdAt }) => dateTime(createdAt) },
    { key: 'actions', header: t('Actions'), align: 'right', cell: actions },
  ];
}

function SourceCard({ source, actions }: { source: Source; actions: ReactNode }) {
  const { dateTime } = useFormat();
  return (
    <Group justify="space-between" wrap="nowrap" align="flex-start">
      <div>
        <Text fw={600} lineClamp={2}>
          {source.name}
        </Text>
        <Text size="sm" c="dimmed" mb="xs">
          {dateTime(source.createdAt)}
        </Text>
        <StateBadge state={source.isActive ? 'active' : 'inactive'} />
      </div>
      {actions}
    </Group>
  );
}
