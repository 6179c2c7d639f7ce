import type { TFunction } from 'i18next';
import { useState } from 'react';
import { createPortal } from 'react-dom';
import { useTranslation } from 'react-i18next';
import { formatRupees } from '#contract/shared/money.ts';
import { shortId } from '#contract/shared/text.ts';
import { toShownStatus } from '#contract/transactions/rules.ts';
import type { PassbookRow, TransactionFilters } from '#contract/transactions/schema.ts';
import { useHiddenBalance } from '#web/features/balances/use-hidden-balance.ts';
import { useFormat } from '#web/lib/i18n/format.ts';
import { serverNow } from '#web/lib/i18n/server-clock.ts';
import { dayToDate } from '#web/lib/i18n/time.ts';
import { useProductName } from '#web/lib/page/brand.ts';
import { useSession } from '#web/lib/session/session.ts';
import { useStateWords } from '#web/ui/state/use-state-words.ts';
import type { PrintRows } from '../model/print-rows.ts';
import classes from './PrintSheet.module.css';

type PrintSheetProps = PrintRows & { filters: TransactionFilters };

/** The printed passbook: account, period and rows. In print it replaces the page; on screen it is hidden. */
export function PrintSheet({ rows, total, filters }: PrintSheetProps) {
  const { t } = useTranslation();
  const { displayName } = useSession();
  const title = `${useProductName()} · ${t('Passbook')}`;
  return createPortal(
    <section className={classes.sheet} aria-label={t('Passbook')}>
      <h1 className={classes.title}>{title}</h1>
      <p className={classes.name}>{displayName}</p>
      <Facts rows={rows} filters={filters} />
      <p>{countText(t, rows.length, total)}</p>
      <Rows rows={rows} />
    </section>,
    document.body,
  );
}

function countText(t: TFunction, printed: number, total: number): string {
  if (printed >= total) return t('Showing {{count}} transactions', { count: total });
  return t(
    'Only the newest {{printed}} of {{total}} transactions are printed. Narrow the filters, or export all of them as CSV.',
    { printed, total },
  );
}

function Facts({ rows, filters }: Pick<PrintSheetProps, 'rows' | 'filters'>) {
  const { t } = useTranslation();
  const { user } = useSession();
  const { dateTime } = useFormat();
  const [printedAt] = useState(serverNow);
  const narrowing = useNarrowing(filters);
  const facts = [
    [t('Username'), user.username],
    [t('Period'), usePeriod(rows, filters, printedAt)],
    ...(narrowing.length > 0 ? [[t('Filters'), narrowing.join(', ')]] : []),
    [t('Printed on'), dateTime(printedAt)],
  ];
  return (
    <dl className={classes.facts}>
      {facts.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

/** Returns the printed period. An open start is the oldest row's day; an open end is today. */
function usePeriod(rows: PassbookRow[], { from, to }: TransactionFilters, now: Date): string {
  const { date } = useFormat();
  const oldest = rows.at(-1)?.createdAt ?? now;
  return `${date(from ? dayToDate(from) : oldest)} – ${date(to ? dayToDate(to) : now)}`;
}

function useNarrowing({ status, type, search }: TransactionFilters): string[] {
  const { t } = useTranslation();
  const words = useStateWords();
  const typeNames = { deposit: t('Deposit'), withdrawal: t('Withdrawal') };
  return [
    ...(status === 'all' ? [] : [words[status]]),
    ...(type === 'all' ? [] : [typeNames[type]]),
    ...(search ? [`"${search}"`] : []),
  ];
}

/** Plain HTML elements: rendering a thousand rows of Mantine components takes seconds on a phone. */
function Rows({ rows }: { rows: PassbookRow[] }) {
  const { t } = useTranslation();
  return (
    <table className={classes.rows}>
      <thead>
        <tr>
          <th scope="col">{t('Date')}</th>
          <th scope="col">{t('Transaction')}</th>
          <th scope="col">{t('Status')}</th>
          <th scope="col" className={classes.amount}>
            {t('Amount')}
          </th>
          <th scope="col" className={classes.amount}>
            {t('Balance')}
          </th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <Row key={row.id} row={row} />
        ))}
      </tbody>
    </table>
  );
}

function Row({ row }: { row: PassbookRow }) {
  const { t } = useTranslation();
  const { dateTime } = useFormat();
  const words = useStateWords();
  const [isHidden] = useHiddenBalance();
  const isIn = row.type === 'deposit';
  const method = row.kind === 'adjustment' ? t('Admin Adjustment') : row.paymentMethod;
  return (
    <tr>
      <td>{dateTime(row.createdAt)}</td>
      <td>
        {isIn ? t('Deposit') : t('Withdrawal')} · {row.referenceId || shortId(row.id)}
        {method && <div>{t('via {{method}}', { method })}</div>}
      </td>
      <td>{words[toShownStatus(row)]}</td>
      <td className={classes.amount}>{`${isIn ? '+' : '-'}${formatRupees(row.amountPaise)}`}</td>
      <td className={classes.amount}>
        {isHidden ? '••••••' : formatRupees(row.runningBalancePaise)}
      </td>
    </tr>
  );
}
