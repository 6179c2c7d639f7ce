import { useTranslation } from 'react-i18next';
import type { Role } from '#contract/shared/enums.ts';
import { type NavigationEntry, navigationFor } from './navigation.ts';

export function useNavigation(role: Role): NavigationEntry[] {
  const { t } = useTranslation();
  return navigationFor(role, t);
}
