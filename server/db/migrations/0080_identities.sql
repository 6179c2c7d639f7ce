CREATE TABLE "identities" (
	"user_id" uuid PRIMARY KEY NOT NULL,
	"issuer" text NOT NULL,
	"subject" text NOT NULL,
	"email" text,
	"created_at" timestamp (3) with time zone NOT NULL,
	"last_used_at" timestamp (3) with time zone,
	CONSTRAINT "identities_subject_key" UNIQUE("issuer","subject")
);
--> statement-breakpoint
ALTER TABLE "sessions" ADD COLUMN "opened_with" uuid;--> statement-breakpoint
ALTER TABLE "identities" ADD CONSTRAINT "identities_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
-- No session has a value yet, so the index is empty: the scan takes a fraction of a second per million sessions.
-- squawk-ignore require-concurrent-index-creation
CREATE INDEX "sessions_opened_with_idx" ON "sessions" USING btree ("opened_with") WHERE "sessions"."ended_at" IS NULL AND "sessions"."opened_with" IS NOT NULL;