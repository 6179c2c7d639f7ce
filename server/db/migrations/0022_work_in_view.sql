CREATE TABLE "daily_decision_deltas" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "daily_decision_deltas_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"day" date NOT NULL,
	"decided_by" uuid,
	"status" text NOT NULL,
	"reason" text,
	"count" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "daily_decisions" (
	"day" date NOT NULL,
	"decided_by" uuid,
	"status" text NOT NULL,
	"reason" text,
	"count" bigint NOT NULL,
	CONSTRAINT "daily_decisions_key" UNIQUE NULLS NOT DISTINCT("day","decided_by","status","reason")
);
--> statement-breakpoint
CREATE TABLE "saved_views" (
	"user_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"list" text NOT NULL,
	"name" text NOT NULL,
	"search" jsonb NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "saved_views_pkey" PRIMARY KEY("user_id","id")
);
--> statement-breakpoint
CREATE TABLE "user_notes" (
	"user_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"author_id" uuid NOT NULL,
	"text" text NOT NULL,
	"request_key" uuid NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "user_notes_pkey" PRIMARY KEY("user_id","id")
);
--> statement-breakpoint
ALTER TABLE "wallet_settings" ADD COLUMN "target_minutes" integer DEFAULT 1440 NOT NULL;--> statement-breakpoint
ALTER TABLE "saved_views" ADD CONSTRAINT "saved_views_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "user_notes" ADD CONSTRAINT "user_notes_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "user_notes_request_key_key" ON "user_notes" USING btree ("user_id","author_id","request_key");--> statement-breakpoint
-- Sessions are kept for months, not for years: made in a second, during which logins wait.
-- squawk-ignore require-concurrent-index-creation
CREATE INDEX "sessions_created_at_idx" ON "sessions" USING btree ("user_id","created_at","id");
--> statement-breakpoint
-- Who decides how much, and why requests are rejected, by the technique of 0003: a trigger a statement, and a delta
-- for each day, decider, outcome and reason. Adjustments by administrators are no decisions.
CREATE FUNCTION note_inserted_decisions() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO daily_decision_deltas (day, decided_by, status, reason, count)
    SELECT (decided_at AT TIME ZONE 'Asia/Kolkata')::date, decided_by, status, reason ->> 'en', count(*)
    FROM new_rows WHERE status <> 'pending' AND NOT is_adjustment GROUP BY 1, 2, 3, 4;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE FUNCTION note_updated_decisions() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO daily_decision_deltas (day, decided_by, status, reason, count)
    SELECT day, decided_by, status, said, sum(n) FROM (
      SELECT (decided_at AT TIME ZONE 'Asia/Kolkata')::date AS day, decided_by, status, reason ->> 'en' AS said, 1 AS n
      FROM new_rows WHERE status <> 'pending' AND NOT is_adjustment
      UNION ALL
      SELECT (decided_at AT TIME ZONE 'Asia/Kolkata')::date, decided_by, status, reason ->> 'en', -1
      FROM old_rows WHERE status <> 'pending' AND NOT is_adjustment) AS moved
    GROUP BY 1, 2, 3, 4 HAVING sum(n) <> 0;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE FUNCTION note_deleted_decisions() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO daily_decision_deltas (day, decided_by, status, reason, count)
    SELECT (decided_at AT TIME ZONE 'Asia/Kolkata')::date, decided_by, status, reason ->> 'en', -count(*)
    FROM old_rows WHERE status <> 'pending' AND NOT is_adjustment GROUP BY 1, 2, 3, 4;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER transactions_decisions_insert AFTER INSERT ON transactions
  REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION note_inserted_decisions();
--> statement-breakpoint
CREATE TRIGGER transactions_decisions_update AFTER UPDATE ON transactions
  REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION note_updated_decisions();
--> statement-breakpoint
CREATE TRIGGER transactions_decisions_delete AFTER DELETE ON transactions
  REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION note_deleted_decisions();
--> statement-breakpoint
-- What was decided before the triggers were there.
INSERT INTO daily_decisions (day, decided_by, status, reason, count)
  SELECT (decided_at AT TIME ZONE 'Asia/Kolkata')::date, decided_by, status, reason ->> 'en', count(*)
  FROM transactions WHERE status <> 'pending' AND NOT is_adjustment GROUP BY 1, 2, 3, 4;
