CREATE TABLE "transaction_changes" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "transaction_changes_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"written_at" timestamp (3) with time zone DEFAULT clock_timestamp() NOT NULL,
	"type" text NOT NULL,
	"status" text NOT NULL,
	"approved_on" date,
	"source_id" uuid,
	"decided_on" date,
	"decided_by" uuid,
	"reason" text,
	"count" bigint NOT NULL,
	"amount_paise" numeric NOT NULL
);
--> statement-breakpoint
CREATE TABLE "projections" (
	"name" text PRIMARY KEY NOT NULL,
	"position" bigint DEFAULT 0 NOT NULL
);
--> statement-breakpoint
INSERT INTO projections (name) VALUES ('totals'), ('daily-flows'), ('daily-decisions');
--> statement-breakpoint
-- Rows are read and pruned within seconds: dead ones are removed early.
ALTER TABLE "transaction_changes" SET (autovacuum_vacuum_scale_factor = 0.05, autovacuum_vacuum_threshold = 1000);
--> statement-breakpoint
-- As in 0025: writers mark themselves before their first change gets a number.
CREATE FUNCTION mark_change_writer() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_advisory_xact_lock_shared(
    (7262::bigint << 48) | (CASE WHEN is_called THEN last_value ELSE last_value - 1 END)) FROM transaction_changes_id_seq;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER transaction_changes_mark_writer BEFORE INSERT ON transaction_changes
  FOR EACH STATEMENT EXECUTE FUNCTION mark_change_writer();
--> statement-breakpoint
-- The switch: the first statement waits for open writers of transactions, and later ones wait for this migration. So every
-- statement is counted once, by the old triggers or by the new ones, also those of servers of the previous version.
DROP TRIGGER transactions_dashboards_insert ON transactions;
--> statement-breakpoint
DROP TRIGGER transactions_dashboards_update ON transactions;
--> statement-breakpoint
DROP TRIGGER transactions_dashboards_delete ON transactions;
--> statement-breakpoint
DROP TRIGGER transactions_decisions_insert ON transactions;
--> statement-breakpoint
DROP TRIGGER transactions_decisions_update ON transactions;
--> statement-breakpoint
DROP TRIGGER transactions_decisions_delete ON transactions;
--> statement-breakpoint
-- Servers of the previous version read the view, which has the columns of the table before.
-- squawk-ignore renaming-table
ALTER TABLE "user_request_counts" RENAME TO "user_request_totals";
--> statement-breakpoint
ALTER TABLE "user_request_totals" RENAME CONSTRAINT "user_request_counts_user_id_users_id_fk" TO "user_request_totals_user_id_users_id_fk";
--> statement-breakpoint
ALTER INDEX "user_request_counts_pkey" RENAME TO "user_request_totals_pkey";
--> statement-breakpoint
-- squawk-ignore ban-drop-column
ALTER TABLE "user_request_totals" DROP COLUMN "pending";
--> statement-breakpoint
CREATE VIEW user_request_counts AS
  SELECT user_id, total, (
    SELECT count(*) FROM pending_requests p JOIN transactions t ON t.user_id = p.user_id AND t.id = p.id
    WHERE p.user_id = totals.user_id AND NOT t.is_adjustment) AS pending
  FROM user_request_totals AS totals;
