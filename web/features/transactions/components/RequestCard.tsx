import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { shortIdSuffix } from '#contract/shared/text.ts';
import { toShownStatus } from '#contract/transactions/rules.ts';
import type { AdminTransaction } from '#contract/transactions/schema.ts';
import { useFormat } from '#web/lib/i18n/format.ts';
import { usePersonName } from '#web/lib/i18n/use-person-name.ts';
import { Amount } from '#web/ui/Amount.tsx';
import { RowLine, RowState } from '#web/ui/table/RowControls.tsx';
import { useTranslated } from '../../translations/use-translated.ts';
import { usePaymentMethodText } from '../hooks/use-payment-method-text.ts';
import { useUnderWay } from '../hooks/use-under-way.ts';
import { DecidedBy } from './Cells.tsx';
import classes from './RequestCard.module.css';
import { WarningLine } from './RequestWarnings.tsx';

type RequestCardProps = {
  row: AdminTransaction;
  actions: ReactNode;
  selectBox?: ReactNode;
  /** Replaces the short id. */
  id?: ReactNode;
  /** In a list of deposits and withdrawals: shows which of them it is, and no warnings. */
  isTyped?: boolean;
};

/** A request on a narrow screen, with its actions. */
export function RequestCard({ row, actions, selectBox, id, isTyped }: RequestCardProps) {
  const { t } = useTranslation();
  const personName = usePersonName();
  const source = useTranslated(row.sourceName ?? '');
  const underWay = useUnderWay({ isRow: true })(row);
  return (
    <div className={classes.card}>
      <div className={classes.line}>
        {selectBox}
        <span className={classes.name}>
          <RowLine isStrong width="100%">
            {personName(row.userName)}
          </RowLine>
        </span>
        <Amount paise={row.amountPaise} fw={700} />
      </div>
      <div className={classes.line}>
        <span className={classes.name}>
          <Facts row={row} isTyped={isTyped} />
        </span>
        <RowState state={toShownStatus(row)} />
      </div>
      {source && <RowLine isSmall>{t('Source: {{name}}', { name: source })}</RowLine>}
      <DecidedBy row={row} />
      {underWay && <RowLine isSmall>{underWay}</RowLine>}
      {!isTyped && <WarningLine row={row} />}
      <div className={classes.foot}>
        {id ?? (
          <span className={classes.id} title={row.id}>
            {t('ID {{id}}', { id: shortIdSuffix(row.id) })}
          </span>
        )}
        <span className={classes.actions}>{actions}</span>
      </div>
    </div>
  );
}

/** When and how the money was paid. */
function Facts({ row, isTyped }: Pick<RequestCardProps, 'row' | 'isTyped'>) {
  const { t } = useTranslation();
  const { dateTime } = useFormat();
  const paymentMethod = usePaymentMethodText();
  const type = row.type === 'deposit' ? t('Deposit') : t('Withdrawal');
  const how =
    row.type === 'deposit' || !row.bankName
      ? [paymentMethod(row), row.utr]
      : [row.maskedAccountNumber, row.bankName];
  return (
    <RowLine isSmall width="100%">
      {[isTyped && type, dateTime(row.createdAt), ...how].filter(Boolean).join(' · ')}
    </RowLine>
  );
}
