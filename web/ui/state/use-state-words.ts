import { useTranslation } from 'react-i18next';
import { REQUEST_STATES, type ShownStatus } from '#contract/transactions/states.ts';
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
      return t(REQUEST_STATES.pending.word);
    },
    get approved() {
      return t(REQUEST_STATES.approved.word);
    },
    get rejected() {
      return t(REQUEST_STATES.rejected.word);
    },
    get cancelled() {
      return t(REQUEST_STATES.cancelled.word);
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
