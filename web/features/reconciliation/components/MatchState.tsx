import { useTranslation } from 'react-i18next';
import type { StatementMatch } from '#contract/reconciliation/schema.ts';
import { NAME_WIDTH, RowLine, RowState } from '#web/ui/table/RowControls.tsx';
import { useMatchReasons } from '../hooks/use-match-reasons.ts';
import { GRADE_LOOKS, gradeLabels } from '../model/labels.ts';
import classes from './Reconciliation.module.css';

/** How certain a match is, and why, on two lines of a list. */
export function MatchState({ match }: { match: StatementMatch }) {
  const { t } = useTranslation();
  const reasons = useMatchReasons(match);
  return (
    <div className={classes.facts}>
      <RowState state={GRADE_LOOKS[match.grade]} word={gradeLabels(t)[match.grade]} />
      <RowLine isSmall width={NAME_WIDTH}>
        {reasons.join(' · ')}
      </RowLine>
    </div>
  );
}
