import { useTranslation } from 'react-i18next';
import { actionLabel, placeLabel } from './model/labels.ts';

/** Returns functions that format the action and origin of a record. */
export function useRecordLabels() {
  const { t } = useTranslation();
  return {
    actionText: (action: string) => actionLabel(t, action),
    placeText: (ip: string | null) => placeLabel(t, ip),
  };
}
