import { needsApproval } from '#contract/approvals/rules.ts';
import { appError } from '#server/base/errors.ts';
import type { Tx } from '#server/db/database.ts';
import { type ApprovalRow, countConfirmers, type RuleRow } from './approvals.queries.ts';
import { fingerprintOfNeed, makerOf, type Need, type PricedNeed } from './store-approvals.ts';

/** What lets commands of a transaction pass: the confirmed request, or an operator's decision to do without. */
export type Grant = Confirmed | 'bypass';

export interface Confirmed {
  requestFingerprint: Buffer;
  isUsed: boolean;
  /** How many administrators have confirmed the request. */
  confirmations: number;
}

/** Thrown inside a confirmation, which rolls back: the rules in force need more confirmations than the request did. */
export class ConfirmationsMissing extends Error {
  readonly needed: number;

  constructor(needed: number) {
    super('This request needs more confirmations');
    this.needed = needed;
  }
}

const grants = new WeakMap<Tx, Grant>();

export const grantOf = (tx: Tx) => grants.get(tx);

/** Lets every command of this transaction pass; see `runWithoutApproval`. */
export function grantBypass(tx: Tx): void {
  grants.set(tx, 'bypass');
}

/** Lets the command of a confirmed request pass in this transaction, and no other command. */
export function grantConfirmed(
  tx: Tx,
  { fingerprint, confirmations }: Pick<ApprovalRow, 'fingerprint'> & { confirmations: number },
): void {
  grants.set(tx, { requestFingerprint: fingerprint, isUsed: false, confirmations });
}

/** Returns whether the command of the confirmed request has passed: it has not if there was nothing left to do. */
export function isGrantUsed(tx: Tx): boolean {
  const grant = grants.get(tx);
  return grant !== undefined && grant !== 'bypass' && grant.isUsed;
}

/** Throws ConfirmationsMissing if a rule became stricter than the confirmed request was. */
export async function requireConfirmations(
  tx: Tx,
  { confirmations }: Confirmed,
  priced: PricedNeed | undefined,
): Promise<void> {
  if (!priced || priced.needed <= confirmations) return;
  const [{ needed } = priced] = await withConfirmers(tx, [priced]);
  if (needed > confirmations) throw new ConfirmationsMissing(needed);
}

export function isConfirmed(grant: Grant | undefined, need: Need): grant is Confirmed {
  if (!grant || grant === 'bypass') return false;
  if (grant.requestFingerprint.equals(fingerprintOfNeed(need))) {
    grant.isUsed = true;
    return true;
  }
  // The object of the request has changed since: its confirmers saw another one.
  throw appError('APPROVAL_FAILED');
}

/** Returns the commands that somebody can confirm, with the number of confirmations that are possible. */
export async function withConfirmers(tx: Tx, priced: readonly PricedNeed[]): Promise<PricedNeed[]> {
  if (priced.length === 0) return [];
  const requests = priced.map(({ need: { actor, concernedId = null } }) => ({
    makerId: makerOf(actor),
    concernedId,
  }));
  const counts = await countConfirmers(tx.query, requests, tx.beganAt);
  return priced.flatMap((one, n) => {
    const count = counts[n] ?? 0;
    return count > 0 ? [{ ...one, needed: Math.min(one.needed, count) }] : [];
  });
}

export async function requireConfirmer(tx: Tx, priced: PricedNeed): Promise<PricedNeed> {
  const [confirmable] = await withConfirmers(tx, [priced]);
  if (!confirmable) throw appError('NO_CONFIRMER');
  return confirmable;
}

/** Returns the amount to which rules are applied. */
export function comparedPaise({ amountPaise, earlierPaise = 0 }: Need): number | undefined {
  return amountPaise === undefined ? undefined : amountPaise + earlierPaise;
}

/**
 * Returns the strictest rule that applies; undefined if none does, or if only one administrator is active. A second credit of one
 * reference waits for a second administrator also then.
 */
export function priceNeed(rules: readonly RuleRow[], need: Need): PricedNeed | undefined {
  const isAlone = (rules[0]?.activeAdmins ?? 0) < 2;
  if (isAlone && !need.kinds.includes('differentPayment')) return undefined;
  const [rule] = rules
    .filter(({ kind }) => need.kinds.includes(kind))
    .filter((applying) => needsApproval(applying, comparedPaise(need)))
    .toSorted((a, b) => b.approvals - a.approvals);
  return rule && { need, kind: rule.kind, needed: rule.approvals };
}
