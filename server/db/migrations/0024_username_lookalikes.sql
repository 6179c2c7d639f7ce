ALTER TABLE "users" ADD COLUMN "username_skeleton" text;--> statement-breakpoint
-- A million users are indexed in about two seconds, during which no user can be created.
-- squawk-ignore require-concurrent-index-creation
CREATE UNIQUE INDEX "users_lookalike_key" ON "users" USING btree (coalesce("username_skeleton", lower("username"::text)));