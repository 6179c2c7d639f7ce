import { formatRupees, toPaise } from '#contract/shared/money.ts';
import { MAX_LISTED, PREVIEW_CELL } from '#contract/statements/rules.ts';
import type { StatementPreview } from '#contract/statements/schema.ts';
import type { KnownLine } from '#server/statement-files/known-lines.ts';
import type { Statement, StatementLine } from '#server/statement-files/reading.ts';
import type { AccountRow } from './queries.ts';

export interface Days {
  firstDay: string | null;
  lastDay: string | null;
}

export function daysOf({ lines }: Pick<Statement, 'lines'>): Days {
  const days = lines.map(({ bookedOn }) => bookedOn).toSorted();
  return { firstDay: days[0] ?? null, lastDay: days.at(-1) ?? null };
}

export function toPreview(
  account: AccountRow,
  reading: Statement,
  {
    lines: newLines,
    recognized,
    importId,
  }: {
    lines: readonly StatementLine[];
    recognized: readonly KnownLine[];
    importId: string | null;
  },
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
    newLines: newLines.length,
    knownLines: lines.length - newLines.length,
    ...listRecognized(recognized),
    receivedPaise: sum(lines.map(({ paise }) => Math.max(0, paise))),
    paidPaise: sum(lines.map(({ paise }) => Math.max(0, -paise))),
    skippedRows: skipped.length,
    skipped: skipped.slice(0, MAX_LISTED),
    checkedBalances: reading.checked,
    gapCount: gaps.length,
    gaps: gaps.slice(0, MAX_LISTED),
    lines: lines.slice(0, MAX_LISTED).map(toReadLine),
  };
}

export function toReadLine(
  line: Pick<StatementLine, 'bookedOn' | 'paise' | 'narration' | 'utr' | 'balancePaise'> & {
    ourReference?: string | null;
  },
): StatementPreview['lines'][number] {
  return {
    bookedOn: line.bookedOn,
    paise: line.paise,
    narration: line.narration,
    utr: line.utr,
    ourReference: line.ourReference ?? null,
    balancePaise: line.balancePaise,
  };
}

export function listRecognized(
  recognized: readonly KnownLine[],
): Pick<StatementPreview, 'recognized' | 'recognizedLines'> {
  const listed = recognized.slice(0, MAX_LISTED).map(({ line, reason }) => {
    const text = [line.bookedOn, formatRupees(toPaise(line.paise)), line.narration].join(' ');
    return { row: line.row, reason, text: text.slice(0, PREVIEW_CELL) };
  });
  return { recognized: listed, recognizedLines: recognized.length };
}
