import { Alert, Paper, Stack, Text } from '@mantine/core';
import { IconUsers } from '@tabler/icons-react';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import type { UserRow } from '#contract/users.ts';
import { useErrorText } from '../../lib/errors.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { ListSkeleton } from '../../ui/ListSkeleton.tsx';
import { ListSurface } from '../../ui/ListSurface.tsx';
import { LoadMore } from '../../ui/LoadMore.tsx';
import { type Column, ResponsiveTable } from '../../ui/ResponsiveTable.tsx';
import type { useUsers } from './queries.ts';
import { RoleBadge, UserStatusBadge } from './UserBadges.tsx';
import { BalanceCell, UserActions, UserCard, UserNames } from './UserRow.tsx';
import classes from './UsersPage.module.css';

const SKELETON_ROWS = 8;

type OnBalance = (user: UserRow) => void;
type UserListProps = {
  users: ReturnType<typeof useUsers>;
  isSearching: boolean;
  onBalance: OnBalance;
};

/** The users that match, newest first. */
export function UserList({ users, isSearching, onBalance }: UserListProps) {
  const { t } = useTranslation();
  const errorText = useErrorText();
  if (users.isPending) return <LoadingUsers />;
  if (users.isLoadingError) {
    return (
      <Paper withBorder>
        <ErrorState
          message={errorText(users.error, t('Failed to fetch users'))}
          onRetry={() => void users.refetch()}
        />
      </Paper>
    );
  }
  const rows = users.data.pages.flatMap((page) => page.rows);
  return (
    <div className={users.isPlaceholderData ? classes.refreshing : undefined}>
      {users.isRefetchError && (
        <Alert color="orange" mb="md" role="status">
          {t('Failed to fetch users with current balances')}
        </Alert>
      )}
      <ListSurface loading={false}>
        <ResponsiveTable
          caption={t('Users')}
          columns={columnsOf(t, onBalance)}
          rows={rows}
          rowKey={(user) => user.id}
          card={(user) => <UserCard user={user} onBalance={onBalance} />}
          empty={<NoUsers isSearching={isSearching} />}
        />
      </ListSurface>
      <LoadMore
        isEmpty={rows.length === 0}
        hasMore={users.hasNextPage}
        loading={users.isFetchingNextPage}
        onMore={() => void users.fetchNextPage()}
      />
    </div>
  );
}

function columnsOf(t: TFunction, onBalance: OnBalance): Column<UserRow>[] {
  return [
    { key: 'user', header: t('User'), cell: (user) => <UserNames user={user} /> },
    {
      key: 'email',
      header: t('Email'),
      cell: (user) => (
        <Text size="sm" maw={200} truncate title={user.email}>
          {user.email}
        </Text>
      ),
    },
    { key: 'role', header: t('Role'), cell: ({ role }) => <RoleBadge role={role} /> },
    {
      key: 'status',
      header: t('Status'),
      cell: ({ status }) => <UserStatusBadge status={status} />,
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

function NoUsers({ isSearching }: { isSearching: boolean }) {
  const { t } = useTranslation();
  return (
    <EmptyState
      icon={<IconUsers size={26} stroke={1.5} />}
      title={isSearching ? t('No users found matching your search.') : t('No users available.')}
    />
  );
}
