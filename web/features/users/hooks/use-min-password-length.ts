import { skipToken, useQuery } from '@tanstack/react-query';
import type { Role } from '#contract/shared/enums.ts';
import { MIN_PASSWORD_LENGTH } from '#contract/users/rules.ts';
import { orpc } from '#web/lib/api/api.ts';

/** Returns the minimum length of a new password of this role. Only administrators may read that of administrators. */
export function useMinPasswordLength(role: Role): number {
  const { data } = useQuery(
    orpc.settings.get.queryOptions({ input: role === 'admin' ? {} : skipToken }),
  );
  return (role === 'admin' && data?.adminPasswordLength) || MIN_PASSWORD_LENGTH;
}
