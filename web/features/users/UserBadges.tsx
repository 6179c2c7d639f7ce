import { Badge } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { Role, UserStatus } from '#contract/rules.ts';
import { ActiveBadge } from '../../ui/ActiveBadge.tsx';

/** A role in few letters: Admin or User. */
export function RoleBadge({ role }: { role: Role }) {
  const { t } = useTranslation();
  const isAdmin = role === 'admin';
  return (
    <Badge
      variant="light"
      radius="sm"
      tt="none"
      miw="max-content"
      color={isAdmin ? 'brand' : 'gray'}
    >
      {isAdmin ? t('Admin') : t('User')}
    </Badge>
  );
}

/** Whether a person may sign in. */
export function UserStatusBadge({ status }: { status: UserStatus }) {
  return <ActiveBadge isActive={status === 'active'} inactiveColor="red" />;
}
