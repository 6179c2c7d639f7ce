ALTER TABLE "wallet_settings" ADD COLUMN "user_idle_hours" integer DEFAULT 168 NOT NULL;--> statement-breakpoint
ALTER TABLE "wallet_settings" ADD COLUMN "user_session_hours" integer DEFAULT 720 NOT NULL;--> statement-breakpoint
ALTER TABLE "wallet_settings" ADD COLUMN "admin_idle_hours" integer DEFAULT 24 NOT NULL;--> statement-breakpoint
ALTER TABLE "wallet_settings" ADD COLUMN "admin_session_hours" integer DEFAULT 168 NOT NULL;