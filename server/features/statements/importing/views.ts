import { MAX_LISTED } from '#contract/statements/rules.ts';
import type { StatementPreview } from '#contract/statements/schema.ts';
import type { Statement } from '#server/statement-files/reading.ts';
import type { AccountRow } from './queries.ts';

export function daysOf({ lines }: Statement): { firstDay: string | null; lastDay: string | null } {
  const days = lines.map(({ bookedOn }) => bookedOn).toSorted();
  return { firstDay: days[0] ?? null, lastDay: days.at(-1) ?? null };
}

export function toPreview(
  account: AccountRow,
  reading: Statement,
  { known, importId }: { known: number; importId: string | null },
): StatementPreview {
  const { lines, skipped, gaps, accountNumber } = reading;
  const lastFour = accountNumber?.slice(-4) ?? null;
  const sum = (amounts: number[]) => amounts.reduce((total, paise) => total + paise, 0);
  return {
    kind: 'lines',
    importId,
    format: reading.format,
    bank: reading.bank,
    accountNumber: lastFour === null ? null : `XXXX${lastFour}`,
    isOtherAccount: lastFour !== null && account.lastFour !== null && lastFour !== account.lastFour,
    ...daysOf(reading),
    newLines: lines.length - known,
    knownLines: known,
    receivedPaise: sum(lines.map(({ paise }) => Math.max(0, paise))),
    paidPaise: sum(lines.map(({ paise }) => Math.max(0, -paise))),
    skippedRows: skipped.length,
    skipped: skipped.slice(0, MAX_LISTED),
    checkedBalances: reading.checked,
    gapCount: gaps.length,
    gaps: gaps.slice(0, MAX_LISTED),
    lines: lines.slice(0, MAX_LISTED).map((line) => ({
      bookedOn: line.bookedOn,
      paise: line.paise,
      narration: line.narration,
      utr: line.utr,
      ourReference: line.ourReference,
      balancePaise: line.balancePaise,
    })),
  };
}
