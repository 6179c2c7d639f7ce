import { transactionId, type UserId, userId } from '#contract/shared/base.ts';
import { COMMAND_LINE } from '#contract/shared/enums.ts';
import { toPaise } from '#contract/shared/money.ts';
import { newId } from '../base/ids.ts';
import type { Secrets } from '../base/secrets.ts';
import type { Tx } from '../db/database.ts';
import { insertMany } from '../db/insert-many.ts';
import { type NewTransaction, NO_DECISION, NO_DETAILS } from '../db/new-transactions.ts';
import { transactionAccounts, transactions } from '../db/schema/transactions.ts';
import { countOf } from '../db/selection.ts';
import type { Deps } from '../deps/deps.ts';
import { digestBeneficiary } from '../ledger/beneficiary-digest.ts';
import { holdFunds } from '../ledger/holds.ts';
import { postToLedger } from '../ledger/post.ts';
import { lockWallets, saveWallets } from '../ledger/wallets.ts';
import { type AuditEntry, recordAudit } from '../platform/commands/audit.ts';
import {
  openBeneficiary,
  sealBeneficiary,
  toTransactionAccount,
} from '../platform/secrets/account-numbers.ts';
import { adjustDown, adjustUp, planAdjustments } from './adjustments.ts';
import { remember, usedMeanwhile } from './rows.ts';
import { inBatches, progressOf, type Staging } from './staging.ts';

const ROWS_PER_BATCH = 500;
const NOT_COVERED = 'Not covered by the balance when it was imported';
/** Shown instead of the details of a deleted bank account. */
const GONE = '—';

interface OldTransaction {
  n: number;
  oldId: string;
  oldUserId: string;
  /** Null in a dry run, if the user was not imported. */
  userId: string | null;
  type: 'deposit' | 'withdrawal';
  status: 'pending' | 'approved' | 'rejected';
  kind: 'request' | 'adjustment';
  /** Amounts and balances in whole paise, as text. */
  amount: string;
  start: string;
  paymentMethod: string | null;
  referenceId: string;
  utr: string | null;
  bankAccountId: string | null;
  account: { holder: string; number: string; bank: string; ifsc: string | null } | null;
  sourceId: string | null;
  notes: string | null;
  approverId: UserId | null;
  createdAt: Date;
  decidedAt: Date | null;
  updatedAt: Date;
}

const columns = `t.id AS "oldId", t.user_id AS "oldUserId", u.new_id AS "userId", t.type, t.status, t.kind,
  t.amount_paise::text AS amount, t.payment_method AS "paymentMethod", t.new_reference AS "referenceId", t.utr,
  mine.new_id AS "bankAccountId", to_jsonb(a) AS account, s.new_id AS "sourceId", t.notes,
  coalesce(approver.new_id, called.id) AS "approverId",
  t.created_at AS "createdAt", t.decided_at AS "decidedAt", t.updated_at AS "updatedAt"`;
const joins = `JOIN old_users AS u ON u.id = t.user_id
  LEFT JOIN old_accounts AS a ON a.id = t.bank_account_id AND t.type = 'withdrawal'
  LEFT JOIN imported_rows AS mine ON mine.kind = 'bank-account' AND mine.old_id = a.id AND a.user_id = t.user_id
  LEFT JOIN LATERAL (SELECT new_id FROM imported_rows WHERE kind IN ('source', 'known-source') AND old_id = t.source_id LIMIT 1) AS s ON true
  LEFT JOIN old_users AS approver ON approver.id = t.approved_by
  LEFT JOIN users AS called ON called.username = t.approved_by::citext`;

/** Undefined in a dry run: nothing is written. */
type Target = Deps | undefined;

/**
 * Imports transactions in chronological order. Posts approved ones and holds the amounts of pending withdrawals. With
 * `adjusts`, balances are adjusted to those that the former system stored. Returns the number of transactions.
 */
export async function importMoney(
  deps: Target,
  staging: Staging,
  { adjusts }: { adjusts: boolean },
): Promise<number> {
  await planAdjustments(staging, { adjusts });
  await adjustUp(deps, staging);
  const decided = await replay(deps, staging);
  await adjustDown(deps, staging);
  return decided + (await holdPending(deps, staging));
}

