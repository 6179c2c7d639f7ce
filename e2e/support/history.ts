import pg from 'pg';
import { DAY_BEFORE } from '../../server/testing/clock.ts';
import type { Wallet } from './wallet.ts';

/**
 * Years of the demo user's deposits and withdrawals: a deposit of ₹20, a withdrawal of ₹10 and so on,
 * one every six hours until the end of the day before the test in India, all approved except each hundredth. The
 * newest is number 1 and its reference ends so. There are no ledger entries, because only lists are tested.
 */
export async function addHistory(wallet: Wallet, rows: number): Promise<void> {
  const client = new pg.Client({ connectionString: wallet.databaseUrl });
  await client.connect();
  await client.query(
    `INSERT INTO transactions (user_id, id, type, amount_paise, status, reference_id, beneficiary, permanent_receipt_url,
       decided_at, approved_at, decided_by, approved_by, seq, created_at, updated_at)
     SELECT demo.id, ('01900000-0000-7000-8000-' || lpad(to_hex($1::int - n), 12, '0'))::uuid, type,
       CASE type WHEN 'deposit' THEN 2000 ELSE 1000 END, status, 'OLD-' || lpad(n::text, 7, '0'),
       CASE type WHEN 'withdrawal' THEN '{"accountHolderName":"Demo","accountNumber":"123456789012","bankName":"Old Bank","ifscCode":null}'::jsonb END,
       '/files/receipts/none', moment, CASE status WHEN 'approved' THEN moment END, demo.id,
       CASE status WHEN 'approved' THEN demo.id END, $1::int - n, moment, moment
     FROM generate_series(1, $1::int) AS n
     CROSS JOIN (SELECT id FROM users WHERE username = 'demo') AS demo
     CROSS JOIN LATERAL (SELECT
       CASE WHEN n % 2 = 1 THEN 'deposit' ELSE 'withdrawal' END AS type,
       CASE WHEN n % 100 = 0 THEN 'rejected' ELSE 'approved' END AS status,
       timestamptz '${DAY_BEFORE} 23:30+05:30' - (n - 1) * interval '6 hours' AS moment) AS made`,
    [rows],
  );
  await client.end();
}

/** Lets the confirmation of identity of every open session expire. */
export async function expireConfirmations(wallet: Wallet): Promise<void> {
  const client = new pg.Client({ connectionString: wallet.databaseUrl });
  await client.connect();
  await client.query('UPDATE sessions SET confirmed_at = NULL');
  await client.end();
}