--> statement-breakpoint
CREATE OR REPLACE FUNCTION note_inserted_transactions() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO transaction_changes (type, status, approved_on, source_id, decided_on, decided_by, reason, count, amount_paise)
    SELECT type, status, approved_on, CASE WHEN status = 'approved' THEN source_id END,
           CASE WHEN is_decision THEN (decided_at AT TIME ZONE 'Asia/Kolkata')::date END,
           CASE WHEN is_decision THEN decided_by END, CASE WHEN is_decision THEN reason ->> 'en' END,
           sum(n), sum(n * amount_paise)
    FROM (SELECT 1 AS n, type, status, (approved_at AT TIME ZONE 'Asia/Kolkata')::date AS approved_on, source_id,
           decided_at, decided_by, reason, amount_paise, status <> 'pending' AND NOT is_adjustment AND NOT is_cancelled AS is_decision
         FROM new_rows) AS moved
    GROUP BY 1, 2, 3, 4, 5, 6, 7 HAVING sum(n) <> 0 OR sum(n * amount_paise) <> 0;
  INSERT INTO user_request_totals AS kept (user_id, total)
    SELECT user_id, count(*) FROM new_rows WHERE NOT is_adjustment GROUP BY 1 ORDER BY 1
    ON CONFLICT (user_id) DO UPDATE SET total = kept.total + excluded.total;
  INSERT INTO passbook_days AS kept (user_id, day, net_paise, pending_deposits, approved_deposits, rejected_deposits,
      pending_withdrawals, approved_withdrawals, rejected_withdrawals)
    SELECT * FROM (
      SELECT user_id, (created_at AT TIME ZONE 'Asia/Kolkata')::date AS day,
             coalesce(sum(CASE type WHEN 'deposit' THEN n * amount_paise ELSE -n * amount_paise END) FILTER (WHERE status = 'approved'), 0) AS net,
             coalesce(sum(n) FILTER (WHERE status = 'pending' AND type = 'deposit'), 0) AS pending_deposits,
             coalesce(sum(n) FILTER (WHERE status = 'approved' AND type = 'deposit'), 0) AS approved_deposits,
             coalesce(sum(n) FILTER (WHERE status = 'rejected' AND type = 'deposit'), 0) AS rejected_deposits,
             coalesce(sum(n) FILTER (WHERE status = 'pending' AND type = 'withdrawal'), 0) AS pending_withdrawals,
             coalesce(sum(n) FILTER (WHERE status = 'approved' AND type = 'withdrawal'), 0) AS approved_withdrawals,
             coalesce(sum(n) FILTER (WHERE status = 'rejected' AND type = 'withdrawal'), 0) AS rejected_withdrawals
      FROM (SELECT user_id, created_at, type, status, amount_paise, 1 AS n FROM new_rows) AS moved GROUP BY 1, 2) AS summed
    WHERE (net, pending_deposits, approved_deposits, rejected_deposits, pending_withdrawals, approved_withdrawals, rejected_withdrawals)
      <> (0, 0, 0, 0, 0, 0, 0)
    ORDER BY user_id, day
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
  INSERT INTO transaction_changes (type, status, approved_on, source_id, decided_on, decided_by, reason, count, amount_paise)
    SELECT type, status, approved_on, CASE WHEN status = 'approved' THEN source_id END,
           CASE WHEN is_decision THEN (decided_at AT TIME ZONE 'Asia/Kolkata')::date END,
           CASE WHEN is_decision THEN decided_by END, CASE WHEN is_decision THEN reason ->> 'en' END,
           sum(n), sum(n * amount_paise)
    FROM (SELECT 1 AS n, type, status, (approved_at AT TIME ZONE 'Asia/Kolkata')::date AS approved_on, source_id,
           decided_at, decided_by, reason, amount_paise, status <> 'pending' AND NOT is_adjustment AND NOT is_cancelled AS is_decision
         FROM new_rows
         UNION ALL SELECT -1 AS n, type, status, (approved_at AT TIME ZONE 'Asia/Kolkata')::date AS approved_on, source_id,
           decided_at, decided_by, reason, amount_paise, status <> 'pending' AND NOT is_adjustment AND NOT is_cancelled AS is_decision
         FROM old_rows) AS moved
    GROUP BY 1, 2, 3, 4, 5, 6, 7 HAVING sum(n) <> 0 OR sum(n * amount_paise) <> 0;
  INSERT INTO passbook_days AS kept (user_id, day, net_paise, pending_deposits, approved_deposits, rejected_deposits,
      pending_withdrawals, approved_withdrawals, rejected_withdrawals)
    SELECT * FROM (
      SELECT user_id, (created_at AT TIME ZONE 'Asia/Kolkata')::date AS day,
             coalesce(sum(CASE type WHEN 'deposit' THEN n * amount_paise ELSE -n * amount_paise END) FILTER (WHERE status = 'approved'), 0) AS net,
             coalesce(sum(n) FILTER (WHERE status = 'pending' AND type = 'deposit'), 0) AS pending_deposits,
             coalesce(sum(n) FILTER (WHERE status = 'approved' AND type = 'deposit'), 0) AS approved_deposits,
             coalesce(sum(n) FILTER (WHERE status = 'rejected' AND type = 'deposit'), 0) AS rejected_deposits,
             coalesce(sum(n) FILTER (WHERE status = 'pending' AND type = 'withdrawal'), 0) AS pending_withdrawals,
             coalesce(sum(n) FILTER (WHERE status = 'approved' AND type = 'withdrawal'), 0) AS approved_withdrawals,
             coalesce(sum(n) FILTER (WHERE status = 'rejected' AND type = 'withdrawal'), 0) AS rejected_withdrawals
      FROM (SELECT user_id, created_at, type, status, amount_paise, 1 AS n FROM new_rows
            UNION ALL SELECT user_id, created_at, type, status, amount_paise, -1 AS n FROM old_rows) AS moved GROUP BY 1, 2) AS summed
    WHERE (net, pending_deposits, approved_deposits, rejected_deposits, pending_withdrawals, approved_withdrawals, rejected_withdrawals)
      <> (0, 0, 0, 0, 0, 0, 0)
    ORDER BY user_id, day
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
  INSERT INTO transaction_changes (type, status, approved_on, source_id, decided_on, decided_by, reason, count, amount_paise)
    SELECT type, status, approved_on, CASE WHEN status = 'approved' THEN source_id END,
           CASE WHEN is_decision THEN (decided_at AT TIME ZONE 'Asia/Kolkata')::date END,
           CASE WHEN is_decision THEN decided_by END, CASE WHEN is_decision THEN reason ->> 'en' END,
           sum(n), sum(n * amount_paise)
    FROM (SELECT -1 AS n, type, status, (approved_at AT TIME ZONE 'Asia/Kolkata')::date AS approved_on, source_id,
           decided_at, decided_by, reason, amount_paise, status <> 'pending' AND NOT is_adjustment AND NOT is_cancelled AS is_decision
         FROM old_rows) AS moved
    GROUP BY 1, 2, 3, 4, 5, 6, 7 HAVING sum(n) <> 0 OR sum(n * amount_paise) <> 0;
  INSERT INTO user_request_totals AS kept (user_id, total)
    SELECT user_id, -count(*) FROM old_rows WHERE NOT is_adjustment GROUP BY 1 ORDER BY 1
    ON CONFLICT (user_id) DO UPDATE SET total = kept.total + excluded.total;
  INSERT INTO passbook_days AS kept (user_id, day, net_paise, pending_deposits, approved_deposits, rejected_deposits,
      pending_withdrawals, approved_withdrawals, rejected_withdrawals)
    SELECT * FROM (
      SELECT user_id, (created_at AT TIME ZONE 'Asia/Kolkata')::date AS day,
             coalesce(sum(CASE type WHEN 'deposit' THEN n * amount_paise ELSE -n * amount_paise END) FILTER (WHERE status = 'approved'), 0) AS net,
             coalesce(sum(n) FILTER (WHERE status = 'pending' AND type = 'deposit'), 0) AS pending_deposits,
             coalesce(sum(n) FILTER (WHERE status = 'approved' AND type = 'deposit'), 0) AS approved_deposits,
             coalesce(sum(n) FILTER (WHERE status = 'rejected' AND type = 'deposit'), 0) AS rejected_deposits,
             coalesce(sum(n) FILTER (WHERE status = 'pending' AND type = 'withdrawal'), 0) AS pending_withdrawals,
             coalesce(sum(n) FILTER (WHERE status = 'approved' AND type = 'withdrawal'), 0) AS approved_withdrawals,
             coalesce(sum(n) FILTER (WHERE status = 'rejected' AND type = 'withdrawal'), 0) AS rejected_withdrawals
      FROM (SELECT user_id, created_at, type, status, amount_paise, -1 AS n FROM old_rows) AS moved GROUP BY 1, 2) AS summed
    WHERE (net, pending_deposits, approved_deposits, rejected_deposits, pending_withdrawals, approved_withdrawals, rejected_withdrawals)
      <> (0, 0, 0, 0, 0, 0, 0)
    ORDER BY user_id, day
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
-- Texts of an imported row decide whether it is an adjustment, and a decision may change them.
CREATE FUNCTION note_changed_adjustment() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO user_request_totals AS kept (user_id, total) VALUES (NEW.user_id, CASE WHEN NEW.is_adjustment THEN -1 ELSE 1 END)
    ON CONFLICT (user_id) DO UPDATE SET total = kept.total + excluded.total;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER transactions_note_adjustment AFTER UPDATE ON transactions FOR EACH ROW
  WHEN (OLD.is_adjustment IS DISTINCT FROM NEW.is_adjustment) EXECUTE FUNCTION note_changed_adjustment();
