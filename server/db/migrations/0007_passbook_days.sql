CREATE TABLE "passbook_days" (
	"user_id" uuid NOT NULL,
	"day" date NOT NULL,
	"net_paise" bigint NOT NULL,
	"pending_deposits" integer NOT NULL,
	"approved_deposits" integer NOT NULL,
	"rejected_deposits" integer NOT NULL,
	"pending_withdrawals" integer NOT NULL,
	"approved_withdrawals" integer NOT NULL,
	"rejected_withdrawals" integer NOT NULL,
	CONSTRAINT "passbook_days_pkey" PRIMARY KEY("user_id","day")
);
--> statement-breakpoint
DROP INDEX "transactions_user_created_at_idx";--> statement-breakpoint
CREATE INDEX "transactions_passbook_idx" ON "transactions" USING btree ("user_id","created_at","id","status","type","amount_paise","reference_id");
--> statement-breakpoint
-- The totals of 0001 as they were; the nets of a day give way to its counts and its net, by the days
-- that people filter by. Rows are locked after those of `user_request_counts`, whose trigger comes
-- first by its name, so that the lock order stays one.
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
  RETURN NULL;
END $$;
--> statement-breakpoint
INSERT INTO passbook_days (user_id, day, net_paise, pending_deposits, approved_deposits, rejected_deposits,
      pending_withdrawals, approved_withdrawals, rejected_withdrawals)
    SELECT user_id, (created_at AT TIME ZONE 'Asia/Kolkata')::date,
           coalesce(sum(CASE type WHEN 'deposit' THEN n * amount_paise ELSE -n * amount_paise END) FILTER (WHERE status = 'approved'), 0),
           coalesce(sum(n) FILTER (WHERE status = 'pending' AND type = 'deposit'), 0),
           coalesce(sum(n) FILTER (WHERE status = 'approved' AND type = 'deposit'), 0),
           coalesce(sum(n) FILTER (WHERE status = 'rejected' AND type = 'deposit'), 0),
           coalesce(sum(n) FILTER (WHERE status = 'pending' AND type = 'withdrawal'), 0),
           coalesce(sum(n) FILTER (WHERE status = 'approved' AND type = 'withdrawal'), 0),
           coalesce(sum(n) FILTER (WHERE status = 'rejected' AND type = 'withdrawal'), 0)
    FROM (SELECT user_id, created_at, type, status, amount_paise, 1 AS n FROM transactions) AS moved
    GROUP BY 1, 2 ORDER BY 1, 2;
--> statement-breakpoint
DROP TABLE "daily_nets" CASCADE;
