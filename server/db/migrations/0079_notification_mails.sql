CREATE TABLE "mail_preferences" (
	"user_id" uuid PRIMARY KEY NOT NULL,
	"topics" text[] NOT NULL,
	"has_digest" boolean DEFAULT false NOT NULL,
	"digest_day" date
);
--> statement-breakpoint
ALTER TABLE "mail_queue" ADD COLUMN "content" jsonb;--> statement-breakpoint
ALTER TABLE "mail_queue" ADD COLUMN "failed_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "mail_queue" ADD COLUMN "failure" text;--> statement-breakpoint
ALTER TABLE "mail_preferences" ADD CONSTRAINT "mail_preferences_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
-- The table has few rows: mails that wait.
-- squawk-ignore require-concurrent-index-creation
CREATE INDEX "mail_queue_first_idx" ON "mail_queue" USING btree ("next_at") WHERE "mail_queue"."content" IS NULL;--> statement-breakpoint
-- squawk-ignore require-concurrent-index-creation
CREATE INDEX "mail_queue_failed_idx" ON "mail_queue" USING btree ("failed_at","id") WHERE "mail_queue"."failed_at" IS NOT NULL;