ALTER TABLE "users" ADD COLUMN "frozen_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "freeze_reason" text;--> statement-breakpoint
-- No account is frozen yet: the index is empty, and made while the users are read once.
-- squawk-ignore require-concurrent-index-creation
CREATE INDEX "users_frozen_idx" ON "users" USING btree ("created_at","id") WHERE "users"."frozen_at" IS NOT NULL;--> statement-breakpoint
ALTER TABLE "users" ADD CONSTRAINT "users_freeze_check" CHECK (("users"."frozen_at" IS NULL) = ("users"."freeze_reason" IS NULL)) NOT VALID;