CREATE EXTENSION IF NOT EXISTS pg_trgm;--> statement-breakpoint
CREATE TABLE "audit_checks" (
	"id" integer PRIMARY KEY DEFAULT 1 NOT NULL,
	"last" jsonb,
	"chains" bigint DEFAULT 0 NOT NULL,
	"rows" bigint DEFAULT 0 NOT NULL,
	"broken" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"pass_ended_at" timestamp (3) with time zone,
	"pass_chains" bigint DEFAULT 0 NOT NULL,
	"pass_rows" bigint DEFAULT 0 NOT NULL,
	"pass_broken" jsonb DEFAULT '[]'::jsonb NOT NULL,
	CONSTRAINT "audit_checks_single_check" CHECK ("audit_checks"."id" = 1)
);
--> statement-breakpoint
CREATE TABLE "user_search" (
	"user_id" uuid PRIMARY KEY NOT NULL,
	"shown" text NOT NULL,
	"handle" text NOT NULL
);
--> statement-breakpoint
DROP INDEX "transactions_pending_idx";--> statement-breakpoint
DROP INDEX "transactions_history_idx";--> statement-breakpoint
ALTER TABLE "user_search" ADD CONSTRAINT "user_search_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "user_search_shown_idx" ON "user_search" USING gin ("shown" gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "user_search_handle_idx" ON "user_search" USING gin ("handle" gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "audit_log_action_idx" ON "audit_log" USING btree ("action","created_at","id");--> statement-breakpoint
CREATE INDEX "audit_log_actor_idx" ON "audit_log" USING btree ("actor_id","action","created_at","id");--> statement-breakpoint
CREATE INDEX "audit_log_entity_idx" ON "audit_log" USING btree ("entity_id" text_pattern_ops);--> statement-breakpoint
CREATE INDEX "transactions_status_idx" ON "transactions" USING btree ("status","type","created_at","id");--> statement-breakpoint
CREATE INDEX "transactions_created_at_idx" ON "transactions" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "transactions_search_idx" ON "transactions" USING gin (lower("reference_id" || ' ' || coalesce("payment_method", '')) gin_trgm_ops);--> statement-breakpoint
-- What a user is found by: as lists show them, and by handle. The placeholder is that of
-- `emailPlaceholder` in contract/rules.ts.
CREATE FUNCTION shown_of_user(username text, first_name text, last_name text, email text) RETURNS text
LANGUAGE sql IMMUTABLE AS $$
  SELECT lower(concat_ws(E'\n', nullif(concat_ws(' ', first_name, last_name), ''), username,
    coalesce(nullif(email, ''), regexp_replace(username, '\s+', '.', 'g') || '@wallet.example')))
$$;
--> statement-breakpoint
CREATE FUNCTION note_user_search() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO user_search (user_id, shown, handle)
    SELECT id, shown_of_user(username::text, NULL, NULL, NULL), lower(username::text) || ' ' || id::text
    FROM changed_rows;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE FUNCTION note_profile_search() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE user_search AS kept
    SET shown = shown_of_user(users.username::text, changed.first_name, changed.last_name, changed.email)
    FROM changed_rows AS changed JOIN users ON users.id = changed.user_id
    WHERE kept.user_id = changed.user_id
      AND kept.shown <> shown_of_user(users.username::text, changed.first_name, changed.last_name, changed.email);
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER users_search_insert AFTER INSERT ON users
  REFERENCING NEW TABLE AS changed_rows FOR EACH STATEMENT EXECUTE FUNCTION note_user_search();
--> statement-breakpoint
CREATE TRIGGER user_profiles_search_insert AFTER INSERT ON user_profiles
  REFERENCING NEW TABLE AS changed_rows FOR EACH STATEMENT EXECUTE FUNCTION note_profile_search();
--> statement-breakpoint
CREATE TRIGGER user_profiles_search_update AFTER UPDATE ON user_profiles
  REFERENCING NEW TABLE AS changed_rows FOR EACH STATEMENT EXECUTE FUNCTION note_profile_search();
--> statement-breakpoint
INSERT INTO user_search (user_id, shown, handle)
  SELECT id, shown_of_user(username::text, first_name, last_name, email), lower(username::text) || ' ' || id::text
  FROM users LEFT JOIN user_profiles ON user_id = id;
