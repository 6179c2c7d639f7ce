-- The ledger and the audit log are append-only, whatever rights a connection has.
CREATE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION '% is append-only', TG_TABLE_NAME USING ERRCODE = 'insufficient_privilege';
END $$;
--> statement-breakpoint
CREATE TRIGGER ledger_entries_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON ledger_entries
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
CREATE TRIGGER audit_log_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON audit_log
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
REVOKE UPDATE, DELETE, TRUNCATE ON ledger_entries, audit_log FROM PUBLIC;
--> statement-breakpoint
-- A decision is final: status, amount, type and owner of a decided transaction never change.
CREATE FUNCTION refuse_redecision() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'transaction % is already %', OLD.id, OLD.status
    USING ERRCODE = 'check_violation', CONSTRAINT = 'transactions_final_check';
END $$;
--> statement-breakpoint
CREATE TRIGGER transactions_final BEFORE UPDATE ON transactions
  FOR EACH ROW WHEN (
    OLD.status <> 'pending' AND
    (OLD.status, OLD.amount_paise, OLD.type, OLD.user_id) IS DISTINCT FROM
    (NEW.status, NEW.amount_paise, NEW.type, NEW.user_id)
  ) EXECUTE FUNCTION refuse_redecision();
--> statement-breakpoint
-- Totals: every statement on `transactions` appends what it changed; nothing is updated in place,
-- so no two writers wait for each other here. `foldTotals` moves the deltas into the totals.
CREATE FUNCTION note_inserted_transactions() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO transaction_total_deltas (type, status, count, amount_paise)
    SELECT type, status, count(*), sum(amount_paise) FROM new_rows GROUP BY 1, 2;
  INSERT INTO daily_nets AS d (user_id, day, net_paise)
    SELECT user_id, (created_at AT TIME ZONE 'UTC')::date,
           sum(CASE type WHEN 'deposit' THEN amount_paise ELSE -amount_paise END)
    FROM new_rows WHERE status = 'approved' GROUP BY 1, 2 ORDER BY 1, 2
    ON CONFLICT (user_id, day) DO UPDATE SET net_paise = d.net_paise + excluded.net_paise;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE FUNCTION note_updated_transactions() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO transaction_total_deltas (type, status, count, amount_paise)
    SELECT type, status, sum(n), sum(amount) FROM (
      SELECT type, status, 1 AS n, amount_paise AS amount FROM new_rows
      UNION ALL SELECT type, status, -1, -amount_paise FROM old_rows) AS moved
    GROUP BY 1, 2 HAVING sum(n) <> 0 OR sum(amount) <> 0;
  INSERT INTO daily_nets AS d (user_id, day, net_paise)
    SELECT user_id, day, sum(net) FROM (
      SELECT user_id, (created_at AT TIME ZONE 'UTC')::date AS day,
             CASE type WHEN 'deposit' THEN amount_paise ELSE -amount_paise END AS net
      FROM new_rows WHERE status = 'approved'
      UNION ALL
      SELECT user_id, (created_at AT TIME ZONE 'UTC')::date,
             CASE type WHEN 'deposit' THEN -amount_paise ELSE amount_paise END
      FROM old_rows WHERE status = 'approved') AS moved
    GROUP BY 1, 2 HAVING sum(net) <> 0 ORDER BY 1, 2
    ON CONFLICT (user_id, day) DO UPDATE SET net_paise = d.net_paise + excluded.net_paise;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE FUNCTION note_deleted_transactions() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO transaction_total_deltas (type, status, count, amount_paise)
    SELECT type, status, -count(*), -sum(amount_paise) FROM old_rows GROUP BY 1, 2;
  INSERT INTO daily_nets AS d (user_id, day, net_paise)
    SELECT user_id, (created_at AT TIME ZONE 'UTC')::date,
           sum(CASE type WHEN 'deposit' THEN -amount_paise ELSE amount_paise END)
    FROM old_rows WHERE status = 'approved' GROUP BY 1, 2 ORDER BY 1, 2
    ON CONFLICT (user_id, day) DO UPDATE SET net_paise = d.net_paise + excluded.net_paise;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER transactions_note_insert AFTER INSERT ON transactions
  REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION note_inserted_transactions();
--> statement-breakpoint
CREATE TRIGGER transactions_note_update AFTER UPDATE ON transactions
  REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION note_updated_transactions();
--> statement-breakpoint
CREATE TRIGGER transactions_note_delete AFTER DELETE ON transactions
  REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION note_deleted_transactions();
