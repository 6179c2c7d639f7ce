ALTER TABLE "api_keys" ADD COLUMN "suspension_reason" text;--> statement-breakpoint
ALTER TABLE "webhook_endpoints" ADD COLUMN "owner_id" uuid;--> statement-breakpoint
-- The audit log names who created each webhook. There are at most ten webhooks.
UPDATE webhook_endpoints AS e SET owner_id = a.actor_id
FROM audit_log AS a
WHERE a.chain_id = 'webhooks' AND a.action = 'webhook.insert' AND a.entity_id = e.id::text;
