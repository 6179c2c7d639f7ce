CREATE TABLE "pending_requests" (
	"user_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"type" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"amount_paise" bigint NOT NULL,
	CONSTRAINT "pending_requests_pkey" PRIMARY KEY("user_id","id")
);
--> statement-breakpoint
CREATE TABLE "rejected_requests" (
	"user_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"type" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"amount_paise" bigint NOT NULL,
	CONSTRAINT "rejected_requests_pkey" PRIMARY KEY("user_id","id")
);
--> statement-breakpoint
-- Servers build the indexes on transactions before, while commands continue. A server of the previous version reads queues slowly
-- until it is replaced; the triggers keep the new tables in step with what it writes.
-- squawk-ignore require-concurrent-index-creation
CREATE INDEX IF NOT EXISTS "transactions_user_order_idx" ON "transactions" USING btree ("user_id","created_at","seq","id","type","reference_id");--> statement-breakpoint
-- squawk-ignore require-concurrent-index-creation
CREATE INDEX IF NOT EXISTS "transactions_type_idx" ON "transactions" USING btree ("type","created_at","id");--> statement-breakpoint
CREATE OR REPLACE FUNCTION note_inserted_transactions() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO transaction_total_deltas (type, status, count, amount_paise)
    SELECT type, status, count(*), sum(amount_paise) FROM new_rows GROUP BY 1, 2;
  INSERT INTO passbook_days AS kept (user_id, day, net_paise, pending_deposits, approved_deposits, rejected_deposits,
      pending_withdrawals, approved_withdrawals, rejected_withdrawals)
    SELECT user_id, (created_at AT TIME ZONE 'Asia/Kolkata')::date,
           coalesce(sum(CASE type WHEN 'deposit' THEN n * amount_paise ELSE -n * amount_paise END) FILTER (WHERE status = 'approved'), 0),
           coalesce(sum(n) FILTER (WHERE status = 'pending' AND type = 'deposit'), 0),
           coalesce(sum(n) FILTER (WHERE status = 'approved' AND type = 'deposit'), 0),
           coalesce(sum(n) FILTER (WHERE status = 'rejected' AND type = 'deposit'), 0),
           coalesce(sum(n) FILTER (WHERE status = 'pending' AND type = 'withdrawal'), 0),
           coalesce(sum(n) FILTER (WHERE status = 'approved' AND type = 'withdrawal'), 0),
           coalesce(sum(n) FILTER (WHERE status = 'rejected' AND type = 'withdrawal'), 0)
    FROM (SELECT user_id, created_at, type, status, amount_paise, 1 AS n FROM new_rows) AS moved
    GROUP BY 1, 2 ORDER BY 1, 2
    ON CONFLICT (user_id, day) DO UPDATE
      SET net_paise = kept.net_paise + excluded.net_paise,
          pending_deposits = kept.pending_deposits + excluded.pending_deposits,
          approved_deposits = kept.approved_deposits + excluded.approved_deposits,
          rejected_deposits = kept.rejected_deposits + excluded.rejected_deposits,
          pending_withdrawals = kept.pending_withdrawals + excluded.pending_withdrawals,
          approved_withdrawals = kept.approved_withdrawals + excluded.approved_withdrawals,
          rejected_withdrawals = kept.rejected_withdrawals + excluded.rejected_withdrawals;
  INSERT INTO pending_requests (user_id, id, type, created_at, amount_paise)
    SELECT user_id, id, type, created_at, amount_paise FROM new_rows WHERE status = 'pending';
  INSERT INTO rejected_requests (user_id, id, type, created_at, amount_paise)
    SELECT user_id, id, type, created_at, amount_paise FROM new_rows WHERE status = 'rejected';
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE OR REPLACE FUNCTION note_updated_transactions() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO transaction_total_deltas (type, status, count, amount_paise)
    SELECT type, status, sum(n), sum(amount) FROM (
      SELECT type, status, 1 AS n, amount_paise AS amount FROM new_rows
      UNION ALL SELECT type, status, -1, -amount_paise FROM old_rows) AS moved
    GROUP BY 1, 2 HAVING sum(n) <> 0 OR sum(amount) <> 0;
  INSERT INTO passbook_days AS kept (user_id, day, net_paise, pending_deposits, approved_deposits, rejected_deposits,
      pending_withdrawals, approved_withdrawals, rejected_withdrawals)
    SELECT user_id, (created_at AT TIME ZONE 'Asia/Kolkata')::date,
           coalesce(sum(CASE type WHEN 'deposit' THEN n * amount_paise ELSE -n * amount_paise END) FILTER (WHERE status = 'approved'), 0),
           coalesce(sum(n) FILTER (WHERE status = 'pending' AND type = 'deposit'), 0),
           coalesce(sum(n) FILTER (WHERE status = 'approved' AND type = 'deposit'), 0),
           coalesce(sum(n) FILTER (WHERE status = 'rejected' AND type = 'deposit'), 0),
           coalesce(sum(n) FILTER (WHERE status = 'pending' AND type = 'withdrawal'), 0),
           coalesce(sum(n) FILTER (WHERE status = 'approved' AND type = 'withdrawal'), 0),
           coalesce(sum(n) FILTER (WHERE status = 'rejected' AND type = 'withdrawal'), 0)
    FROM (SELECT user_id, created_at, type, status, amount_paise, 1 AS n FROM new_rows
          UNION ALL SELECT user_id, created_at, type, status, amount_paise, -1 AS n FROM old_rows) AS moved
    GROUP BY 1, 2 HAVING count(DISTINCT (type, status, amount_paise)) > 1 ORDER BY 1, 2
    ON CONFLICT (user_id, day) DO UPDATE
      SET net_paise = kept.net_paise + excluded.net_paise,
          pending_deposits = kept.pending_deposits + excluded.pending_deposits,
          approved_deposits = kept.approved_deposits + excluded.approved_deposits,
          rejected_deposits = kept.rejected_deposits + excluded.rejected_deposits,
          pending_withdrawals = kept.pending_withdrawals + excluded.pending_withdrawals,
          approved_withdrawals = kept.approved_withdrawals + excluded.approved_withdrawals,
          rejected_withdrawals = kept.rejected_withdrawals + excluded.rejected_withdrawals;
  -- Looks up each row by the key: the plan is kept, and one for a large first statement would read the whole queue each time.
  -- Rows of the queue are never updated, so their places do not change.
  DELETE FROM pending_requests WHERE ctid = ANY (ARRAY(
    SELECT found.ctid FROM new_rows CROSS JOIN LATERAL (
      SELECT listed.ctid FROM pending_requests AS listed
      WHERE listed.user_id = new_rows.user_id AND listed.id = new_rows.id OFFSET 0) AS found
    WHERE new_rows.status <> 'pending'));
  INSERT INTO rejected_requests (user_id, id, type, created_at, amount_paise)
    SELECT user_id, id, type, created_at, amount_paise FROM new_rows WHERE status = 'rejected'
    ON CONFLICT (user_id, id) DO NOTHING;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE OR REPLACE FUNCTION note_deleted_transactions() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO transaction_total_deltas (type, status, count, amount_paise)
    SELECT type, status, -count(*), -sum(amount_paise) FROM old_rows GROUP BY 1, 2;
  INSERT INTO passbook_days AS kept (user_id, day, net_paise, pending_deposits, approved_deposits, rejected_deposits,
      pending_withdrawals, approved_withdrawals, rejected_withdrawals)
    SELECT user_id, (created_at AT TIME ZONE 'Asia/Kolkata')::date,
           coalesce(sum(CASE type WHEN 'deposit' THEN n * amount_paise ELSE -n * amount_paise END) FILTER (WHERE status = 'approved'), 0),
           coalesce(sum(n) FILTER (WHERE status = 'pending' AND type = 'deposit'), 0),
           coalesce(sum(n) FILTER (WHERE status = 'approved' AND type = 'deposit'), 0),
           coalesce(sum(n) FILTER (WHERE status = 'rejected' AND type = 'deposit'), 0),
           coalesce(sum(n) FILTER (WHERE status = 'pending' AND type = 'withdrawal'), 0),
           coalesce(sum(n) FILTER (WHERE status = 'approved' AND type = 'withdrawal'), 0),
           coalesce(sum(n) FILTER (WHERE status = 'rejected' AND type = 'withdrawal'), 0)
    FROM (SELECT user_id, created_at, type, status, amount_paise, -1 AS n FROM old_rows) AS moved
    GROUP BY 1, 2 ORDER BY 1, 2
    ON CONFLICT (user_id, day) DO UPDATE
      SET net_paise = kept.net_paise + excluded.net_paise,
          pending_deposits = kept.pending_deposits + excluded.pending_deposits,
          approved_deposits = kept.approved_deposits + excluded.approved_deposits,
          rejected_deposits = kept.rejected_deposits + excluded.rejected_deposits,
          pending_withdrawals = kept.pending_withdrawals + excluded.pending_withdrawals,
          approved_withdrawals = kept.approved_withdrawals + excluded.approved_withdrawals,
          rejected_withdrawals = kept.rejected_withdrawals + excluded.rejected_withdrawals;
  DELETE FROM pending_requests WHERE ctid = ANY (ARRAY(
    SELECT found.ctid FROM old_rows CROSS JOIN LATERAL (
      SELECT listed.ctid FROM pending_requests AS listed
      WHERE listed.user_id = old_rows.user_id AND listed.id = old_rows.id OFFSET 0) AS found));
  DELETE FROM rejected_requests WHERE ctid = ANY (ARRAY(
    SELECT found.ctid FROM old_rows CROSS JOIN LATERAL (
      SELECT listed.ctid FROM rejected_requests AS listed
      WHERE listed.user_id = old_rows.user_id AND listed.id = old_rows.id OFFSET 0) AS found));
  RETURN NULL;
