ALTER TABLE "sessions" ADD COLUMN "confirmed_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "wallet_settings" ADD COLUMN "step_up_above_paise" bigint DEFAULT 10000000 NOT NULL;