import { transactionId, userId } from '#contract/shared/base.ts';
import { COMMAND_LINE } from '#contract/shared/enums.ts';
import { formatRupees, toPaise } from '#contract/shared/money.ts';
import { shortId } from '#contract/shared/text.ts';
import { newId } from '../base/ids.ts';
import type { Tx } from '../db/database.ts';
import { insertMany } from '../db/insert-many.ts';
import { NO_DECISION, NO_DETAILS } from '../db/new-transactions.ts';
import { transactions } from '../db/schema/transactions.ts';
import { selectValue, text } from '../db/selection.ts';
import type { Deps } from '../deps/deps.ts';
import { postToLedger } from '../ledger/post.ts';
import { lockWallets } from '../ledger/wallets.ts';
import { type AuditEntry, recordAudit } from '../platform/commands/audit.ts';
import { remember, usedMeanwhile } from './rows.ts';
import { inBatches, type Staging } from './staging.ts';

const ROWS_PER_BATCH = 200;

interface Adjustment {
  n: number;
  oldUserId: string;
  userId: string;
  /** The amount added to the balance, and the required balance before, in paise as text. */
  difference: string;
  before: string;
}

/**
 * Plans the adjustment per user that leads to the balance the former system showed: the stored balance minus the
 * balance here and the imported transactions. Plans none without `adjusts`, or for users with transactions changed
 * since an earlier import.
 */
export async function planAdjustments(
  { query }: Staging,
  { adjusts }: { adjusts: boolean },
): Promise<void> {
  await query(
    `CREATE TEMPORARY TABLE adjustments AS
     SELECT n, user_id, stored - here - coming AS difference FROM balances
     WHERE ${adjusts} AND stored <> here + coming AND NOT is_blocked AND abs(stored - here - coming) < 9007199254740991
       AND NOT (stored < held)`,
  );
}

/** Increases balances before any transaction is posted, so that withdrawals are covered. */
export async function adjustUp(deps: Deps | undefined, staging: Staging): Promise<void> {
  await adjust(deps, staging, 'd.difference > 0');
  await staging.query(
    `UPDATE balances AS b SET here = here + d.difference FROM adjustments AS d
     WHERE d.user_id = b.user_id AND d.difference > 0`,
  );
}

/** Decreases balances after all transactions are posted, so that the balances cover the adjustments. */
export async function adjustDown(deps: Deps | undefined, staging: Staging): Promise<void> {
  await adjust(deps, staging, 'd.difference < 0');
}

/** Reports the adjustments of this run and of all earlier ones. */
export async function sayAdjusted({ findings }: Staging): Promise<void> {
  await findings.addFrom(
    'balance-adjusted',
    'wallet_balances',
    `SELECT u.id, t.reference_id || ': ' || CASE t.type WHEN 'deposit' THEN '+' ELSE '-' END || round(t.amount_paise::numeric / 100, 2) AS detail
     FROM imported_rows AS came JOIN transactions AS t ON t.id = came.new_id JOIN old_users AS u ON u.new_id = t.user_id
     WHERE came.kind = 'adjustment' ORDER BY 1, t.created_at, t.id`,
  );
}

async function adjust(deps: Deps | undefined, staging: Staging, which: string): Promise<void> {
  if (!deps) return;
  const select = `SELECT d.n, d.user_id AS "oldUserId", u.new_id AS "userId", d.difference::text AS difference,
      coalesce(b.replayed, b.here)::text AS before
    FROM adjustments AS d JOIN balances AS b ON b.user_id = d.user_id JOIN old_users AS u ON u.id = d.user_id
    WHERE ${which}`;
  const panel = `FROM sources WHERE name = 'Admin Panel' AND deleted_at IS NULL LIMIT 1`;
  const sourceId = (await selectValue(staging.query, text('id'), panel)) ?? null;
  for await (const rows of inBatches<Adjustment>(staging, select, ROWS_PER_BATCH))
    await deps.db.transaction((tx) => post(tx, { rows, staging, sourceId }));
}

async function post(
  tx: Tx,
  { rows, staging, sourceId }: { rows: Adjustment[]; staging: Staging; sourceId: string | null },
): Promise<void> {
  const named = rows.map((row) => ({
    ...row,
    id: newId(),
    owner: userId.parse(row.userId),
    before: Number(row.before),
    difference: toPaise(Number(row.difference)),
    after: Number(row.before) + Number(row.difference),
    referenceId: `ADM-${staging.now.getTime() + row.n}-${shortId(userId.parse(row.userId))}`,
  }));
  const wallets = await lockWallets(
    tx,
    named.map(({ owner }) => owner),
  );
  if (named.some(({ owner, before }) => wallets.get(owner)?.balancePaise !== before))
    throw usedMeanwhile();
  const postings = named.map(({ id, owner, difference }) => ({
    transactionId: transactionId.parse(id),
    userId: owner,
    amountPaise: difference,
    payment: null,
  }));
  if ((await postToLedger(tx, postings)).length > 0) throw usedMeanwhile();
  const adjustments = named.map(({ id, owner, before, difference, after, referenceId }) => ({
    ...NO_DETAILS,
    ...NO_DECISION,
    userId: owner,
    id,
    sourceId,
    version: 1,
    kind: 'adjustment' as const,
    status: 'approved' as const,
    type: difference > 0 ? ('deposit' as const) : ('withdrawal' as const),
    amountPaise: Math.abs(difference),
    paymentMethod: 'admin_adjustment',
    referenceId,
    adminNotes: `Administrator balance adjustment: ${formatRupees(before)} to ${formatRupees(after)}, as the former system showed it`,
    receiptUrl: null,
    requestKey: null,
    requestFingerprint: null,
    decidedAt: tx.at,
    approvedAt: tx.at,
    createdAt: tx.at,
    updatedAt: tx.at,
  }));
  insertMany(tx, transactions, adjustments, { defaults: ['seq'] });
  const entries = named.map(
    ({ id, owner, before, after, referenceId }): AuditEntry => ({
      chainId: owner,
      action: 'user.adjustBalance',
      entity: 'user',
      entityId: owner,
      before: { balancePaise: before },
      after: { balancePaise: after, transactionId: id, referenceId },
    }),
  );
  await recordAudit(tx, { actor: COMMAND_LINE, entries });
  const came = named.map(({ oldUserId, id }) => ({ oldId: `${oldUserId} ${id}`, newId: id }));
  remember(tx, 'adjustment', came);
}
