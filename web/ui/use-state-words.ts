import { useTranslation } from 'react-i18next';
import type { State } from './states.ts';

/** The states that are told in one word. */
export type WordedState = Extract<
  State,
  'pending' | 'approved' | 'rejected' | 'active' | 'inactive' | 'deactivated' | 'unknown'
>;

/** Each state in a word, the same one wherever it is shown; translated as it is read, since a badge reads one. */
export function useStateWords(): Record<WordedState, string> {
  const { t } = useTranslation();
  return {
    get pending() {
      return t('Pending');
    },
    get approved() {
      return t('Approved');
    },
    get rejected() {
      return t('Rejected');
    },
    get active() {
      return t('Active');
    },
    get inactive() {
      return t('Inactive');
    },
    get deactivated() {
      return t('Inactive');
    },
    get unknown() {
      return t('Unknown');
    },
  };
}
