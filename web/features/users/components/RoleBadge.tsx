import { Badge } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { UserRow } from '#contract/users/schema.ts';
import { adminRoleLabels } from '#web/lib/session/permissions.ts';

export function RoleBadge({ role, adminRole }: Pick<UserRow, 'role' | 'adminRole'>) {
  const { t } = useTranslation();
  const isAdmin = role === 'admin';
  const isLimited = adminRole !== null && adminRole !== 'administrator';
  const adminLabel = isLimited ? adminRoleLabels(t)[adminRole] : t('Admin');
  return (
    <Badge
      variant="light"
      radius="sm"
      tt="none"
      miw="max-content"
      color={isAdmin ? 'brand' : 'gray'}
    >
      {isAdmin ? adminLabel : t('User')}
    </Badge>
  );
}
