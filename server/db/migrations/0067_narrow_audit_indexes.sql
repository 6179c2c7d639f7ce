-- Every command writes an entry into each index of the audit log. Numbers already order the records of a day, so times and ids
-- are left out; older records without a number are sorted when they are read. Servers build the indexes before, while commands
-- continue.
-- squawk-ignore require-concurrent-index-creation
CREATE INDEX IF NOT EXISTS "audit_log_day_idx" ON "audit_log" USING btree ((("created_at" AT TIME ZONE 'Asia/Kolkata')::date),"log_seq");--> statement-breakpoint
-- squawk-ignore require-concurrent-index-creation
CREATE INDEX IF NOT EXISTS "audit_log_action_day_idx" ON "audit_log" USING btree ("action",(("created_at" AT TIME ZONE 'Asia/Kolkata')::date),"log_seq");--> statement-breakpoint
-- squawk-ignore require-concurrent-index-creation
CREATE INDEX IF NOT EXISTS "audit_log_actor_day_idx" ON "audit_log" USING btree ("actor_id","action",(("created_at" AT TIME ZONE 'Asia/Kolkata')::date),"log_seq");--> statement-breakpoint
-- squawk-ignore require-concurrent-index-creation
CREATE INDEX IF NOT EXISTS "audit_log_chain_day_idx" ON "audit_log" USING btree ("chain_id",(("created_at" AT TIME ZONE 'Asia/Kolkata')::date),"log_seq");--> statement-breakpoint
-- squawk-ignore require-concurrent-index-creation
CREATE INDEX IF NOT EXISTS "audit_log_number_idx" ON "audit_log" USING btree ("log_seq");--> statement-breakpoint
-- squawk-ignore require-concurrent-index-deletion
DROP INDEX "audit_log_order_idx";--> statement-breakpoint
-- squawk-ignore require-concurrent-index-deletion
DROP INDEX "audit_log_action_order_idx";--> statement-breakpoint
-- squawk-ignore require-concurrent-index-deletion
DROP INDEX "audit_log_actor_order_idx";--> statement-breakpoint
-- squawk-ignore require-concurrent-index-deletion
DROP INDEX "audit_log_chain_order_idx";--> statement-breakpoint
-- squawk-ignore require-concurrent-index-deletion
DROP INDEX "audit_log_sealed_order_idx";