--> statement-breakpoint
DROP FUNCTION note_inserted_for_dashboards();
--> statement-breakpoint
DROP FUNCTION note_updated_for_dashboards();
--> statement-breakpoint
DROP FUNCTION note_deleted_for_dashboards();
--> statement-breakpoint
DROP FUNCTION note_inserted_decisions();
--> statement-breakpoint
DROP FUNCTION note_updated_decisions();
--> statement-breakpoint
DROP FUNCTION note_deleted_decisions();
--> statement-breakpoint
-- What the old triggers wrote. Servers of the previous version may add up deltas meanwhile; each is deleted once.
WITH moved AS (DELETE FROM transaction_total_deltas RETURNING type, status, count, amount_paise)
INSERT INTO transaction_totals AS kept (type, status, count, amount_paise)
  SELECT type, status, sum(count), sum(amount_paise) FROM moved GROUP BY type, status ORDER BY type, status
  ON CONFLICT (type, status) DO UPDATE SET count = kept.count + excluded.count, amount_paise = kept.amount_paise + excluded.amount_paise;
--> statement-breakpoint
WITH moved AS (DELETE FROM daily_flow_deltas RETURNING day, type, source_id, count, amount_paise)
INSERT INTO daily_flows AS kept (day, type, source_id, count, amount_paise)
  SELECT day, type, source_id, sum(count), sum(amount_paise) FROM moved GROUP BY day, type, source_id ORDER BY day, type, source_id
  ON CONFLICT (day, type, source_id) DO UPDATE SET count = kept.count + excluded.count, amount_paise = kept.amount_paise + excluded.amount_paise;
--> statement-breakpoint
WITH moved AS (DELETE FROM daily_decision_deltas RETURNING day, decided_by, status, reason, count)
INSERT INTO daily_decisions AS kept (day, decided_by, status, reason, count)
  SELECT day, decided_by, status, reason, sum(count) FROM moved GROUP BY day, decided_by, status, reason ORDER BY day, decided_by, status, reason
  ON CONFLICT (day, decided_by, status, reason) DO UPDATE SET count = kept.count + excluded.count;
