-- Lines are matched in order of their amounts, so that all lines of an amount are compared once.
-- squawk-ignore require-concurrent-index-deletion
DROP INDEX "statement_lines_import_idx";--> statement-breakpoint
ALTER TABLE "statement_imports" ADD COLUMN "matched_paise" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
-- About a second for a million lines, during which imports and matches wait.
-- squawk-ignore require-concurrent-index-creation
CREATE INDEX "statement_lines_import_amount_idx" ON "statement_lines" USING btree ("import_id",abs("paise"));--> statement-breakpoint
ALTER INDEX "statement_lines_utrs_idx" SET (fastupdate = off);--> statement-breakpoint
SELECT gin_clean_pending_list('statement_lines_utrs_idx');--> statement-breakpoint
ALTER INDEX "statement_findings_requests_idx" SET (fastupdate = off);--> statement-breakpoint
SELECT gin_clean_pending_list('statement_findings_requests_idx');
