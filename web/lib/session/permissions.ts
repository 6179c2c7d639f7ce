import type { TFunction } from 'i18next';
import type { AdminRole, Permission } from '#contract/shared/permissions.ts';
import { useSession } from './session.ts';

/** Returns whether the signed-in user has a permission. Only for what the screen shows: the server checks every call. */
export function useCan(permission: Permission): boolean {
  return useSession().permissions.includes(permission);
}

export function adminRoleLabels(t: TFunction): Record<AdminRole, string> {
  return {
    administrator: t('Full access'),
    reviewer: t('Reviewer'),
    support: t('Support agent'),
    auditor: t('Auditor'),
  };
}
