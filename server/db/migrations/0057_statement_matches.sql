CREATE TABLE "statement_entries" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "statement_entries_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"account_id" uuid NOT NULL,
	"line_id" uuid NOT NULL,
	"match_id" uuid,
	"account" text NOT NULL,
	"amount_paise" bigint NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "statement_entries_amount_check" CHECK ("statement_entries"."amount_paise" <> 0),
	CONSTRAINT "statement_entries_account_check" CHECK ("statement_entries"."account" IN ('bank', 'unclaimed', 'matched', 'not_ours', 'paid_out'))
);
--> statement-breakpoint
CREATE TABLE "statement_findings" (
	"line_id" uuid PRIMARY KEY NOT NULL,
	"state" text NOT NULL,
	"request_ids" uuid[] NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "statement_matches" (
	"id" uuid PRIMARY KEY NOT NULL,
	"line_id" uuid NOT NULL,
	"account_id" uuid NOT NULL,
	"request_id" uuid,
	"kind" text NOT NULL,
	"paise" bigint NOT NULL,
	"grade" text NOT NULL,
	"reason" text NOT NULL,
	"note" text,
	"state" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"created_by" uuid,
	"chosen_by" uuid,
	"accepted_at" timestamp (3) with time zone,
	"accepted_by" uuid,
	"ended_at" timestamp (3) with time zone,
	"ended_by" uuid,
	CONSTRAINT "statement_matches_paise_check" CHECK ("statement_matches"."paise" > 0),
	CONSTRAINT "statement_matches_kind_check" CHECK (("statement_matches"."kind" = 'deposit') = ("statement_matches"."request_id" IS NOT NULL) AND ("statement_matches"."kind" = 'not_ours') = ("statement_matches"."note" IS NOT NULL)),
	CONSTRAINT "statement_matches_state_check" CHECK (("statement_matches"."state" = 'undone') = ("statement_matches"."ended_at" IS NOT NULL) AND ("statement_matches"."state" <> 'accepted' OR "statement_matches"."accepted_at" IS NOT NULL)
        AND ("statement_matches"."accepted_at" IS NULL) = ("statement_matches"."accepted_by" IS NULL))
);
--> statement-breakpoint
ALTER TABLE "statement_lines" ADD COLUMN "claimed_paise" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "statement_entries" ADD CONSTRAINT "statement_entries_account_id_statement_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."statement_accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "statement_findings" ADD CONSTRAINT "statement_findings_line_id_statement_lines_id_fk" FOREIGN KEY ("line_id") REFERENCES "public"."statement_lines"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "statement_matches" ADD CONSTRAINT "statement_matches_account_id_statement_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."statement_accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "statement_entries_line_idx" ON "statement_entries" USING btree ("line_id");--> statement-breakpoint
CREATE UNIQUE INDEX "statement_matches_pair_key" ON "statement_matches" USING btree ("line_id","request_id") WHERE "statement_matches"."state" <> 'undone';--> statement-breakpoint
CREATE UNIQUE INDEX "statement_matches_not_ours_key" ON "statement_matches" USING btree ("line_id") WHERE "statement_matches"."kind" = 'not_ours' AND "statement_matches"."state" <> 'undone';--> statement-breakpoint
CREATE INDEX "statement_matches_line_idx" ON "statement_matches" USING btree ("line_id");--> statement-breakpoint
CREATE INDEX "statement_matches_request_idx" ON "statement_matches" USING btree ("request_id");--> statement-breakpoint
CREATE INDEX "statement_matches_newest_idx" ON "statement_matches" USING btree ("state","created_at","id");--> statement-breakpoint
-- The table is as new as this version.
-- squawk-ignore require-concurrent-index-creation
CREATE INDEX "statement_lines_unclaimed_idx" ON "statement_lines" USING btree ("booked_on","id") WHERE "statement_lines"."paise" > "statement_lines"."claimed_paise";--> statement-breakpoint
-- squawk-ignore constraint-missing-not-valid
ALTER TABLE "statement_lines" ADD CONSTRAINT "statement_lines_claimed_check" CHECK ("statement_lines"."claimed_paise" = 0 OR "statement_lines"."claimed_paise" BETWEEN 1 AND "statement_lines"."paise");
--> statement-breakpoint
CREATE TRIGGER statement_entries_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON statement_entries
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
REVOKE UPDATE, DELETE, TRUNCATE ON statement_entries FROM PUBLIC;
--> statement-breakpoint
CREATE TRIGGER statement_matches_kept BEFORE DELETE OR TRUNCATE ON statement_matches
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
-- What was matched with what is final; an accepted match can only be undone.
CREATE FUNCTION refuse_match_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'match % is %', OLD.id, OLD.state USING ERRCODE = 'insufficient_privilege';
END $$;
--> statement-breakpoint
CREATE TRIGGER statement_matches_final BEFORE UPDATE ON statement_matches
  FOR EACH ROW WHEN (
    OLD.state = 'undone' OR (OLD.state = 'accepted' AND NEW.state <> 'undone') OR
    OLD.id IS DISTINCT FROM NEW.id OR OLD.line_id IS DISTINCT FROM NEW.line_id OR
    OLD.account_id IS DISTINCT FROM NEW.account_id OR OLD.request_id IS DISTINCT FROM NEW.request_id OR
    OLD.kind IS DISTINCT FROM NEW.kind OR OLD.created_at IS DISTINCT FROM NEW.created_at OR
    OLD.created_by IS DISTINCT FROM NEW.created_by OR
    (OLD.state = 'accepted' AND (OLD.paise IS DISTINCT FROM NEW.paise OR
      OLD.accepted_at IS DISTINCT FROM NEW.accepted_at OR OLD.accepted_by IS DISTINCT FROM NEW.accepted_by))
  ) EXECUTE FUNCTION refuse_match_change();
--> statement-breakpoint
-- Servers of the previous version import too, so the database posts lines itself.
CREATE FUNCTION post_inserted_lines() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO statement_entries (account_id, line_id, account, amount_paise, created_at)
    SELECT l.account_id, l.id, e.account, e.amount_paise, clock_timestamp() FROM new_rows l
    CROSS JOIN LATERAL (VALUES ('bank', l.paise),
      (CASE WHEN l.paise > 0 THEN 'unclaimed' ELSE 'paid_out' END, -l.paise)) AS e (account, amount_paise);
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE FUNCTION post_deleted_lines() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO statement_entries (account_id, line_id, match_id, account, amount_paise, created_at)
    SELECT e.account_id, e.line_id, e.match_id, e.account, -sum(e.amount_paise), clock_timestamp()
    FROM statement_entries e JOIN old_rows l ON l.id = e.line_id
    GROUP BY e.account_id, e.line_id, e.match_id, e.account HAVING sum(e.amount_paise) <> 0;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER statement_lines_post_insert AFTER INSERT ON statement_lines
  REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION post_inserted_lines();
--> statement-breakpoint
CREATE TRIGGER statement_lines_post_delete AFTER DELETE ON statement_lines
  REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION post_deleted_lines();
--> statement-breakpoint
INSERT INTO statement_entries (account_id, line_id, account, amount_paise, created_at)
  SELECT l.account_id, l.id, e.account, e.amount_paise, i.created_at
  FROM statement_lines l JOIN statement_imports i ON i.id = l.import_id
  CROSS JOIN LATERAL (VALUES ('bank', l.paise),
    (CASE WHEN l.paise > 0 THEN 'unclaimed' ELSE 'paid_out' END, -l.paise)) AS e (account, amount_paise)
  WHERE NOT EXISTS (SELECT FROM statement_entries known WHERE known.line_id = l.id);
