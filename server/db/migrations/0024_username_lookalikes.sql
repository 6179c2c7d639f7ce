ALTER TABLE "users" ADD COLUMN "username_skeleton" text;--> statement-breakpoint
-- squawk-ignore require-concurrent-index-creation: a million users are indexed in about two seconds
CREATE UNIQUE INDEX "users_lookalike_key" ON "users" USING btree (coalesce("username_skeleton", lower("username"::text)));