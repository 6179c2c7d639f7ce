import { Anchor, Group, Stack, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import type { UserRow } from '#contract/users/schema.ts';
import { useErrorText } from '#web/lib/api/errors.ts';
import { useFormat } from '#web/lib/i18n/format.ts';
import { usePersonName } from '#web/lib/i18n/use-person-name.ts';
import { paths } from '#web/lib/page/paths.ts';
import { EmptyState } from '#web/ui/state/EmptyState.tsx';
import { PagedTable } from '#web/ui/table/PagedTable.tsx';
import type { useUsers } from '../queries.ts';

type DeletedAccountListProps = { users: ReturnType<typeof useUsers> };
type AccountProps = { user: UserRow };

/** Deleted accounts whose evidence is still kept, with links to their transactions. */
export function DeletedAccountList({ users }: DeletedAccountListProps) {
  const { t } = useTranslation();
  const errorText = useErrorText();
  return (
    <PagedTable
      query={users}
      failed={errorText(users.error, t('Failed to fetch users'))}
      caption={t('Deleted accounts')}
      columns={[
        { key: 'user', header: t('User'), cell: (user) => <Name user={user} /> },
        { key: 'created', header: t('Created'), cell: (user) => <Day date={user.createdAt} /> },
        { key: 'deleted', header: t('Deleted on'), cell: (user) => <Day date={user.deletedAt} /> },
        {
          key: 'actions',
          header: t('Actions'),
          align: 'right',
          cell: (user) => <TransactionsLink user={user} />,
        },
      ]}
      rowKey={(user) => user.id}
      card={(user) => <AccountCard user={user} />}
      empty={<EmptyState picture="people" title={t('No deleted accounts')} />}
    />
  );
}

function Name({ user }: AccountProps) {
  const personName = usePersonName();
  return (
    <Text size="sm" fw={600}>
      {personName(user.username)}
    </Text>
  );
}

function Day({ date }: { date: Date | null }) {
  const format = useFormat();
  return <Text size="sm">{date && format.date(date)}</Text>;
}

function TransactionsLink({ user }: AccountProps) {
  const { t } = useTranslation();
  const name = usePersonName()(user.username);
  return (
    <Anchor
      size="sm"
      aria-label={`${t('Transactions')}: ${name}`}
      renderRoot={(props) => (
        <Link {...props} to={paths.admin.transactions} search={{ search: user.id }} />
      )}
    >
      {t('Transactions')}
    </Anchor>
  );
}

function AccountCard({ user }: AccountProps) {
  return (
    <Stack gap="sm">
      <Group justify="space-between">
        <Name user={user} />
        <Day date={user.deletedAt} />
      </Group>
      <Group justify="flex-end">
        <TransactionsLink user={user} />
      </Group>
    </Stack>
  );
}
