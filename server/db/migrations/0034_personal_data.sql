CREATE TABLE "number_encryption" (
	"id" integer PRIMARY KEY DEFAULT 1 NOT NULL,
	"since" timestamp(3) with time zone NOT NULL,
	"completed_at" timestamp (3) with time zone,
	CONSTRAINT "number_encryption_single_check" CHECK ("number_encryption"."id" = 1)
);
--> statement-breakpoint
CREATE TABLE "secret_keys" (
	"id" text PRIMARY KEY NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "bank_accounts" ADD COLUMN "account_number_hash" "bytea";--> statement-breakpoint
-- squawk-ignore require-concurrent-index-creation
CREATE INDEX "bank_accounts_number_hash_idx" ON "bank_accounts" USING btree ("account_number_hash");--> statement-breakpoint
-- Servers of the version before run on while this is applied, and can't open sealed numbers: they have a day. An
-- installation without users has no such server.
INSERT INTO number_encryption (since)
  SELECT CASE WHEN EXISTS (SELECT FROM users) THEN now() + interval '1 day' ELSE '-infinity' END;
