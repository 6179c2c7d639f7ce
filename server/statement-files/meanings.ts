import type { AmountSigns, DateOrder } from '../../contract/statements/rules.ts';
import { checkBalances } from './balances.ts';
import { dayOf, findDateOrder } from './dates.ts';
import type { DateQuestion, Entry, Skipped } from './reading.ts';
import type { OpenEntry } from './rows.ts';

/** Rows of a table whose dates and signs may still be open. */
export interface OpenRows {
  entries: OpenEntry[];
  skipped: Skipped[];
}

/** Finds out what the signs of a single column mean: by Dr and Cr, or by a minus that the balances confirm. */
export function findSigns(entries: readonly OpenEntry[]): AmountSigns | undefined {
  if (entries.length === 0) return 'suffix';
  if (entries.every(({ amount }) => amount.mark)) return 'suffix';
  if (!entries.some(({ amount }) => amount.isNegative)) return undefined;
  return (['minusDebit', 'minusCredit'] as const).find((signs) => {
    const { checked, gaps } = checkBalances(
      applySigns({ entries: [...entries], skipped: [] }, signs).entries.map((entry) => ({
        ...entry,
        bookedOn: '',
      })),
    );
    return checked > 1 && gaps.length === 0;
  });
}

export function applySigns({ entries, skipped }: OpenRows, signs: AmountSigns): OpenRows {
  if (signs === 'columns' || signs === 'marker') return { entries, skipped };
  const signed = entries.map((entry) => {
    const { mark, isNegative, paise } = entry.amount;
    const isDebit = mark ? mark === 'debit' : isNegative === (signs === 'minusDebit');
    return { ...entry, paise: isDebit ? -paise : paise };
  });
  return { entries: signed, skipped };
}

const MAX_SAMPLES = 5;

export function applyDates(
  { entries, skipped }: OpenRows,
  given: DateOrder | undefined,
  usual: DateOrder | undefined,
): { entries: Entry[]; skipped: Skipped[] } | Omit<DateQuestion, 'fingerprint'> {
  const order =
    given ??
    findDateOrder(
      entries.map(({ date }) => date),
      usual,
    );
  if (!order) {
    const open = entries.filter(({ date }) => typeof date !== 'string');
    const samples = [...new Set(open.map(({ written }) => written))].slice(0, MAX_SAMPLES);
    return { kind: 'dates', samples };
  }
  const dated: Entry[] = [];
  const missed: Skipped[] = [...skipped];
  for (const { date, value, written, amount: _, ...entry } of entries) {
    const bookedOn = dayOf(date, order);
    const valueOn = value === undefined ? undefined : dayOf(value, order);
    if (bookedOn === undefined) {
      missed.push({
        row: entry.row,
        reason: 'date',
        text: `${written} ${entry.narration.join(' ')}`,
      });
    } else {
      dated.push({ ...entry, bookedOn, ...(valueOn !== undefined && { valueOn }) });
    }
  }
  return { entries: dated, skipped: missed };
}
