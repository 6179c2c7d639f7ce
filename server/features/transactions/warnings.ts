export { SENT_AGAIN } from './warnings.queries.ts';

import type { UserId } from '#contract/shared/base.ts';
import type { RequestWarning } from '#contract/transactions/schema.ts';
import { REQUEST_WARNINGS, WARNINGS, type WarningCode } from '#contract/transactions/warnings.ts';
import type { Secrets } from '#server/base/secrets.ts';
import type { Database } from '#server/db/database.ts';
import { openNumber } from '#server/platform/secrets/account-numbers.ts';
import { areAccountsOfOthers } from '../bank-accounts/bank-accounts.ts';
import { selectSameReceipt } from './compare-receipts.queries.ts';
import { compareReceiptsOf } from './compare-receipts.ts';
import { selectSameUtr } from './related.queries.ts';
import { toRelated } from './related-views.ts';
import { type StoredFacts, selectWarningFacts, type WarningFacts } from './warnings.queries.ts';

const FAR_ABOVE_USUAL = 3;
const FEWEST_FOR_USUAL = 2;

/** Returns the warnings of those requests that are pending, by id, as this administrator sees them. */
export async function findWarnings(
  db: Pick<Database, 'query' | 'secrets'>,
  reader: UserId,
  ids: string[],
): Promise<Map<string, RequestWarning[]>> {
  if (ids.length === 0) return new Map();
  await compareReceiptsOf(db.query, ids);
  const [facts, sameReceipt, sameUtr] = await Promise.all([
    selectWarningFacts(db.query, ids),
    selectSameReceipt(db.query, ids),
    selectSameUtr(db.query, ids),
  ]);
  const paid = facts.map((row) => ({
    userId: row.userId,
    accountNumber: numberOf(db.secrets, row),
  }));
  const areOfOthers = await areAccountsOfOthers(db, paid);
  return new Map(
    facts.map((one, n) => {
      const known: WarningFacts = {
        ...one,
        isAccountOfOthers: areOfOthers[n] === true,
        sameReceipt: sameReceipt.filter(({ ofId }) => ofId === one.id).map(toRelated),
        sameUtr: sameUtr.filter(({ ofId }) => ofId === one.id).map(toRelated),
      };
      return [one.id, warningsOf(known, one.userId === reader)];
    }),
  );
}

function numberOf(secrets: Secrets, row: StoredFacts): string | undefined {
  return row.accountNumber === null
    ? undefined
    : openNumber(secrets, row.accountNumber, 'transactions', row);
}

export function warningsOf(facts: WarningFacts, isOwn: boolean): RequestWarning[] {
  const { holderName, averagePaise } = facts;
  const personName = [facts.firstName, facts.lastName].filter(Boolean).join(' ');
  const usualPaise = facts.approved >= FEWEST_FOR_USUAL ? averagePaise : null;
  const isWithdrawal = facts.type === 'withdrawal';
  const found: Record<WarningCode, boolean> = {
    ownRequest: isOwn,
    sameReceipt: facts.sameReceipt.length > 0,
    sameUtr: facts.sameUtr.length > 0,
    holderDiffers: Boolean(holderName && personName && !isSameName(holderName, personName)),
    accountOfOthers: facts.isAccountOfOthers,
    farAboveUsual: usualPaise !== null && facts.amountPaise > FAR_ABOVE_USUAL * usualPaise,
    sameAmount: facts.hasSameAmount,
    inactiveUser: facts.userStatus === 'inactive',
    newAccount: isWithdrawal && facts.paidToAccount === 0,
    first: facts.approved === 0 && facts.isWholeHistory,
  };
  const isShown = (code: WarningCode) =>
    found[code] && !(facts.isPaid && WARNINGS[code].isClearedByMoney);
  return REQUEST_WARNINGS.filter(isShown).map((code) => ({
    code,
    ...(code === 'farAboveUsual' && usualPaise !== null && { usualPaise }),
    ...(code === 'holderDiffers' && { personName }),
    ...(code === 'sameReceipt' && { requests: facts.sameReceipt }),
    ...(code === 'sameUtr' && { requests: facts.sameUtr }),
  }));
}

function wordsOf(name: string): string[] {
  return (
    name
      .normalize('NFKC')
      .toLowerCase()
      .match(/[\p{L}\p{M}\p{N}]+/gu) ?? []
  );
}

/** Returns whether two names may belong to one person: the longer contains each word of the shorter, or its initial. */
export function isSameName(one: string, other: string): boolean {
  const [shorter = [], longer = []] = [wordsOf(one), wordsOf(other)].sort(
    (a, b) => a.length - b.length,
  );
  const isContained = (word: string) =>
    longer.some((known) => {
      const initial = word.length < known.length ? word : known;
      return word === known || (initial.length === 1 && word[0] === known[0]);
    });
  return shorter.length > 0 && shorter.every(isContained);
}
