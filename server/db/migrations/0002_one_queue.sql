CREATE TABLE "outgoing" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid,
	"kind" text NOT NULL,
	"lane" text NOT NULL,
	"recipient" text DEFAULT '' NOT NULL,
	"subscription_id" uuid,
	"content" jsonb,
	"attempts" integer DEFAULT 0 NOT NULL,
	"next_at" timestamp (3) with time zone NOT NULL,
	"taken_until" timestamp (3) with time zone,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"failed_at" timestamp (3) with time zone,
	"failure" text,
	CONSTRAINT "outgoing_key" UNIQUE NULLS NOT DISTINCT("user_id","kind","lane","recipient")
);
--> statement-breakpoint
INSERT INTO "outgoing" (id, user_id, kind, lane, recipient, subscription_id, content, attempts, next_at, taken_until, expires_at,
  created_at, failed_at, failure)
SELECT id, user_id, kind, CASE WHEN subscription_id IS NOT NULL THEN 'push' WHEN content IS NOT NULL THEN 'notice' ELSE 'mail' END,
  recipient, subscription_id, content, attempts, next_at, taken_until, expires_at, created_at, failed_at, failure
FROM "mail_queue";
--> statement-breakpoint
INSERT INTO "outgoing" (id, kind, lane, recipient, attempts, next_at, taken_until, expires_at, created_at)
SELECT gen_random_uuid(), 'webhook', d.endpoint_id, d.id, d.attempts, d.next_at, d.taken_until, d.created_at + interval '30 days',
  d.created_at
FROM "webhook_deliveries" d JOIN "webhook_endpoints" e ON e.id = d.endpoint_id WHERE d.state = 'pending';
--> statement-breakpoint
-- squawk-ignore ban-drop-table -- no release has had it
DROP TABLE "mail_queue";
--> statement-breakpoint
ALTER TABLE "webhook_deliveries" DROP CONSTRAINT "webhook_deliveries_pending_check";
--> statement-breakpoint
-- squawk-ignore require-concurrent-index-deletion -- it is dropped at once
DROP INDEX "webhook_deliveries_pending_idx";
--> statement-breakpoint
-- squawk-ignore ban-drop-column -- no release has had it
ALTER TABLE "webhook_deliveries" DROP COLUMN "next_at";
--> statement-breakpoint
-- squawk-ignore ban-drop-column -- no release has had it
ALTER TABLE "webhook_deliveries" DROP COLUMN "taken_until";
--> statement-breakpoint
ALTER TABLE "outgoing" ADD CONSTRAINT "outgoing_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
CREATE INDEX "outgoing_lane_idx" ON "outgoing" USING btree ("lane","next_at");
--> statement-breakpoint
CREATE INDEX "outgoing_expires_at_idx" ON "outgoing" USING btree ("expires_at");
--> statement-breakpoint
CREATE INDEX "outgoing_failed_idx" ON "outgoing" USING btree ("failed_at","id") WHERE "outgoing"."failed_at" IS NOT NULL;
