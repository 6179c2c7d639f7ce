import { useTranslation } from 'react-i18next';
import type { Role } from '#contract/rules.ts';
import { isCurrentEntry, navigationFor } from './navigation.ts';

/** The sidebar's entries for a role, in their order and in the chosen language. */
export function useNavigation(role: Role) {
  const { t } = useTranslation();
  return navigationFor(role, t).map((entry) => ({
    ...entry,
    /** Whether a path shows the entry's screen. */
    isCurrent: (pathname: string) => isCurrentEntry(entry, pathname),
  }));
}
