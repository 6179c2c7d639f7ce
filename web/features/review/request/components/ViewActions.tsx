import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { Decision } from '#contract/review/schema.ts';
import type { TransactionType } from '#contract/transactions/rules.ts';
import { useCan } from '#web/lib/session/permissions.ts';
import { ACTION_COLORS } from '#web/ui/state/states.ts';
import { useDecisionTexts } from '../../decision/model/decision-texts.ts';
import classes from '../../list/pages/ReviewPage.module.css';

type ViewActionsProps = {
  type: TransactionType;
  isDecidable: boolean;
  onClose: () => void;
  onDecide: (decision: Decision) => void;
};

/** Buttons at the end of a dialog that shows a request. */
export function ViewActions({ type, isDecidable, onClose, onDecide }: ViewActionsProps) {
  const { t } = useTranslation();
  const texts = useDecisionTexts(type);
  const mayDecide = useCan('requests:decide');
  return (
    <div className={classes.actions}>
      <Button variant="default" onClick={onClose}>
        {t('Close')}
      </Button>
      {isDecidable && mayDecide && (
        <>
          <Button
            variant="light"
            color={ACTION_COLORS.destroy}
            onClick={() => onDecide('rejected')}
          >
            {texts.rejected.title}
          </Button>
          <Button color={ACTION_COLORS.approve} onClick={() => onDecide('approved')}>
            {texts.approved.title}
          </Button>
        </>
      )}
    </div>
  );
}
