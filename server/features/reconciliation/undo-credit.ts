import { availablePaise } from '#contract/balances/rules.ts';
import { type UserId, userId } from '#contract/shared/base.ts';
import { toPaise } from '#contract/shared/money.ts';
import { appError } from '#server/base/errors.ts';
import type { Tx } from '#server/db/database.ts';
import type { Deps } from '#server/deps/deps.ts';
import { insufficientBalance } from '#server/ledger/post.ts';
import { lockWallet, type Wallet } from '#server/ledger/wallets.ts';
import type { Actor } from '#server/platform/auth/gate.ts';
import { earlierAdjustmentsPaise } from '../approvals/day-sums.ts';
import { requireApproval, runApprovable } from '../approvals/require-approval.ts';
import { lockLines, type MatchedLine, selectMatches } from '../statements/accept-matches.ts';
import { lockRequests } from '../transactions/lock-requests.ts';
import type { TransactionRow } from '../transactions/transactions.ts';
import { adjustmentKinds, countTowardsLimits, recordAdjustment } from '../users/adjust-balance.ts';
import { isDeletedUser } from '../users/users.ts';
import { keyFrom } from './decide-matches.ts';
import { releaseMatches } from './release-matches.ts';

/** Begins the reason. The browser has the other languages. */
const REASON = { en: 'A credit was taken back.' };

/** A credit that is taken back, with its rows locked. */
interface Debit extends MatchedLine {
  actor: Actor;
  credit: TransactionRow;
  ownerId: UserId;
  wallet: Wallet;
  reason: string;
}

/**
 * Takes back a deposit that was created from a line: debits the user by a balance adjustment, with its limits and its rule
 * of second approvals, and makes the money of the line unclaimed. An undone one stays undone. Throws MATCH_NOT_FOUND,
 * USER_NOT_FOUND, OWN_ACCOUNT_PROTECTED or INSUFFICIENT_BALANCE.
 */
export async function undoDeposit(deps: Deps, actor: Actor, id: string): Promise<void> {
  await runApprovable(deps, actor, async (tx) => {
    const debit = await lockDebit(tx, actor, id);
    if (!debit) return;
    const { match, line, ownerId, wallet } = debit;
    if (match.paise > availablePaise(wallet))
      throw insufficientBalance(wallet, toPaise(match.paise));
    await countTowardsLimits(tx, actor.userId, match.paise);
    await requireDebitApproval(tx, debit);
    await saveDebit(tx, debit);
    const { credit: request } = debit;
    const undone = [{ match, line }];
    await releaseMatches(tx, { undone, request, isTakenBack: true, actor, ownerId });
  });
}

/** Locks in the order of `undoMatch`: request, line, wallet. Returns nothing if the match is undone. */
async function lockDebit(tx: Tx, actor: Actor, id: string): Promise<Debit | undefined> {
  const [known] = await selectMatches(tx.query, [id]);
  if (!known?.requestId) throw appError('MATCH_NOT_FOUND');
  const [credit] = await lockRequests(tx, [known.requestId]);
  if (credit?.kind !== 'adjustment') throw appError('MATCH_NOT_FOUND');
  const ownerId = userId.parse(credit.userId);
  if (ownerId === actor.userId) throw appError('OWN_ACCOUNT_PROTECTED');
  const line = (await lockLines(tx, [known.lineId])).get(known.lineId);
  const [match] = await selectMatches(tx.query, [id]);
  if (!line || match?.state !== 'accepted') return undefined;
  const wallet = await lockWallet(tx, ownerId);
  if (await isDeletedUser(tx.query, ownerId)) throw appError('USER_NOT_FOUND');
  const reason = `${REASON.en} ${credit.referenceId}`;
  return { actor, credit, match, line, ownerId, wallet, reason };
}

async function requireDebitApproval(tx: Tx, debit: Debit): Promise<void> {
  const { actor, match, ownerId, wallet, reason } = debit;
  await requireApproval(tx, {
    actor,
    command: 'reconciliation.undoDeposit',
    input: { id: match.id },
    kinds: await adjustmentKinds(tx.query, ownerId),
    targetId: ownerId,
    concernedId: ownerId,
    reason,
    amountPaise: match.paise,
    earlierPaise: await earlierAdjustmentsPaise(tx, {
      actorId: actor.userId,
      ownerId,
      differencePaise: -match.paise,
    }),
    change: {
      action: 'user.adjustBalance',
      entity: 'user',
      before: { balancePaise: wallet.balancePaise },
      after: { balancePaise: wallet.balancePaise - match.paise },
    },
  });
}

async function saveDebit(tx: Tx, debit: Debit): Promise<void> {
  const { actor, match, ownerId, wallet, reason } = debit;
  const balancePaise = toPaise(wallet.balancePaise - match.paise);
  await recordAdjustment(tx, {
    actor,
    wallet,
    balancePaise,
    reason,
    reasonTexts: REASON,
    goal: { balancePaise, shownBalancePaise: wallet.balancePaise },
    adjustment: { userId: ownerId, requestKey: keyFrom(['undo', match.id]), reason },
  });
}
