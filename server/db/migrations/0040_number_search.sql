CREATE TABLE "secret_key_leases" (
	"server_id" uuid PRIMARY KEY NOT NULL,
	"key_id" text NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "transaction_accounts" (
	"user_id" uuid NOT NULL,
	"transaction_id" uuid NOT NULL,
	"last_four" text NOT NULL,
	"account_number_hash" "bytea",
	CONSTRAINT "transaction_accounts_pkey" PRIMARY KEY("user_id","transaction_id")
);
--> statement-breakpoint
ALTER TABLE "number_encryption" ADD COLUMN "indexed_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "transaction_accounts" ADD CONSTRAINT "transaction_accounts_transaction_fkey" FOREIGN KEY ("user_id","transaction_id") REFERENCES "public"."transactions"("user_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "transaction_accounts_last_four_idx" ON "transaction_accounts" USING btree ("last_four");--> statement-breakpoint
CREATE INDEX "transaction_accounts_number_hash_idx" ON "transaction_accounts" USING btree ("account_number_hash");--> statement-breakpoint
-- People have few bank accounts: built in seconds, during which none can be added.
-- squawk-ignore require-concurrent-index-creation
CREATE INDEX "bank_accounts_last_four_idx" ON "bank_accounts" USING btree (right("account_number", 4));