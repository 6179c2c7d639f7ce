CREATE TABLE "matched_requests" (
	"request_id" uuid PRIMARY KEY NOT NULL,
	"version" integer NOT NULL
);
--> statement-breakpoint
ALTER TABLE "statement_imports" ADD COLUMN "matched_rows" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "statement_imports" ADD COLUMN "is_matched" boolean DEFAULT false NOT NULL;--> statement-breakpoint
-- The table is as new as this version.
-- squawk-ignore require-concurrent-index-creation
CREATE INDEX "statement_findings_requests_idx" ON "statement_findings" USING gin ("request_ids");--> statement-breakpoint
-- The table is as new as this version.
-- squawk-ignore require-concurrent-index-creation
CREATE INDEX "statement_imports_unmatched_idx" ON "statement_imports" USING btree ("created_at","id") WHERE NOT "statement_imports"."is_matched" AND "statement_imports"."undone_at" IS NULL;--> statement-breakpoint
-- The table is as new as this version.
-- squawk-ignore require-concurrent-index-creation
CREATE INDEX "statement_lines_utrs_idx" ON "statement_lines" USING gin (string_to_array("utrs", ' '));--> statement-breakpoint
-- The table is as new as this version.
-- squawk-ignore require-concurrent-index-creation
CREATE INDEX "statement_lines_free_idx" ON "statement_lines" USING btree (("paise" - "claimed_paise"),"booked_on") WHERE "statement_lines"."paise" > "statement_lines"."claimed_paise";