ALTER TABLE "wallet_settings" ADD COLUMN "support_phone" text;--> statement-breakpoint
ALTER TABLE "wallet_settings" ADD COLUMN "support_email" text;--> statement-breakpoint
ALTER TABLE "wallet_settings" ADD COLUMN "processing_time" text;