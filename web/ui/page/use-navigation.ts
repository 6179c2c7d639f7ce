import { useTranslation } from 'react-i18next';
import type { Role } from '#contract/shared/enums.ts';
import { pagePermission } from '../../lib/page/page-permissions.ts';
import { useSession } from '../../lib/session/session.ts';
import { type NavigationEntry, navigationFor } from './navigation.ts';

export function useNavigation(role: Role): NavigationEntry[] {
  const { t } = useTranslation();
  const mayOpen = useMayOpen();
  return navigationFor(role, t).filter(({ to }) => mayOpen(to));
}

/** Returns whether the account has the permission for a page. */
export function useMayOpen(): (path: string) => boolean {
  const { permissions } = useSession();
  return (path) => {
    const permission = pagePermission(path);
    return permission === undefined || permissions.includes(permission);
  };
}
