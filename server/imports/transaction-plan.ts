import type { Staging } from './staging.ts';

/** SQL for a prefix of a text's hash, identical in every run. */
const hash = (text: string, length: number) =>
  `left(encode(sha256(convert_to(${text}, 'UTF8')), 'hex'), ${length})`;

/**
 * Decides how each transaction is imported, and plans each user's balance. Writes only temporary tables, so that a dry
 * run reports the same findings as an import.
 */
export async function planMoney(staging: Staging): Promise<void> {
  await findEarlier(staging);
  await planReferences(staging);
  await sayWhatIsGone(staging);
  await planBalances(staging);
}

async function findEarlier({ query, findings }: Staging): Promise<void> {
  await query(
    `UPDATE old_transactions AS t SET comes = u.comes FROM old_users AS u WHERE u.id = t.user_id;
     UPDATE old_transactions AS t SET new_id = came.new_id FROM imported_rows AS came
     WHERE came.kind = 'transaction' AND came.old_id = t.id;
     CREATE INDEX ON old_transactions (user_id)`,
  );
  await findings.addFrom(
    'changed-since',
    'transactions',
    `SELECT t.id, here.status || ' here, ' || t.status || ' there' AS detail FROM ${changedSince} ORDER BY 1`,
  );
}

/** SQL for transactions changed since an earlier import. A pending withdrawal imported as rejected is not a change. */
const changedSince = `old_transactions AS t JOIN old_users AS whose ON whose.id = t.user_id AND whose.new_id IS NOT NULL
  JOIN transactions AS here ON here.user_id = whose.new_id AND here.id = t.new_id
  WHERE (here.amount_paise, here.type) <> (t.amount_paise, t.type)
    OR (here.status <> t.status AND NOT (t.status = 'pending' AND here.status = 'rejected'))`;

/** The transaction imported first, or the oldest one, keeps a reference. Others get one derived from their id. */
async function planReferences({ query, findings }: Staging): Promise<void> {
  await query(
    `UPDATE old_transactions SET new_reference = coalesce(reference, 'IMP-' || ${hash('id', 16)})`,
  );
  for (const reference of [
    `left(t.new_reference, 60) || '-' || ${hash('t.id', 8)}`,
    `'IMP-' || ${hash('t.id', 40)}`,
  ])
    await query(
      `UPDATE old_transactions AS t SET new_reference = ${reference}
       FROM (SELECT id, row_number() OVER (PARTITION BY new_reference ORDER BY new_id IS NULL, created_at, id) AS place
             FROM old_transactions) AS placed
       WHERE placed.id = t.id AND place > 1`,
    );
  await findings.addFrom(
    'reference-changed',
    'transactions',
    `SELECT id, coalesce(reference, 'none') || ' is ' || new_reference AS detail FROM old_transactions
     WHERE reference IS DISTINCT FROM new_reference AND comes ORDER BY 1`,
  );
}

async function sayWhatIsGone({ findings }: Staging): Promise<void> {
  const withdrawals = `FROM old_transactions AS t LEFT JOIN old_accounts AS a ON a.id = t.bank_account_id
    WHERE t.comes AND t.type = 'withdrawal' AND t.kind = 'request'`;
  await findings.addFrom(
    'account-missing',
    'transactions',
    `SELECT t.id, t.new_reference AS detail ${withdrawals} AND a.id IS NULL ORDER BY 1`,
  );
  await findings.addFrom(
    'account-of-another',
    'transactions',
    `SELECT t.id, t.new_reference AS detail ${withdrawals} AND a.user_id IS DISTINCT FROM t.user_id AND a.id IS NOT NULL ORDER BY 1`,
  );
  await findings.addFrom(
    'source-missing',
    'transactions',
    `SELECT id, source_id AS detail FROM old_transactions AS t WHERE comes AND source_id IS NOT NULL
       AND NOT EXISTS (SELECT FROM old_sources AS s WHERE s.id = t.source_id) ORDER BY 1`,
  );
}

/** SQL for the change of the balance by an approved transaction. */
const moved = `CASE t.type WHEN 'deposit' THEN t.amount_paise ELSE -t.amount_paise END::numeric`;
/** SQL: whether a transaction has not been posted yet. */
const isToPost = `t.comes AND t.new_id IS NULL AND t.status = 'approved'`;

/**
 * Creates `balances`, one row per user, and `replay`, the order of the imported transactions. A row of `balances` has
 * the balance here, the imported sum and the stored balance (null if it can't be compared). `dips`: the history goes
 * below zero.
 */
async function planBalances({ query, findings }: Staging): Promise<void> {
  await query(
    `CREATE TEMPORARY TABLE balances AS
     SELECT row_number() OVER (ORDER BY u.id)::int AS n, u.id AS user_id, coalesce(w.balance_paise, 0)::numeric AS here,
       coalesce(w.held_paise, 0)::numeric AS held, coalesce(s.coming, 0) AS coming, b.balance_paise::numeric AS stored,
       coalesce(s.least + coalesce(w.balance_paise, 0) < 0, false) AS dips, NULL::numeric AS replayed,
       u.id IN (SELECT t.user_id FROM ${changedSince}) AS is_blocked
     FROM old_users AS u
     LEFT JOIN wallet_balances AS w ON w.user_id = u.new_id
     LEFT JOIN old_balances AS b ON b.id = u.id
     LEFT JOIN (SELECT user_id, sum(moved) AS coming, min(running) AS least FROM (
         SELECT t.user_id, ${moved} AS moved, sum(${moved}) OVER (PARTITION BY t.user_id ORDER BY t.decided_at, t.created_at, t.id) AS running
         FROM old_transactions AS t WHERE ${isToPost}) AS steps GROUP BY user_id) AS s ON s.user_id = u.id
     WHERE u.comes`,
  );
  await query('CREATE UNIQUE INDEX ON balances (user_id); CREATE INDEX ON balances (n)');
  await findings.addFrom(
    'below-zero',
    'transactions',
    `SELECT user_id AS id, NULL AS detail FROM balances WHERE dips AND here + coming >= 0 ORDER BY 1`,
  );
  await findings.addFrom(
    'balance-differs',
    'wallet_balances',
    `SELECT user_id AS id, 'stored ' || round(stored / 100, 2) || ', from transactions ' || round((here + coming) / 100, 2)
       || ', difference ' || round((stored - here - coming) / 100, 2) AS detail
     FROM balances WHERE stored <> here + coming ORDER BY 1`,
  );
  await query(
    `CREATE TEMPORARY TABLE replay AS
     SELECT row_number() OVER (ORDER BY t.user_id, b.dips AND t.status = 'approved' AND t.type = 'withdrawal',
         coalesce(t.decided_at, t.created_at), t.created_at, t.id)::int AS n, t.id
     FROM old_transactions AS t JOIN balances AS b ON b.user_id = t.user_id
     WHERE t.comes AND t.new_id IS NULL AND NOT (t.status = 'pending' AND t.type = 'withdrawal')`,
  );
  await query(
    'CREATE INDEX ON replay (n); ANALYZE replay; ANALYZE balances; ANALYZE old_transactions',
  );
}
