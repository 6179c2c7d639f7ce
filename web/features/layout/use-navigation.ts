import { useTranslation } from 'react-i18next';
import type { Role } from '#contract/rules.ts';
import { type NavigationEntry, navigationFor } from './navigation.ts';

/** The sidebar's entries for a role, in their order and in the chosen language. */
export function useNavigation(role: Role): NavigationEntry[] {
  const { t } = useTranslation();
  return navigationFor(role, t);
}