END $$;
--> statement-breakpoint
INSERT INTO pending_requests (user_id, id, type, created_at, amount_paise)
  SELECT user_id, id, type, created_at, amount_paise FROM transactions WHERE status = 'pending';
--> statement-breakpoint
INSERT INTO rejected_requests (user_id, id, type, created_at, amount_paise)
  SELECT user_id, id, type, created_at, amount_paise FROM transactions WHERE status = 'rejected';
--> statement-breakpoint
CREATE INDEX "pending_requests_order_idx" ON "pending_requests" USING btree ("type","created_at","id");--> statement-breakpoint
CREATE INDEX "rejected_requests_order_idx" ON "rejected_requests" USING btree ("type","created_at","id");--> statement-breakpoint
-- Room on each page for the new version of every row: requests are decided in the order in which they are stored, many of a
-- page in one transaction. Versions without room would need an entry in each of eight indexes, which take more.
ALTER TABLE "transactions" SET (fillfactor = 45);--> statement-breakpoint
-- Rows leave the queue as fast as they enter it: their index entries are removed early.
ALTER TABLE "pending_requests" SET (autovacuum_vacuum_scale_factor = 0.05, autovacuum_vacuum_threshold = 1000);--> statement-breakpoint
-- squawk-ignore require-concurrent-index-deletion
DROP INDEX "transactions_passbook_order_idx";--> statement-breakpoint
-- squawk-ignore require-concurrent-index-deletion
DROP INDEX "transactions_status_idx";--> statement-breakpoint
-- squawk-ignore require-concurrent-index-deletion
DROP INDEX "transactions_pending_idx";
