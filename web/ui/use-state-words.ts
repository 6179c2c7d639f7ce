import { useTranslation } from 'react-i18next';
import type { State } from './states.ts';

/** The states that are told in one word. */
export type WordedState = Extract<
  State,
  'pending' | 'approved' | 'rejected' | 'active' | 'inactive' | 'deactivated' | 'unknown'
>;

/** Each state in a word, the same one wherever it is shown. */
export function useStateWords(): Record<WordedState, string> {
  const { t } = useTranslation();
  return {
    pending: t('Pending'),
    approved: t('Approved'),
    rejected: t('Rejected'),
    active: t('Active'),
    inactive: t('Inactive'),
    deactivated: t('Inactive'),
    unknown: t('Unknown'),
  };
}
