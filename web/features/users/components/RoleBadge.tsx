import { Badge } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { Role } from '#contract/shared/enums.ts';

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
