import pg from 'pg';
import type { Wallet } from './wallet.ts';

/**
 * Years of the demo user's deposits and withdrawals: a deposit of ₹20, a withdrawal of ₹10 and so on,
 * one every six hours up to the end of 20 November 2026 in India, all approved but each hundredth. The
 * newest is number 1 and its reference ends so. Lists are looked at, not money: there is no ledger.
 */
export async function addHistory(wallet: Wallet, rows: number): Promise<void> {
  const client = new pg.Client({ connectionString: wallet.databaseUrl });
  await client.connect();
  await client.query(
    `INSERT INTO transactions (user_id, id, type, amount_paise, status, reference_id, beneficiary, permanent_receipt_url,
       decided_at, approved_at, decided_by, approved_by, created_at, updated_at)
     SELECT demo.id, ('01900000-0000-7000-8000-' || lpad(to_hex($1::int - n), 12, '0'))::uuid, type,
       CASE type WHEN 'deposit' THEN 2000 ELSE 1000 END, status, 'OLD-' || lpad(n::text, 7, '0'),
       CASE type WHEN 'withdrawal' THEN '{"accountHolderName":"Demo","accountNumber":"123456789012","bankName":"Old Bank","ifscCode":null}'::jsonb END,
       '/files/receipts/none', moment, CASE status WHEN 'approved' THEN moment END, demo.id,
       CASE status WHEN 'approved' THEN demo.id END, moment, moment
     FROM generate_series(1, $1::int) AS n
     CROSS JOIN (SELECT id FROM users WHERE username = 'demo') AS demo
     CROSS JOIN LATERAL (SELECT
       CASE WHEN n % 2 = 1 THEN 'deposit' ELSE 'withdrawal' END AS type,
       CASE WHEN n % 100 = 0 THEN 'rejected' ELSE 'approved' END AS status,
       timestamptz '2026-11-20 23:30+05:30' - (n - 1) * interval '6 hours' AS moment) AS made`,
    [rows],
  );
  await client.end();
}

/**
 * Six weeks of everyone's deposits and withdrawals up to yesterday, most of them approved within the hour.
 * As above there is no ledger.
 */
export async function addWeeks(wallet: Wallet): Promise<void> {
  const client = new pg.Client({ connectionString: wallet.databaseUrl });
  await client.connect();
  await client.query(
    `INSERT INTO transactions (user_id, id, type, amount_paise, status, reference_id, beneficiary, permanent_receipt_url,
       source_id, decided_at, approved_at, decided_by, approved_by, created_at, updated_at)
     SELECT people.ids[1 + (day * 7 + n * 3) % cardinality(people.ids)], gen_random_uuid(), type,
       (CASE type WHEN 'deposit' THEN '{50000,120000,250000,499950,750000,1875000,64025}'::int[]
         ELSE '{100000,150000,220000,500000,750000,120000,180000}'::int[] END)[1 + (day * 5 + n) % 7],
       status, CASE type WHEN 'deposit' THEN 'DEP-' ELSE 'WDL' END || (extract(epoch FROM moment) * 1000)::bigint,
       CASE type WHEN 'withdrawal' THEN '{"accountHolderName":"Asha Rao","accountNumber":"50100234567891","bankName":"HDFC Bank","ifscCode":"HDFC0001234"}'::jsonb END,
       CASE type WHEN 'deposit' THEN '/files/receipts/none' END,
       CASE type WHEN 'deposit' THEN sources.ids[1 + (day + n) % cardinality(sources.ids)] END,
       decided, CASE status WHEN 'approved' THEN decided END, admin.id,
       CASE status WHEN 'approved' THEN admin.id END, moment, decided
     FROM generate_series(1, 42) AS day
     CROSS JOIN LATERAL generate_series(1, 3 + day * day % 6) AS n
     CROSS JOIN (SELECT id FROM users WHERE role = 'admin') AS admin
     CROSS JOIN (SELECT array_agg(id ORDER BY username) AS ids FROM users WHERE role = 'user') AS people
     CROSS JOIN (SELECT array_agg(id ORDER BY name) AS ids FROM sources) AS sources
     CROSS JOIN LATERAL (SELECT CASE WHEN (day + n) % 3 = 0 THEN 'withdrawal' ELSE 'deposit' END AS type,
       CASE WHEN day * n % 17 = 3 THEN 'rejected' ELSE 'approved' END AS status,
       date_trunc('day', $1::timestamptz) - day * interval '1 day' + n * interval '97 minutes' AS moment) AS made
     CROSS JOIN LATERAL (SELECT moment + (5 + day * n % 40) * interval '1 minute' AS decided) AS later`,
    [wallet.now()],
  );
  await client.end();
}
