import { useTranslation } from 'react-i18next';
import type { StatementMatch } from '#contract/reconciliation/schema.ts';
import { obstacleText, reasonTexts } from '../model/labels.ts';

export type ExplainedMatch = Pick<StatementMatch, 'grade' | 'reason'> &
  Partial<Pick<StatementMatch, 'notAutomatic' | 'isWaiting'>>;

/** Returns why a line and a request match, after what an administrator has to know first: whether the approval waits. */
export function useMatchReasons({ reason, notAutomatic, isWaiting }: ExplainedMatch): string[] {
  const { t } = useTranslation();
  return [
    ...(isWaiting ? [t('The approval has not taken effect yet.')] : []),
    ...(notAutomatic
      ? [t('Not automatic: {{reason}}', { reason: obstacleText(t, notAutomatic) })]
      : []),
    reasonTexts(t)[reason],
  ];
}
