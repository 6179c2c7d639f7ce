-- Narrower indexes of the largest tables: long texts and checksums are hashed to four bytes, and candidates of near duplicates
-- are found by their hash alone. The server builds the indexes concurrently before the migration (server/db/large-indexes.ts),
-- so that these statements find them.
-- squawk-ignore require-concurrent-index-creation
CREATE INDEX IF NOT EXISTS "audit_log_actor_hash_idx" ON "audit_log" USING btree ("actor_id",hashtext("action"),(("created_at" AT TIME ZONE 'Asia/Kolkata')::date),"log_seq");--> statement-breakpoint
-- squawk-ignore require-concurrent-index-creation
CREATE INDEX IF NOT EXISTS "audit_log_chain_hash_idx" ON "audit_log" USING btree (hashtext("chain_id"),(("created_at" AT TIME ZONE 'Asia/Kolkata')::date),"log_seq");--> statement-breakpoint
-- squawk-ignore require-concurrent-index-creation
CREATE INDEX IF NOT EXISTS "files_receipt_equal_idx" ON "files" USING hash ("sha256") WHERE "files"."kind" = 'receipts';--> statement-breakpoint
-- squawk-ignore require-concurrent-index-creation
CREATE INDEX IF NOT EXISTS "receipt_hashes_near0_idx" ON "receipt_hashes" USING btree ("band0","hash");--> statement-breakpoint
-- squawk-ignore require-concurrent-index-creation
CREATE INDEX IF NOT EXISTS "receipt_hashes_near1_idx" ON "receipt_hashes" USING btree ("band1","hash");--> statement-breakpoint
-- squawk-ignore require-concurrent-index-creation
CREATE INDEX IF NOT EXISTS "receipt_hashes_near2_idx" ON "receipt_hashes" USING btree ("band2","hash");--> statement-breakpoint
-- squawk-ignore require-concurrent-index-creation
CREATE INDEX IF NOT EXISTS "receipt_hashes_near3_idx" ON "receipt_hashes" USING btree ("band3","hash");--> statement-breakpoint
-- squawk-ignore require-concurrent-index-creation
CREATE INDEX IF NOT EXISTS "receipt_hashes_equal_idx" ON "receipt_hashes" USING hash ("upload_sha256");--> statement-breakpoint
-- squawk-ignore require-concurrent-index-deletion
DROP INDEX "audit_log_actor_day_idx";--> statement-breakpoint
-- squawk-ignore require-concurrent-index-deletion
DROP INDEX "audit_log_chain_day_idx";--> statement-breakpoint
-- squawk-ignore require-concurrent-index-deletion
DROP INDEX "files_receipt_hash_idx";--> statement-breakpoint
-- squawk-ignore require-concurrent-index-deletion
DROP INDEX "receipt_hashes_band0_idx";--> statement-breakpoint
-- squawk-ignore require-concurrent-index-deletion
DROP INDEX "receipt_hashes_band1_idx";--> statement-breakpoint
-- squawk-ignore require-concurrent-index-deletion
DROP INDEX "receipt_hashes_band2_idx";--> statement-breakpoint
-- squawk-ignore require-concurrent-index-deletion
DROP INDEX "receipt_hashes_band3_idx";--> statement-breakpoint
-- squawk-ignore require-concurrent-index-deletion
DROP INDEX "receipt_hashes_upload_idx";
