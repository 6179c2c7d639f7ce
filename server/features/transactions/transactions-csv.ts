import { toDecimal } from '#contract/shared/money.ts';
import {
  type FactFields,
  type FactsRow,
  type FilePlace,
  listFacts,
  type PlacedFact,
} from '#contract/transactions/facts.ts';
import { toShownStatus } from '#contract/transactions/states.ts';
import { csvLine, toIndianTime } from '#server/platform/lists/csv.ts';

/** Moments as `Date` or in milliseconds: a row of a long file needs no object for its time. */
type WithMoments<Row> = {
  [Name in keyof Row]: Date extends Row[Name] ? Row[Name] | number : Row[Name];
};

export function openCsv<In extends FilePlace>(
  place: In,
): { header: string; toLine: (row: WithMoments<FactsRow<In>>) => string } {
  const facts = listFacts(place);
  return {
    header: csvLine(facts.map(({ label }) => label)),
    toLine: (row) => csvLine(facts.map((fact) => toCell(fact, row))),
  };
}

function toCell(fact: PlacedFact, row: WithMoments<FactFields>): string | { number: string } {
  if (fact.kind === 'money') return { number: toDecimal(row[fact.fields[0]] ?? 0) };
  return toText(fact, row) || (fact.ifEmpty ?? '');
}

function toText(fact: PlacedFact, row: WithMoments<FactFields>): string {
  switch (fact.kind) {
    case 'date': {
      const moment = row[fact.fields[0]];
      return moment ? toIndianTime(moment) : '';
    }
    case 'status':
      return row.status
        ? toShownStatus({ status: row.status, isCancelled: row.isCancelled ?? false })
        : '';
    case 'notes':
      return [row.userNotes, row.adminNotes].filter(Boolean).join(' | ');
    case 'bankAccount':
      return `${row.bankName ?? ''} ${row.maskedAccountNumber ?? ''}`.trim();
    default:
      return String(row[fact.fields[0]] ?? '');
  }
}
