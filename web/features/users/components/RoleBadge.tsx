import { Badge } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { UserRow } from '#contract/users/schema.ts';
import { adminRoleLabels } from '#web/lib/session/permissions.ts';
import { RowTag } from '#web/ui/table/RowControls.tsx';

type Role = Pick<UserRow, 'role' | 'adminRole'>;

function useRole({ role, adminRole }: Role) {
  const { t } = useTranslation();
  if (role !== 'admin') return { tone: 'gray', word: t('User') } as const;
  const isLimited = adminRole !== null && adminRole !== 'administrator';
  return { tone: 'brand', word: isLimited ? adminRoleLabels(t)[adminRole] : t('Admin') } as const;
}

export function RoleBadge(props: Role) {
  const { tone, word } = useRole(props);
  return (
    <Badge variant="light" radius="sm" tt="none" miw="max-content" color={tone}>
      {word}
    </Badge>
  );
}

/** The same in a row. */
export function RoleTag(props: Role) {
  const { tone, word } = useRole(props);
  return <RowTag tone={tone}>{word}</RowTag>;
}
