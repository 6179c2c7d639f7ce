CREATE TABLE "support_replies" (
	"user_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"message_id" uuid NOT NULL,
	"author_id" uuid NOT NULL,
	"is_from_support" boolean NOT NULL,
	"text" text NOT NULL,
	"request_key" uuid NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "support_replies_pkey" PRIMARY KEY("user_id","id")
);
--> statement-breakpoint
ALTER TABLE "support_messages" ADD COLUMN "state" text DEFAULT 'open' NOT NULL;--> statement-breakpoint
ALTER TABLE "support_messages" ADD COLUMN "since" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "support_messages" ADD COLUMN "replied_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "support_messages" ADD COLUMN "answered_by" uuid;--> statement-breakpoint
ALTER TABLE "support_messages" ADD COLUMN "is_unread" boolean DEFAULT false NOT NULL;--> statement-breakpoint
-- A user sends at most five messages an hour: these indexes are built in seconds, during which no message can be sent.
-- squawk-ignore require-concurrent-index-creation
CREATE UNIQUE INDEX "support_messages_owner_key" ON "support_messages" USING btree ("user_id","id");--> statement-breakpoint
-- squawk-ignore require-concurrent-index-creation
CREATE INDEX "support_messages_own_idx" ON "support_messages" USING btree ("user_id",(coalesce("replied_at", "created_at")),"id");--> statement-breakpoint
-- squawk-ignore require-concurrent-index-creation
CREATE INDEX "support_messages_unread_idx" ON "support_messages" USING btree ("user_id") WHERE "support_messages"."is_unread";--> statement-breakpoint
-- squawk-ignore require-concurrent-index-creation
CREATE INDEX "support_messages_open_idx" ON "support_messages" USING btree ((coalesce("since", "created_at")),"id") WHERE "support_messages"."state" = 'open';--> statement-breakpoint
-- squawk-ignore require-concurrent-index-creation
CREATE INDEX "support_messages_answered_idx" ON "support_messages" USING btree ((coalesce("since", "created_at")),"id") WHERE "support_messages"."state" = 'answered';--> statement-breakpoint
ALTER TABLE "support_replies" ADD CONSTRAINT "support_replies_message_fkey" FOREIGN KEY ("user_id","message_id") REFERENCES "public"."support_messages"("user_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "support_replies_request_key_key" ON "support_replies" USING btree ("user_id","author_id","request_key");--> statement-breakpoint
CREATE INDEX "support_replies_message_idx" ON "support_replies" USING btree ("user_id","message_id","created_at","id");--> statement-breakpoint
CREATE INDEX "support_replies_author_idx" ON "support_replies" USING btree ("author_id","created_at");--> statement-breakpoint
ALTER TABLE "support_messages" ADD CONSTRAINT "support_messages_state_check" CHECK ("support_messages"."state" IN ('open', 'answered')) NOT VALID;
