import { formatRupees, toPaise } from '#contract/shared/money.ts';
import { MAX_LISTED, PREVIEW_CELL } from '#contract/statements/rules.ts';
import type { StatementPreview } from '#contract/statements/schema.ts';
import type { KnownLine } from '#server/statement-files/known-lines.ts';
import type { PackedStatement } from '#server/statement-files/packed-lines.ts';
import type { StatementLine } from '#server/statement-files/reading.ts';
import type { AccountRow } from './import-statement.queries.ts';

export function toPreview(
  account: AccountRow,
  reading: PackedStatement,
  {
    newLines,
    recognized,
    importId,
  }: {
    newLines: number;
    recognized: readonly KnownLine[];
    importId: string | null;
  },
): StatementPreview {
  const { lineCount, skipped, gaps, accountNumber } = reading;
  const lastFour = accountNumber?.slice(-4) ?? null;
  return {
    kind: 'lines',
    importId,
    format: reading.format,
    bank: reading.bank,
    accountNumber: lastFour === null ? null : `XXXX${lastFour}`,
    isOtherAccount: lastFour !== null && account.lastFour !== null && lastFour !== account.lastFour,
    firstDay: reading.firstDay,
    lastDay: reading.lastDay,
    newLines,
    knownLines: lineCount - newLines,
    ...listRecognized(recognized),
    receivedPaise: reading.receivedPaise,
    paidPaise: reading.paidPaise,
    skippedRows: skipped.length,
    skipped: skipped.slice(0, MAX_LISTED),
    checkedBalances: reading.checked,
    gapCount: gaps.length,
    gaps: gaps.slice(0, MAX_LISTED),
    lines: reading.firstLines.map(toReadLine),
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