async function replay(deps: Target, staging: Staging): Promise<number> {
  const total = await countOf(staging.query, 'replay');
  const progress = progressOf(staging, 'transactions', total);
  const select = `SELECT r.n, b.here::text AS start, ${columns}
    FROM replay AS r JOIN old_transactions AS t ON t.id = r.id JOIN balances AS b ON b.user_id = t.user_id ${joins}`;
  let running = { oldUserId: '', balance: 0 };
  let count = 0;
  for await (const batch of inBatches<OldTransaction>(staging, select, ROWS_PER_BATCH)) {
    const coming: OldTransaction[] = [];
    const balances = new Map<string, number>();
    for (const row of batch) {
      if (row.oldUserId !== running.oldUserId)
        running = { oldUserId: row.oldUserId, balance: Number(row.start) };
      const balance = running.balance + moveOf(row);
      const isCovered = balance >= 0 && Number.isSafeInteger(balance);
      if (isCovered) {
        running.balance = balance;
        coming.push(row);
      } else await sayNotCovered(staging, row);
      balances.set(row.oldUserId, running.balance);
    }
    await deps?.db.transaction((tx) => bring(tx, coming));
    await saveReplayed(staging, balances);
    count += coming.length;
    progress(batch.length);
  }
  return count;
}

/** Returns the change of the balance in paise; 0 unless the transaction is approved. */
function moveOf({ type, status, amount }: OldTransaction): number {
  if (status !== 'approved') return 0;
  return type === 'deposit' ? Number(amount) : -Number(amount);
}

async function sayNotCovered({ findings }: Staging, row: OldTransaction): Promise<void> {
  const { oldId: id, referenceId: detail, type } = row;
  const kind = type === 'withdrawal' ? 'not-covered' : 'amount-unreadable';
  await findings.add({ kind, table: 'transactions', id, detail });
}

async function saveReplayed({ query }: Staging, balances: Map<string, number>): Promise<void> {
  await query(
    `UPDATE balances SET replayed = moved.balance FROM unnest($1::text[], $2::bigint[]) AS moved (user_id, balance)
     WHERE balances.user_id = moved.user_id`,
    [[...balances.keys()], [...balances.values()]],
  );
}

/** Holds the oldest pending withdrawals that the balance covers; the others are imported as rejected. */
async function holdPending(deps: Target, staging: Staging): Promise<number> {
  await staging.query(
    `CREATE TEMPORARY TABLE pending AS
     SELECT row_number() OVER (ORDER BY t.user_id, t.created_at, t.id)::int AS n, t.id FROM old_transactions AS t
     WHERE t.comes AND t.new_id IS NULL AND t.status = 'pending' AND t.type = 'withdrawal'`,
  );
  const select = `SELECT p.n, (coalesce(b.replayed, b.here) + coalesce(least(d.difference, 0), 0) - b.held)::text AS start, ${columns}
    FROM pending AS p JOIN old_transactions AS t ON t.id = p.id JOIN balances AS b ON b.user_id = t.user_id
    LEFT JOIN adjustments AS d ON d.user_id = t.user_id ${joins}`;
  const total = await countOf(staging.query, 'pending');
  const progress = progressOf(staging, 'pending withdrawals', total);
  let running = { oldUserId: '', available: 0 };
  let count = 0;
  for await (const batch of inBatches<OldTransaction>(staging, select, ROWS_PER_BATCH)) {
    const coming: OldTransaction[] = [];
    for (const row of batch) {
      if (row.oldUserId !== running.oldUserId)
        running = { oldUserId: row.oldUserId, available: Number(row.start) };
      const isCovered = Number(row.amount) <= running.available;
      if (isCovered) running.available -= Number(row.amount);
      coming.push(isCovered ? row : rejected(row, staging.now));
    }
    await deps?.db.transaction((tx) => bring(tx, coming));
    count += coming.length;
    const refused = coming.filter(({ status }) => status === 'rejected');
    for (const { oldId: id, referenceId: detail } of refused)
      await staging.findings.add({ kind: 'hold-not-covered', table: 'transactions', id, detail });
    progress(batch.length);
  }
  await sayRejectedBefore(staging);
  return count;
}

function rejected(row: OldTransaction, now: Date): OldTransaction {
  const notes = [NOT_COVERED, row.notes].filter((text) => text !== null).join('\n');
  return { ...row, status: 'rejected', notes, decidedAt: now };
}

async function sayRejectedBefore({ findings }: Staging): Promise<void> {
  await findings.addFrom(
    'hold-not-covered',
    'transactions',
    `SELECT t.id, t.new_reference AS detail FROM old_transactions AS t JOIN old_users AS u ON u.id = t.user_id
     JOIN transactions AS here ON here.user_id = u.new_id AND here.id = t.new_id
     WHERE t.status = 'pending' AND t.type = 'withdrawal' AND here.status = 'rejected' ORDER BY 1`,
  );
}

