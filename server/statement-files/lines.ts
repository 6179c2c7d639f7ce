import { createHash } from 'node:crypto';
import { MAX_NARRATION } from '../../contract/statements/rules.ts';
import type { Entry, StatementLine } from './reading.ts';
import { readReferences } from './references.ts';

/** Adds references and keys. */
export function toLines(entries: readonly Entry[]): StatementLine[] {
  const occurrences = new Map<string, number>();
  return entries.map((entry) => {
    const references = readReferences(entry.narration, entry.reference, entry.bookedOn);
    const facts = identify(entry, references.utr);
    const occurrence = (occurrences.get(facts) ?? 0) + 1;
    occurrences.set(facts, occurrence);
    const key = createHash('sha256').update(`${facts}\n${occurrence}`).digest('base64url');
    return {
      row: entry.row,
      bookedOn: entry.bookedOn,
      valueOn: entry.valueOn ?? null,
      paise: entry.paise,
      narration: entry.narration.join(' ').trim().slice(0, MAX_NARRATION),
      reference: entry.reference,
      transactionId: entry.transactionId ?? null,
      balancePaise: entry.balancePaise ?? null,
      ...references,
      key,
    };
  });
}

/**
 * Returns what the same line has in every file: the bank's id of the transaction, or the UTR, or the text and the
 * balance after it. Equal lines of one file differ in their number of occurrence.
 */
function identify(entry: Entry, utr: string | null): string {
  const { bookedOn, paise, transactionId, narration, reference, balancePaise } = entry;
  if (transactionId !== undefined) return JSON.stringify(['id', bookedOn, paise, transactionId]);
  if (utr !== null) return JSON.stringify(['utr', bookedOn, paise, utr]);
  const text = [...narration, reference].join('').normalize('NFKC').toUpperCase();
  const letters = text.replace(/[^\p{L}\p{M}\p{N}]+/gu, '');
  return JSON.stringify(['text', bookedOn, paise, letters, balancePaise ?? null]);
}
