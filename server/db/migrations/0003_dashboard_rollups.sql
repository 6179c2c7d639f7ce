-- Rollups that dashboards read instead of the history, kept in the transaction of what they count,
-- by the technique of 0001: a trigger a statement, and deltas where a row would be hot. A user's
-- counts are that user's own row; several are written in order of users, so that no two statements
-- wait for each other in a circle.
CREATE FUNCTION note_inserted_for_dashboards() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO daily_flow_deltas (day, type, source_id, count, amount_paise)
    SELECT (approved_at AT TIME ZONE 'Asia/Kolkata')::date, type, source_id, count(*), sum(amount_paise)
    FROM new_rows WHERE status = 'approved' GROUP BY 1, 2, 3;
  INSERT INTO user_request_counts AS kept (user_id, total, pending)
    SELECT user_id, count(*), count(*) FILTER (WHERE status = 'pending')
    FROM new_rows WHERE NOT is_adjustment GROUP BY 1 ORDER BY 1
    ON CONFLICT (user_id) DO UPDATE
      SET total = kept.total + excluded.total, pending = kept.pending + excluded.pending;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE FUNCTION note_updated_for_dashboards() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO daily_flow_deltas (day, type, source_id, count, amount_paise)
    SELECT day, type, source_id, sum(n), sum(amount) FROM (
      SELECT (approved_at AT TIME ZONE 'Asia/Kolkata')::date AS day, type, source_id, 1 AS n, amount_paise AS amount
      FROM new_rows WHERE status = 'approved'
      UNION ALL
      SELECT (approved_at AT TIME ZONE 'Asia/Kolkata')::date, type, source_id, -1, -amount_paise
      FROM old_rows WHERE status = 'approved') AS moved
    GROUP BY 1, 2, 3 HAVING sum(n) <> 0 OR sum(amount) <> 0;
  INSERT INTO user_request_counts AS kept (user_id, total, pending)
    SELECT user_id, sum(n), sum(waiting) FROM (
      SELECT user_id, 1 AS n, (status = 'pending')::int AS waiting FROM new_rows WHERE NOT is_adjustment
      UNION ALL
      SELECT user_id, -1, -(status = 'pending')::int FROM old_rows WHERE NOT is_adjustment) AS moved
    GROUP BY 1 HAVING sum(n) <> 0 OR sum(waiting) <> 0 ORDER BY 1
    ON CONFLICT (user_id) DO UPDATE
      SET total = kept.total + excluded.total, pending = kept.pending + excluded.pending;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE FUNCTION note_deleted_for_dashboards() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO daily_flow_deltas (day, type, source_id, count, amount_paise)
    SELECT (approved_at AT TIME ZONE 'Asia/Kolkata')::date, type, source_id, -count(*), -sum(amount_paise)
    FROM old_rows WHERE status = 'approved' GROUP BY 1, 2, 3;
  INSERT INTO user_request_counts AS kept (user_id, total, pending)
    SELECT user_id, -count(*), -count(*) FILTER (WHERE status = 'pending')
    FROM old_rows WHERE NOT is_adjustment GROUP BY 1 ORDER BY 1
    ON CONFLICT (user_id) DO UPDATE
      SET total = kept.total + excluded.total, pending = kept.pending + excluded.pending;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER transactions_dashboards_insert AFTER INSERT ON transactions
  REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION note_inserted_for_dashboards();
--> statement-breakpoint
CREATE TRIGGER transactions_dashboards_update AFTER UPDATE ON transactions
  REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION note_updated_for_dashboards();
--> statement-breakpoint
CREATE TRIGGER transactions_dashboards_delete AFTER DELETE ON transactions
  REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION note_deleted_for_dashboards();
--> statement-breakpoint
-- The last byte of a UUIDv7 is random: users spread evenly.
CREATE FUNCTION note_users() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    INSERT INTO user_counts AS kept (shard, count)
      SELECT get_byte(uuid_send(id), 15) & 15, count(*) FROM changed_rows GROUP BY 1 ORDER BY 1
      ON CONFLICT (shard) DO UPDATE SET count = kept.count + excluded.count;
  ELSE
    INSERT INTO user_counts AS kept (shard, count)
      SELECT get_byte(uuid_send(id), 15) & 15, -count(*) FROM changed_rows GROUP BY 1 ORDER BY 1
      ON CONFLICT (shard) DO UPDATE SET count = kept.count + excluded.count;
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER users_note_insert AFTER INSERT ON users
  REFERENCING NEW TABLE AS changed_rows FOR EACH STATEMENT EXECUTE FUNCTION note_users();
--> statement-breakpoint
CREATE TRIGGER users_note_delete AFTER DELETE ON users
  REFERENCING OLD TABLE AS changed_rows FOR EACH STATEMENT EXECUTE FUNCTION note_users();
--> statement-breakpoint
-- What happened before the triggers were there.
INSERT INTO daily_flows (day, type, source_id, count, amount_paise)
  SELECT (approved_at AT TIME ZONE 'Asia/Kolkata')::date, type, source_id, count(*), sum(amount_paise)
  FROM transactions WHERE status = 'approved' GROUP BY 1, 2, 3;
--> statement-breakpoint
INSERT INTO user_request_counts (user_id, total, pending)
  SELECT user_id, count(*), count(*) FILTER (WHERE status = 'pending')
  FROM transactions WHERE NOT is_adjustment GROUP BY 1;
--> statement-breakpoint
INSERT INTO user_counts (shard, count)
  SELECT get_byte(uuid_send(id), 15) & 15, count(*) FROM users GROUP BY 1;
