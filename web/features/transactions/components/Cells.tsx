import { useTranslation } from 'react-i18next';
import { shortIdSuffix } from '#contract/shared/text.ts';
import { isDecidable, toShownStatus } from '#contract/transactions/rules.ts';
import type { AdminTransaction } from '#contract/transactions/schema.ts';
import { useFormat } from '#web/lib/i18n/format.ts';
import { usePersonName } from '#web/lib/i18n/use-person-name.ts';
import { Amount } from '#web/ui/Amount.tsx';
import { RelativeTime } from '#web/ui/RelativeTime.tsx';
import { NAME_WIDTH, RowLine, RowState } from '#web/ui/table/RowControls.tsx';
import { useTranslated } from '../../translations/use-translated.ts';
import { usePaymentMethodText } from '../hooks/use-payment-method-text.ts';
import classes from './Cells.module.css';
import { WarningLine } from './RequestWarnings.tsx';

type CellProps = { row: AdminTransaction };

export function IdCell({ row }: CellProps) {
  return (
    <code className={classes.id} title={row.id}>
      {shortIdSuffix(row.id)}
    </code>
  );
}

/** The person's name. */
export function UserNameCell({ row }: CellProps) {
  const name = usePersonName()(row.userName);
  return (
    <RowLine isStrong width={NAME_WIDTH}>
      {name}
    </RowLine>
  );
}

/** The person's name and the request's warnings, for a list in which requests are decided, in a wide column. */
export function UserCell({ row }: CellProps) {
  const name = usePersonName()(row.userName);
  return (
    <>
      <RowLine isStrong width="100%">
        {name}
      </RowLine>
      <WarningLine row={row} />
    </>
  );
}

export function AmountCell({ row }: CellProps) {
  return <Amount paise={row.amountPaise} fw={600} />;
}

/** Creation time; for a pending request also how long it has been pending. */
export function DateCell({ row }: CellProps) {
  const { dateTime } = useFormat();
  return (
    <>
      {dateTime(row.createdAt)}
      {isDecidable(row) && <RelativeTime date={row.createdAt} className={classes.small} />}
    </>
  );
}

/** Status and, if decided, the name of the reviewer; if pending, who is working on it. */
export function StatusCell({ row, underWay }: CellProps & { underWay: string | undefined }) {
  const decided = useDecidedByText(row);
  return (
    <>
      <RowState state={toShownStatus(row)} />
      {underWay && (
        <RowLine isSmall width="8rem">
          {underWay}
        </RowLine>
      )}
      {decided && (
        <RowLine isSmall width="8rem" title={decided}>
          {row.decidedBy ?? ''}
        </RowLine>
      )}
    </>
  );
}

/** Reviewer and time of the decision; renders nothing if pending or not recorded. */
export function DecidedBy({ row }: CellProps) {
  const text = useDecidedByText(row);
  if (!text) return null;
  return (
    <RowLine isSmall width="100%">
      {text}
    </RowLine>
  );
}

function useDecidedByText(row: AdminTransaction): string | undefined {
  const { t } = useTranslation();
  const { dateTime } = useFormat();
  if (isDecidable(row) || !row.decidedBy) return undefined;
  return row.decidedAt
    ? t('by {{name}}, {{date}}', { name: row.decidedBy, date: dateTime(row.decidedAt) })
    : t('by {{name}}', { name: row.decidedBy });
}

/** The payment method and, if known, the UTR. */
export function PaymentMethodCell({ row }: CellProps) {
  const paymentMethod = usePaymentMethodText();
  return (
    <>
      <RowLine width="9rem">{paymentMethod(row)}</RowLine>
      {row.utr && (
        <RowLine isSmall width="9rem">
          {row.utr}
        </RowLine>
      )}
    </>
  );
}

export function SourceCell({ row }: CellProps) {
  const { t } = useTranslation();
  const source = useTranslated(row.sourceName ?? '');
  return source ? <RowLine width="8rem">{source}</RowLine> : <RowLine isSmall>{t('None')}</RowLine>;
}

export function BankAccountCell({ row }: CellProps) {
  const { t } = useTranslation();
  const { bankName, maskedAccountNumber: masked } = row;
  if (!bankName) return <RowLine isSmall>{t('None')}</RowLine>;
  return (
    <>
      <RowLine width="11rem">{bankName}</RowLine>
      {masked && (
        // Screen readers read its last digits instead of bullets.
        <span
          className={classes.small}
          role="img"
          aria-label={t('Account ending in {{digits}}', { digits: masked.slice(-4) })}
        >
          {masked}
        </span>
      )}
    </>
  );
}
