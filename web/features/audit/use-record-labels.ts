import { useTranslation } from 'react-i18next';
import { actionLabel, placeLabel } from './labels.ts';

/** Functions that say in words what was done and from where, for screens that show records in their own way. */
export function useRecordLabels() {
  const { t } = useTranslation();
  return {
    actionText: (action: string) => actionLabel(t, action),
    placeText: (ip: string | null) => placeLabel(t, ip),
  };
}
