export { lockDeciders } from './day-sums.queries.ts';

import { AMOUNT_KINDS } from '#contract/approvals/rules.ts';
import type { Tx } from '#server/db/database.ts';
import type { ConcernedAccount, RuleRow } from './approvals.queries.ts';
import { type DaySum, lockDeciders, selectDaySums } from './day-sums.queries.ts';

/** Sums of today's approvals and adjustments in paise, by administrator, account and kind (`nameOfSum`). */
export type DaySums = Map<string, number>;

export const nameOfSum = ({ actorId, ownerId, kind }: Omit<DaySum, 'paise'>) =>
  `${actorId} ${ownerId} ${kind}`;

/**
 * Returns what these administrators approved today for these accounts, and locks the administrators. Returns nothing without a
 * rule that has an amount.
 */
export async function readDaySums(
  tx: Tx,
  { rules, accounts }: { rules: readonly RuleRow[]; accounts: readonly ConcernedAccount[] },
): Promise<DaySums> {
  const hasAmount = rules.some(
    ({ kind, isActive, thresholdPaise }) =>
      isActive && thresholdPaise !== null && AMOUNT_KINDS.includes(kind),
  );
  if (!hasAmount || accounts.length === 0) return new Map();
  await lockDeciders(tx.query, [...new Set(accounts.map(({ actorId }) => actorId))]);
  const sums = await selectDaySums(tx.query, { accounts, now: tx.beganAt });
  return new Map(sums.map((sum) => [nameOfSum(sum), sum.paise]));
}

/**
 * Returns what the rule of adjustments adds to the amount of one: a balance that an administrator changes in several steps on a
 * day counts as changed in one step. The caller has locked the wallet.
 */
export async function earlierAdjustmentsPaise(
  tx: Tx,
  { differencePaise, ...account }: ConcernedAccount & { differencePaise: number },
): Promise<number> {
  const sums = await selectDaySums(tx.query, { accounts: [account], now: tx.beganAt });
  const beforePaise = sums.find(({ kind }) => kind === 'adjustment')?.paise ?? 0;
  return Math.max(0, Math.abs(beforePaise + differencePaise) - Math.abs(differencePaise));
}
