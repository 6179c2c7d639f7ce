import type { Database } from '../server/db/database.ts';
import { drawGrids } from './receipts.ts';

/** Requests of one insertion, which are decided before the next one. */
const TOGETHER = 500;
const GRIDS = 30;
const REQUESTS_EACH = 10;
const VACUUM_EVERY = 20_000;

/**
 * Writes requests and all rows that they leave, in the order of their times: decided, with postings, records, notifications,
 * images and keys, with the sizes of rows that the product writes. The triggers write the others. Hashes and ciphertexts are
 * random. Requests are numbered; one in ten is by a new person.
 */
export async function fillRequests(
  db: Database,
  { first, last }: { first: number; last: number },
): Promise<void> {
  const { query } = db.background;
  const people = last / REQUESTS_EACH;
  await insertPeople(query, [1 + Math.floor(first / REQUESTS_EACH), people]);
  const grids = await drawGrids(GRIDS);
  for (let from = first; from <= last; from += TOGETHER) {
    const span = [from, from + TOGETHER - 1, people];
    await query(REQUESTS, span);
    await query(WITHDRAWN_TO, span);
    await query(FILES, span);
    await query(HASHES, [...span.slice(0, 2), grids]);
    await query(recordsOf('request'), span);
    await query(DECIDE, span.slice(0, 2));
    await query(POSTINGS, span);
    await query(recordsOf('decision'), span);
    await query(NOTIFICATIONS, span);
    await query(KEYS, span.slice(0, 2));
    await query(EVENTS, span);
    // As autovacuum does meanwhile.
    if ((from - 1) % VACUUM_EVERY === 0) await query('VACUUM');
  }
}

const moment = `timestamptz '2026-01-01' + n * interval '6.3 seconds'`;
/** A UUIDv7 of the row's time. The letter distinguishes rows of different tables. */
const idOf = (letter: string, n = 'n') =>
  `(lpad(to_hex((extract(epoch FROM timestamptz '2026-01-01' + ${n} * interval '6.3 seconds') * 1000)::bigint), 12, '0')
    || '7' || substr(md5('${letter}' || ${n}), 1, 3) || '8' || substr(md5('${letter}' || ${n}), 4, 15))::uuid`;
/** Assigns people to requests without a pattern that an index could use. */
const person = '(1 + (n::bigint * 7919) % $3::int)::int';
const isDeposit = '(n % 20 < 13)';
const isApproved = '(n % 13 > 0)';
const ms = `((extract(epoch FROM ${moment}) * 1000)::bigint)`;
const reference = `CASE WHEN ${isDeposit} THEN 'DEP-' || ${ms} ELSE 'WDL' || ${ms} || n % 1000 END`;
const amount = '(1000 + (n::bigint * 104729) % 5000000)';
const type = `CASE WHEN ${isDeposit} THEN 'deposit' ELSE 'withdrawal' END`;
const status = `CASE WHEN ${isApproved} THEN 'approved' ELSE 'rejected' END`;
const admin = `(SELECT id FROM users WHERE username = 'admin')`;
const source = '(SELECT id FROM sources ORDER BY id LIMIT 1)';
const numbers = 'FROM generate_series($1::int, $2::int) n';
const sealed = `'s1.b41a036f.' || substr(encode(sha256(n::text::bytea), 'base64'), 1, 43) || '.' || lpad(n::text, 8, '0')`;

async function insertPeople(query: Database['query'], numbers: number[]): Promise<void> {
  const numbered = 'FROM generate_series($1::int, $2::int) n';
  const inserts = [
    `users (id, username, password_hash, role, status, created_at)
     SELECT ${idOf('u')}, 'person.' || n, 'none', 'user', 'active', ${moment}`,
    `wallet_balances (user_id, balance_paise, updated_at) SELECT ${idOf('u')}, 0, now()`,
    `audit_chains (chain_id, seq, hash) SELECT ${idOf('u')}::text, 0, sha256(n::text::bytea)`,
    `bank_accounts (user_id, id, account_holder_name, account_number, account_number_hash, bank_name, ifsc_code, is_default, created_at)
     SELECT ${idOf('u')}, ${idOf('b')}, 'Farhan Ali', ${sealed}, sha256(n::text::bytea), 'HDFC Bank', 'HDFC0001236', true, ${moment}`,
  ];
  for (const insert of inserts) {
    await query(`INSERT INTO ${insert} ${numbered} ON CONFLICT DO NOTHING`, numbers);
  }
}

const REQUESTS = `
  INSERT INTO transactions (user_id, id, type, amount_paise, payment_method, utr, reference_id, bank_account_id, beneficiary,
    permanent_receipt_url, request_key, request_fingerprint, created_at, updated_at)
  SELECT ${idOf('u', person)}, ${idOf('t')}, ${type}, ${amount}, CASE WHEN ${isDeposit} THEN 'UPI' END,
    CASE WHEN ${isDeposit} AND n % 10 < 7 THEN lpad((n::bigint * 7919)::text, 12, '4') END, ${reference},
    CASE WHEN NOT ${isDeposit} THEN ${idOf('b', person)} END,
    CASE WHEN NOT ${isDeposit} THEN jsonb_build_object('bankName', 'HDFC Bank', 'ifscCode', 'HDFC0001236',
      'accountNumber', ${sealed}, 'accountHolderName', 'Farhan Ali') END,
    CASE WHEN ${isDeposit} THEN '/files/receipts/' || ${idOf('f')} END,
    gen_random_uuid(), sha256(n::text::bytea), ${moment}, ${moment} ${numbers}`;

