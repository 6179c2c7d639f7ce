CREATE TABLE "deposit_accounts" (
	"id" uuid PRIMARY KEY NOT NULL,
	"account_holder_name" text NOT NULL,
	"account_number" text NOT NULL,
	"ifsc_code" text NOT NULL,
	"bank_name" text NOT NULL,
	"is_active" boolean NOT NULL,
	"digest_salt" uuid NOT NULL,
	"digest" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "deposit_accounts_ifsc_check" CHECK ("deposit_accounts"."ifsc_code" ~ '^[A-Z]{4}0[A-Z0-9]{6}$')
);
--> statement-breakpoint
ALTER TABLE "deposit_accounts" ADD CONSTRAINT "deposit_accounts_id_statement_accounts_id_fk" FOREIGN KEY ("id") REFERENCES "public"."statement_accounts"("id") ON DELETE no action ON UPDATE no action;