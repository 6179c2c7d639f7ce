import { createHash } from 'node:crypto';
import { can } from '#contract/shared/permissions.ts';
import type { Secrets } from '../../base/secrets.ts';
import type { Database } from '../../db/database.ts';
import type { Actor } from '../auth/gate.ts';
import { noteView } from '../commands/activity.ts';

const LAST_FOUR = /^\d{4}$/;
const WHOLE = /^\d{6,18}$/;

/** An account number that a search term names: its last four digits, or the whole number. */
export interface NumberTerm {
  lastFour: string | null;
  /** As people may have typed it, for numbers that are not sealed. */
  numbers: string[];
  hashes: Buffer[];
}

const digitsOf = (term: string) => term.replace(/[\s-]/g, '');

/** Undefined for a term that is no account number, and for a whole number if the reader sees only masked ones. */
function toNumberTerm(secrets: Secrets, reader: Actor, term: string): NumberTerm | undefined {
  const digits = digitsOf(term);
  if (LAST_FOUR.test(digits)) return { lastFour: digits, numbers: [], hashes: [] };
  if (!WHOLE.test(digits) || !can(reader, 'account-numbers:read')) return undefined;
  const numbers = [...new Set([digits, term.trim()])];
  return { lastFour: null, numbers, hashes: numbers.flatMap((one) => secrets.fingerprints(one)) };
}

/** Like `toNumberTerm`. The audit log gets a record of a search for a whole number, without the number. */
export function searchedNumber(
  deps: { db: Database; clock: { now(): Date } },
  reader: Actor,
  { term, list }: { term: string; list: 'users' | 'transactions' | 'audit' },
): NumberTerm | undefined {
  const number = toNumberTerm(deps.db.secrets, reader, term);
  if (number?.lastFour === null) {
    const searched = createHash('sha256').update(digitsOf(term)).digest('base64');
    noteView(deps, reader, { action: 'accountNumber.search', id: list, searched });
  }
  return number;
}

/** SQL: the row `b` of `bank_accounts` has the number. Three index scans. */
export function isSavedNumber(
  number: NumberTerm,
  first: number,
): { sql: string; values: unknown[] } {
  return {
    sql: `b.deleted_at IS NULL AND (right(b.account_number, 4) = $${first}
      OR b.account_number_hash = ANY ($${first + 1}::bytea[]) OR b.account_number = ANY ($${first + 2}::text[]))`,
    values: [number.lastFour, number.hashes, number.numbers],
  };
}

/** SQL: the row `a` of `transaction_accounts` has the number. */
export function isPaidNumber(
  number: NumberTerm,
  first: number,
): { sql: string; values: unknown[] } {
  const { lastFour, hashes, numbers } = number;
  const isPlain = `a.last_four = ANY ($${first + 2}::text[]) AND a.account_number_hash IS NULL
    AND EXISTS (SELECT FROM transactions t WHERE t.user_id = a.user_id AND t.id = a.transaction_id
      AND t.beneficiary ->> 'accountNumber' = ANY ($${first + 3}::text[]))`;
  return {
    sql: `(a.last_four = $${first} OR a.account_number_hash = ANY ($${first + 1}::bytea[]) OR (${isPlain}))`,
    values: [lastFour, hashes, numbers.map((one) => one.slice(-4)), numbers],
  };
}
