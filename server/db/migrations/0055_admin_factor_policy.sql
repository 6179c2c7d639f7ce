ALTER TABLE "wallet_settings" ADD COLUMN "admin_factor_required" boolean;--> statement-breakpoint
ALTER TABLE "wallet_settings" ADD COLUMN "admin_factor_since" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "wallet_settings" ADD COLUMN "admin_factor_days" integer DEFAULT 14 NOT NULL;