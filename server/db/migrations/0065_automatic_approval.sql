ALTER TABLE "statement_matches" DROP CONSTRAINT "statement_matches_state_check";--> statement-breakpoint
ALTER TABLE "wallet_settings" ADD COLUMN "auto_approval" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "wallet_settings" ADD COLUMN "auto_approval_paise" bigint DEFAULT 1000000 NOT NULL;--> statement-breakpoint
ALTER TABLE "wallet_settings" ADD COLUMN "auto_approval_day_paise" bigint DEFAULT 10000000 NOT NULL;--> statement-breakpoint
ALTER TABLE "wallet_settings" ADD COLUMN "auto_approval_minutes" integer DEFAULT 15 NOT NULL;--> statement-breakpoint
ALTER TABLE "statement_imports" ADD COLUMN "confirmed_session_id" uuid;--> statement-breakpoint
ALTER TABLE "statement_matches" ADD COLUMN "not_automatic" text;--> statement-breakpoint
-- Some seconds at most: the table is small.
-- squawk-ignore require-concurrent-index-creation
CREATE INDEX "statement_matches_automatic_idx" ON "statement_matches" USING btree ("created_at","id") WHERE "statement_matches"."state" = 'proposed' AND "statement_matches"."grade" = 'certain' AND "statement_matches"."not_automatic" IS NULL;--> statement-breakpoint
-- Some seconds at most: the table is small.
-- squawk-ignore require-concurrent-index-creation
CREATE INDEX "statement_matches_accepted_idx" ON "statement_matches" USING btree ("accepted_at") WHERE "statement_matches"."accepted_at" IS NOT NULL AND "statement_matches"."accepted_by" IS NULL;--> statement-breakpoint
ALTER TABLE "statement_matches" ADD CONSTRAINT "statement_matches_state_check" CHECK (("statement_matches"."state" = 'undone') = ("statement_matches"."ended_at" IS NOT NULL) AND ("statement_matches"."state" <> 'accepted' OR "statement_matches"."accepted_at" IS NOT NULL)
        AND ("statement_matches"."accepted_by" IS NULL OR "statement_matches"."accepted_at" IS NOT NULL)) NOT VALID;