const WITHDRAWN_TO = `
  INSERT INTO transaction_accounts (user_id, transaction_id, last_four, account_number_hash)
  SELECT ${idOf('u', person)}, ${idOf('t')}, lpad((n % 10000)::text, 4, '0'), sha256(n::text::bytea)
  ${numbers} WHERE NOT ${isDeposit}`;

const FILES = `
  INSERT INTO files (id, kind, user_id, storage_key, content_type, byte_size, width, height, sha256, is_hashed, created_at)
  SELECT ${idOf('f')}, 'receipts', ${idOf('u', person)}, 'receipts/2026-09/' || ${idOf('f')} || '.jpg', 'image/jpeg', 26088, 540, 760,
    encode(sha256(n::text::bytea), 'hex'), true, ${moment} ${numbers} WHERE ${isDeposit}`;

const HASHES = `
  INSERT INTO receipt_hashes (file_id, upload_sha256, hash, grid)
  SELECT ${idOf('f')}, sha256(n::text::bytea), ('x' || substr(md5(n::text), 1, 16))::bit(64)::bigint,
    ($3::bytea[])[1 + n % ${GRIDS}] ${numbers} WHERE ${isDeposit}`;

function recordsOf(kind: 'request' | 'decision'): string {
  const asks = kind === 'request';
  const common = `'type', ${type}, 'amountPaise', ${amount}, 'referenceId', ${reference}`;
  const after = asks
    ? `jsonb_build_object('status', 'pending', ${common})`
    : `jsonb_build_object('status', ${status}, 'sourceId', ${source}, 'withNotes', false, ${common})`;
  return `
    WITH moved AS (
      UPDATE audit_chains SET seq = audit_chains.seq + numbered.more, hash = sha256(chain_id::bytea)
      FROM (SELECT ${idOf('u', person)}::text AS chain, count(*) AS more ${numbers} GROUP BY 1) AS numbered
      WHERE chain_id = chain RETURNING chain_id, audit_chains.seq - numbered.more AS seq)
    INSERT INTO audit_log (chain_id, seq, id, actor_id, action, entity, entity_id, before, after, ip, created_at, previous_hash, hash)
    SELECT chain_id, moved.seq + row_number() OVER (PARTITION BY chain_id ORDER BY n), ${idOf(kind)},
      ${asks ? idOf('u', person) : admin},
      ${asks ? `'transaction.request'` : `CASE WHEN ${isApproved} THEN 'transaction.approve' ELSE 'transaction.reject' END`},
      'transaction', ${idOf('t')}::text, ${asks ? 'NULL' : `'{"status":"pending"}'`}, ${after}, '127.0.0.1', ${moment},
      sha256(n::text::bytea), sha256(('x' || n)::bytea)
    ${numbers} JOIN moved ON chain_id = ${idOf('u', person)}::text ORDER BY n`;
}

const DECIDE = `
  UPDATE transactions SET status = ${status}, source_id = CASE WHEN ${isDeposit} AND ${isApproved} THEN ${source} END,
    decision_key = gen_random_uuid(), decided_by = ${admin}, decided_at = created_at + interval '5 minutes', version = 2,
    approved_by = CASE WHEN ${isApproved} THEN ${admin} END,
    approved_at = CASE WHEN ${isApproved} THEN created_at + interval '5 minutes' END, updated_at = created_at + interval '5 minutes'
  ${numbers} WHERE id = ${idOf('t')}`;

const POSTINGS = `
  INSERT INTO ledger_entries (user_id, id, transaction_id, account, amount_paise, seq, balance_after_paise, created_at)
  SELECT ${idOf('u', person)}, gen_random_uuid(), ${idOf('t')}, account, CASE account WHEN 'wallet' THEN ${amount} ELSE -${amount} END,
    CASE account WHEN 'wallet' THEN n END, CASE account WHEN 'wallet' THEN ${amount} END, ${moment}
  ${numbers} CROSS JOIN (VALUES ('wallet'), ('house')) AS accounts (account) WHERE ${isApproved}`;

const NOTIFICATIONS = `
  INSERT INTO notifications (user_id, id, title, message, title_key, message_key, params, type, category, read, data, created_at)
  SELECT ${idOf('u', person)}, ${idOf('m')}, 'Deposit Approved', 'Your deposit of ₹1,200.00 (' || ${reference} || ') has been approved.',
    'Deposit Approved', 'Your deposit of {{amountPaise}} ({{reference}}) has been approved.',
    jsonb_build_object('reference', ${reference}, 'amountPaise', ${amount}), 'success', 'transaction', true,
    jsonb_build_object('transaction_id', ${idOf('t')}), ${moment} ${numbers}`;

const KEYS = `
  INSERT INTO decision_requests (decided_by, request_key, fingerprint, created_at)
  SELECT ${admin}, gen_random_uuid(), sha256(n::text::bytea), ${moment} ${numbers}`;

/** One of the request and one of the decision. */
const EVENTS = `
  INSERT INTO events (user_id, for_admins, payload, created_at)
  SELECT ${idOf('u', person)}, true, jsonb_build_object('entity', 'transaction', 'op', op, 'id', ${idOf('t')}, 'userId', ${idOf('u', person)},
    'type', ${type}, 'status', ${status}, 'amountPaise', ${amount}, 'also', jsonb_build_object('balance', true, 'notificationId', ${idOf('m')})),
    ${moment} ${numbers} CROSS JOIN (VALUES ('insert'), ('update')) AS ops (op)`;
