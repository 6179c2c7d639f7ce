-- Partial: no record has a key before this version, so building it takes one scan of the log.
-- squawk-ignore require-concurrent-index-creation
CREATE INDEX IF NOT EXISTS "audit_log_key_request_idx" ON "audit_log" USING btree ("chain_id","actor_id","created_at") WHERE "audit_log"."action" = 'transaction.request' AND "audit_log"."after" ? 'apiKeyId';