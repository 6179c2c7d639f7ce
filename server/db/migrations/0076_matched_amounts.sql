-- squawk-ignore require-concurrent-index-deletion
DROP INDEX "statement_lines_import_idx";--> statement-breakpoint
ALTER TABLE "statement_imports" ADD COLUMN "matched_paise" bigint;--> statement-breakpoint
ALTER TABLE "statement_imports" ADD COLUMN "matched_line_id" uuid;--> statement-breakpoint
-- About a second for a million lines, during which imports and matches wait.
-- squawk-ignore require-concurrent-index-creation
CREATE INDEX "statement_lines_import_amount_idx" ON "statement_lines" USING btree ("import_id","paise","id");
