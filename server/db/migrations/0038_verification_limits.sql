CREATE TABLE "verification_limits" (
	"level" text PRIMARY KEY NOT NULL,
	"deposit_transaction_paise" bigint,
	"deposit_day_paise" bigint,
	"deposit_month_paise" bigint,
	"withdrawal_transaction_paise" bigint,
	"withdrawal_day_paise" bigint,
	"withdrawal_month_paise" bigint,
	CONSTRAINT "verification_limits_level_check" CHECK ("verification_limits"."level" IN ('none', 'basic', 'full'))
);
--> statement-breakpoint
ALTER TABLE "wallet_settings" ADD COLUMN "new_account_hours" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "verification_level" text DEFAULT 'none' NOT NULL;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "verification_reason" text;--> statement-breakpoint
ALTER TABLE "users" ADD CONSTRAINT "users_verification_level_check" CHECK ("users"."verification_level" IN ('none', 'basic', 'full')) NOT VALID;