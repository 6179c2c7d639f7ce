import { useTranslation } from 'react-i18next';
import type { ShownStatus } from '#contract/transactions/states.ts';
import type { State } from './states.ts';

export type WordedState = Extract<
  State,
  ShownStatus | 'active' | 'inactive' | 'deactivated' | 'frozen' | 'unknown'
>;

/** Returns the label of each state. Translates lazily, because a badge reads only one. */
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
    get cancelled() {
      return t('Cancelled');
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
    get frozen() {
      return t('Frozen');
    },
    get unknown() {
      return t('Unknown');
    },
  };
}
