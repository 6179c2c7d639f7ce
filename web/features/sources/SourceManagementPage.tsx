import { Group, Switch, Text, TextInput } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { errorTable } from '#contract/shared/errors.ts';
import { MAX_NAME_LENGTH } from '#contract/shared/limits.ts';
import type { Source } from '#contract/sources/schema.ts';
import { useFormat } from '#web/lib/i18n/format.ts';
import { EntityDialog } from '#web/ui/dialog/EntityDialog.tsx';
import { EditDeleteButtons } from '#web/ui/page/EditDeleteButtons.tsx';
import { EntityPage } from '#web/ui/page/EntityPage.tsx';
import { EmptyState } from '#web/ui/state/EmptyState.tsx';
import { QueryTable } from '#web/ui/table/QueryTable.tsx';
import type { Column } from '#web/ui/table/ResponsiveTable.tsx';
import { RowState } from '#web/ui/table/RowControls.tsx';
import { useDeleteSource, useSourceDialog, useSources } from './queries.ts';

export function SourceManagementPage() {
  const { t } = useTranslation();
  const { number } = useFormat();
  const sources = useSources();
  const dialog = useSourceDialog();
  const deleteSource = useDeleteSource();
  const actions = (source: Source) => (
    <EditDeleteButtons
      name={source.name}
      onEdit={() => dialog.open(source)}
      onDelete={() => deleteSource(source)}
    />
  );
  const columns = useColumns(actions);
  return (
    <EntityPage
      permission="content:manage"
      title={t('Source Management')}
      subtitle={t('Manage sales sources for tracking deposit origins')}
      heading={t('Sources ({{number}})', {
        number: sources.data ? number(sources.data.length) : '…',
      })}
      add={{ label: t('Add Source'), onClick: () => dialog.open() }}
    >
      <QueryTable
        query={sources}
        isDialogOpen={dialog.isOpen}
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
      <SourceDialog dialog={dialog} />
    </EntityPage>
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
      cell: ({ isActive }) => <RowState state={isActive ? 'active' : 'inactive'} />,
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
        <RowState state={source.isActive ? 'active' : 'inactive'} />
      </div>
      {actions}
    </Group>
  );
}

function SourceDialog({ dialog }: { dialog: ReturnType<typeof useSourceDialog> }) {
  const { t } = useTranslation();
  const { form } = dialog;
  return (
    <EntityDialog
      dialog={dialog}
      titles={{ create: t('Add New Source'), edit: t('Edit Source') }}
      submitLabels={{ create: t('Create source'), edit: t('Update source') }}
    >
      <TextInput
        label={t('Name')}
        {...form.field('name')}
        error={form.problems.name && t(errorTable.SOURCE_NAME_TOO_SHORT.message)}
        maxLength={MAX_NAME_LENGTH}
        required
        data-autofocus
      />
      <Switch
        label={t('Active')}
        description={t('Deposits can be attributed to active sources only.')}
        {...form.checkbox('isActive')}
      />
    </EntityDialog>
  );
}
