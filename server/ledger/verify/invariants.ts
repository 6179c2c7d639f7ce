import { TRANSACTION_TYPES } from '#contract/transactions/rules.ts';
import { TRANSACTION_STATUSES } from '#contract/transactions/states.ts';
import { projected } from '#server/db/projections.ts';
import { HELD, POSTED } from '#server/db/statuses.ts';

/** A condition that always holds in the database, with a query that returns the rows that violate it. */
export interface Invariant {
  title: string;
  sql: string;
}

const signed = `CASE t.type WHEN 'deposit' THEN t.amount_paise ELSE -t.amount_paise END`;

const countColumns = TRANSACTION_TYPES.flatMap((type) =>
  TRANSACTION_STATUSES.map((status) => `${status}_${type}s`),
).join(', ');
const countedEach = TRANSACTION_TYPES.flatMap((type) =>
  TRANSACTION_STATUSES.map(
    (status) => `(count(*) FILTER (WHERE t.status = '${status}' AND t.type = '${type}'))::int`,
  ),
).join(', ');

/** Sums are returned as text, because a wrong sum may be too large for a number. */
export const invariants: Invariant[] = [
  {
    title: "Every posting's entries sum to zero",
    sql: `SELECT user_id, transaction_id, sum(amount_paise)::text AS sum, count(*) AS entries
          FROM ledger_entries GROUP BY user_id, transaction_id
          HAVING sum(amount_paise) <> 0 OR count(*) < 2`,
  },
  {
    title: 'Every balance is the sum of its ledger entries',
    sql: `SELECT user_id, balance_paise::text, total::text AS entries_sum
          FROM wallet_balances FULL JOIN (
            SELECT user_id, sum(amount_paise) AS total FROM ledger_entries
            WHERE account = 'wallet' GROUP BY user_id) AS e USING (user_id)
          WHERE coalesce(balance_paise, 0) <> coalesce(total, 0)`,
  },
  {
    title: "Every wallet's entries are numbered without a gap, up to the wallet's own number",
    sql: `SELECT user_id, seq, last, entries
          FROM wallet_balances FULL JOIN (
            SELECT user_id, max(seq) AS last, min(seq) AS first, count(*) AS entries FROM ledger_entries
            WHERE account = 'wallet' GROUP BY user_id) AS e USING (user_id)
          WHERE coalesce(seq, last) <> coalesce(last, 0) OR last <> entries OR first <> 1`,
  },
  {
    title: 'Every entry tells the balance after it',
    sql: `SELECT user_id, id, seq, balance_after_paise::text, running::text FROM (
            SELECT user_id, id, seq, balance_after_paise,
                   sum(amount_paise) OVER (PARTITION BY user_id ORDER BY seq) AS running
            FROM ledger_entries WHERE account = 'wallet') AS chain
          WHERE balance_after_paise <> running`,
  },
  {
    title: 'Every hold is the sum of the pending withdrawals',
    sql: `SELECT user_id, held_paise::text, pending::text
          FROM wallet_balances FULL JOIN (
            SELECT user_id, sum(amount_paise) AS pending FROM transactions
            WHERE status ${HELD} AND type = 'withdrawal' GROUP BY user_id) AS p USING (user_id)
          WHERE coalesce(held_paise, 0) <> coalesce(pending, 0)`,
  },
  {
    title: 'Nothing is negative, and no hold exceeds its balance',
    sql: `SELECT user_id, balance_paise::text, held_paise::text FROM wallet_balances
          WHERE balance_paise < 0 OR held_paise < 0 OR held_paise > balance_paise
          UNION ALL
          SELECT user_id, balance_after_paise::text, NULL FROM ledger_entries
          WHERE balance_after_paise < 0`,
  },
  {
    title: 'Every approved transaction has exactly its posting',
    sql: `SELECT t.user_id, t.id, t.type, t.amount_paise::text,
                 w.amount_paise::text AS wallet_entry, h.amount_paise::text AS house_entry
          FROM transactions t
          LEFT JOIN ledger_entries w
            ON w.user_id = t.user_id AND w.transaction_id = t.id AND w.account = 'wallet'
          LEFT JOIN ledger_entries h
            ON h.user_id = t.user_id AND h.transaction_id = t.id AND h.account = 'house'
          WHERE t.status ${POSTED}
            AND (w.amount_paise IS DISTINCT FROM ${signed} OR h.amount_paise IS DISTINCT FROM -(${signed}))`,
  },
  {
    title: 'No pending or rejected transaction has a posting',
    sql: `SELECT t.user_id, t.id, t.status FROM transactions t
          WHERE NOT t.status ${POSTED} AND EXISTS (
            SELECT FROM ledger_entries e WHERE e.user_id = t.user_id AND e.transaction_id = t.id)`,
  },
  {
    title: 'Only a closed account has entries without their transaction',
    sql: `SELECT e.user_id, e.id, e.transaction_id FROM ledger_entries e
          JOIN users u ON u.id = e.user_id AND u.erasing_since IS NULL
          LEFT JOIN transactions t ON t.user_id = e.user_id AND t.id = e.transaction_id
          WHERE t.id IS NULL`,
  },
  {
    title: 'Every user has a wallet, and every wallet a user',
    sql: `SELECT u.id AS user_id, w.user_id AS wallet FROM users u
          FULL JOIN wallet_balances w ON w.user_id = u.id WHERE u.id IS NULL OR w.user_id IS NULL`,
  },
  {
    title: 'A closed account ended at 0, and its deletion is on record',
    sql: `SELECT user_id, closed.balance_after_paise::text FROM (
            SELECT DISTINCT ON (e.user_id) e.user_id, e.balance_after_paise FROM ledger_entries e
            WHERE e.account = 'wallet' AND NOT EXISTS (SELECT FROM users u WHERE u.id = e.user_id)
            ORDER BY e.user_id, e.seq DESC) AS closed
          WHERE closed.balance_after_paise <> 0 OR NOT EXISTS (
            SELECT FROM audit_log a WHERE a.chain_id = closed.user_id::text AND a.action = 'user.delete')`,
  },
  {
    title: 'Nothing personal is left of a closed account',
    sql: `SELECT 'files' AS of, f.user_id, f.id::text FROM files f
          WHERE f.user_id IS NOT NULL AND NOT EXISTS (SELECT FROM users u WHERE u.id = f.user_id)
          UNION ALL SELECT 'passbook_days', d.user_id, d.day::text FROM passbook_days d
          WHERE NOT EXISTS (SELECT FROM users u WHERE u.id = d.user_id)`,
  },
  {
    title: 'Every balance is the approved deposits less the approved withdrawals',
    sql: `SELECT user_id, balance_paise::text, approved::text
          FROM wallet_balances FULL JOIN (
            SELECT t.user_id, sum(${signed}) AS approved FROM transactions t
            WHERE t.status ${POSTED} GROUP BY t.user_id) AS a USING (user_id)
          WHERE coalesce(balance_paise, 0) <> coalesce(approved, 0)
            AND NOT EXISTS (SELECT FROM users u WHERE u.id = user_id AND u.erasing_since IS NOT NULL)`,
  },
  {
    title: 'The totals are those of the transactions',
    sql: `SELECT type, status, kept.count::text, actual.count::text AS actual_count,
                 kept.amount::text, actual.amount::text AS actual_amount
          FROM (SELECT type, status, sum(count) AS count, sum(amount_paise) AS amount FROM ${projected('totals')} AS parts
                GROUP BY type, status) AS kept
          FULL JOIN (SELECT type, status, count(*) AS count, sum(amount_paise) AS amount
                     FROM transactions GROUP BY type, status) AS actual USING (type, status)
          WHERE coalesce(kept.count, 0) <> coalesce(actual.count, 0)
            OR coalesce(kept.amount, 0) <> coalesce(actual.amount, 0)`,
  },
  {
    title: "The days of a passbook are those of each day's transactions",
    sql: `SELECT user_id, day::text, net_paise::text, net::text, kept.counts::text, actual.counts::text AS actual_counts
          FROM (SELECT user_id, day, net_paise, ARRAY[${countColumns}] AS counts
                FROM passbook_days) AS kept
          FULL JOIN (
            SELECT t.user_id, (t.created_at AT TIME ZONE 'Asia/Kolkata')::date AS day,
                   coalesce(sum(${signed}) FILTER (WHERE t.status ${POSTED}), 0) AS net,
                   ARRAY[${countedEach}] AS counts
            FROM transactions t GROUP BY 1, 2) AS actual USING (user_id, day)
          WHERE coalesce(net_paise, 0) <> coalesce(net, 0)
            OR coalesce(kept.counts, '{0,0,0,0,0,0}') <> coalesce(actual.counts, '{0,0,0,0,0,0}')`,
  },
  {
    title: 'Nobody has more than one default bank account',
    sql: `SELECT user_id, count(*) AS defaults FROM bank_accounts
          WHERE is_default AND deleted_at IS NULL GROUP BY user_id HAVING count(*) > 1`,
  },
  {
    title: 'Every deposit request has its receipt',
    sql: `SELECT t.user_id, t.id, t.permanent_receipt_url FROM transactions t
          WHERE t.type = 'deposit' AND t.kind = 'request' AND t.receipt_url IS NULL
            AND NOT EXISTS (SELECT FROM files f
              WHERE f.id::text = substr(t.permanent_receipt_url, length('/files/receipts/') + 1)
                AND f.kind = 'receipts' AND f.user_id = t.user_id)`,
  },
];
