import { Paper, Stack, Text } from '@mantine/core';
import { useCallbackRef } from '@mantine/hooks';
import type { TFunction } from 'i18next';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { UserRow } from '#contract/users/schema.ts';
import { useErrorText } from '#web/lib/api/errors.ts';
import { EmptyState } from '#web/ui/state/EmptyState.tsx';
import { ListSkeleton } from '#web/ui/table/ListSkeleton.tsx';
import { PagedTable } from '#web/ui/table/PagedTable.tsx';
import { type Column, MANY_COLUMNS } from '#web/ui/table/ResponsiveTable.tsx';
import { RowLine } from '#web/ui/table/RowControls.tsx';
import type { useUsers } from '../queries.ts';
import { RoleTag } from './RoleBadge.tsx';
import { AccountStates, BalanceCell, UserActions, UserCard, UserNames } from './UserRow.tsx';

const SKELETON_ROWS = 8;

type OnBalance = (user: UserRow) => void;
type UserListProps = {
  users: ReturnType<typeof useUsers>;
  isSearching: boolean;
  account: 'current' | 'frozen' | 'withoutFactor';
  onBalance: OnBalance;
};

export function UserList({ users, isSearching, account, onBalance }: UserListProps) {
  const { t } = useTranslation();
  const errorText = useErrorText();
  const columns = useColumns(onBalance);
  if (users.isPending) return <LoadingUsers />;
  return (
    <PagedTable
      tableFrom={MANY_COLUMNS}
      query={users}
      failed={errorText(users.error, t('Failed to fetch users'))}
      outdated={t('Failed to fetch users with current balances')}
      caption={t('Users')}
      columns={columns}
      list="users"
      rowKey={(user) => user.id}
      card={(user) => <UserCard user={user} onBalance={onBalance} />}
      empty={<NoUsers isSearching={isSearching} account={account} />}
    />
  );
}

function useColumns(edit: OnBalance): Column<UserRow>[] {
  const { t } = useTranslation();
  const onBalance = useCallbackRef(edit);
  return useMemo(() => columnsOf(t, onBalance), [t, onBalance]);
}

function columnsOf(t: TFunction, onBalance: OnBalance): Column<UserRow>[] {
  return [
    { key: 'user', header: t('User'), cell: (user) => <UserNames user={user} /> },
    {
      key: 'email',
      header: t('Email'),
      cell: (user) => <RowLine width="15rem">{user.email}</RowLine>,
    },
    { key: 'role', header: t('Role'), cell: (user) => <RoleTag {...user} /> },
    {
      key: 'status',
      header: t('Status'),
      cell: (user) => <AccountStates user={user} />,
    },
    {
      key: 'balance',
      header: t('Wallet Balance'),
      align: 'right',
      cell: (user) => <BalanceCell user={user} />,
    },
    {
      key: 'actions',
      header: t('Actions'),
      align: 'right',
      isOneLine: true,
      cell: (user) => <UserActions user={user} onBalance={onBalance} />,
    },
  ];
}

function LoadingUsers() {
  const { t } = useTranslation();
  return (
    <Paper withBorder px="md" pt="md">
      <Stack gap={0}>
        <Text size="sm" c="dimmed">
          {t('Loading users and wallet balances...')}
        </Text>
        <ListSkeleton rows={SKELETON_ROWS} />
      </Stack>
    </Paper>
  );
}

function NoUsers({ isSearching, account }: Pick<UserListProps, 'isSearching' | 'account'>) {
  const { t } = useTranslation();
  if (account === 'frozen') return <EmptyState picture="people" title={t('No frozen accounts')} />;
  if (account === 'withoutFactor') {
    return <EmptyState picture="people" title={t('Every admin has a second factor')} />;
  }
  return (
    <EmptyState
      picture={isSearching ? 'search' : 'people'}
      title={isSearching ? t('No users found matching your search.') : t('No users available.')}
    />
  );
}