/** Writes ledger entries, holds, transactions, audit records and import records, in lock order. */
async function bring(tx: Tx, rows: OldTransaction[]): Promise<void> {
  const named = rows.map((row) => ({ ...row, id: newId(), owner: userId.parse(row.userId) }));
  if (named.length === 0) return;
  await post(tx, named);
  await hold(tx, named);
  const came = named.map((row) => toRow(tx.secrets, row));
  insertMany(tx, transactions, came);
  const accounts = came.flatMap(({ userId, id, beneficiary }) => {
    const accountNumber = beneficiary?.accountNumber;
    return toTransactionAccount(tx.secrets, { userId, id, accountNumber }) ?? [];
  });
  insertMany(tx, transactionAccounts, accounts);
  const entries = came.map((row) => toAuditEntry(tx.secrets, row));
  await recordAudit(tx, { actor: COMMAND_LINE, entries });
  const known = named.map(({ oldId, id }) => ({ oldId, newId: id }));
  remember(tx, 'transaction', known);
}

function toAuditEntry(secrets: Secrets, row: NewTransaction): AuditEntry {
  const { id, userId: chainId, type, amountPaise, status, referenceId } = row;
  const { decidedBy, decidedAt } = row;
  return {
    chainId,
    action: 'transaction.import',
    entity: 'transaction',
    entityId: id,
    before: null,
    after: {
      ...{
        type,
        amountPaise,
        status,
        referenceId,
        beneficiarySha256: digestBeneficiary(row, openBeneficiary(secrets, row)),
      },
      ...(status === 'pending' ? {} : { decidedBy, decidedAt }),
    },
  };
}

type Named = OldTransaction & { id: string; owner: UserId };

async function post(tx: Tx, rows: Named[]): Promise<void> {
  const approved = rows.filter(({ status }) => status === 'approved');
  if (approved.length === 0) return;
  const postings = approved.map((row) => ({
    transactionId: transactionId.parse(row.id),
    userId: row.owner,
    amountPaise: toPaise(moveOf(row)),
    payment:
      row.type === 'deposit'
        ? { utr: row.utr, lines: [], differentReason: 'Approved in the former system' }
        : null,
  }));
  const [refused] = await postToLedger(tx, postings);
  if (refused) throw usedMeanwhile();
}

async function hold(tx: Tx, rows: Named[]): Promise<void> {
  const held = rows.filter(({ status, type }) => status === 'pending' && type === 'withdrawal');
  if (held.length === 0) return;
  const wallets = await lockWallets(
    tx,
    held.map(({ owner }) => owner),
  );
  for (const { owner, amount } of held)
    wallets.set(owner, holdFunds(wallets.get(owner), toPaise(Number(amount))));
  saveWallets(tx, [...wallets.values()]);
}

function toRow(secrets: Secrets, row: Named): NewTransaction & { seq: number } {
  const { type, status, kind, account, createdAt, updatedAt } = row;
  const isApproved = status === 'approved';
  // When administrators decided, they overwrote the user's notes.
  const isPersons = status === 'pending' && type === 'deposit';
  return {
    ...NO_DETAILS,
    ...NO_DECISION,
    userId: row.owner,
    id: row.id,
    type,
    kind,
    status,
    amountPaise: Number(row.amount),
    paymentMethod: row.paymentMethod,
    referenceId: row.referenceId,
    utr: row.utr,
    version: 1,
    requestKey: null,
    requestFingerprint: null,
    // Imported rows keep the order of their times.
    seq: 0,
    bankAccountId: row.bankAccountId,
    beneficiary:
      type === 'withdrawal' && (account || kind === 'request')
        ? sealBeneficiary(secrets, {
            ...row,
            userId: row.owner,
            beneficiary: toBeneficiary(account),
          })
        : null,
    // Images are imported later; an empty URL means that there is no receipt.
    receiptUrl: type === 'deposit' ? '' : null,
    sourceId: row.sourceId,
    userNotes: isPersons ? row.notes : null,
    adminNotes: isPersons ? null : row.notes,
    decidedBy: status === 'pending' ? null : row.approverId,
    decidedAt: row.decidedAt,
    approvedBy: isApproved ? row.approverId : null,
    approvedAt: isApproved ? row.decidedAt : null,
    createdAt,
    updatedAt,
  };
}

function toBeneficiary(account: OldTransaction['account']) {
  return {
    accountHolderName: account?.holder || GONE,
    accountNumber: account?.number || GONE,
    bankName: account?.bank || GONE,
    ifscCode: account?.ifsc ?? null,
  };
}
