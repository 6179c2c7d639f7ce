ALTER TABLE "wallet_settings" ADD COLUMN "brand_color" text DEFAULT '#2747df' NOT NULL;--> statement-breakpoint
ALTER TABLE "wallet_settings" ADD COLUMN "brand_name" text;