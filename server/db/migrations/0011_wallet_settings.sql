CREATE TABLE "wallet_settings" (
	"id" integer PRIMARY KEY DEFAULT 1 NOT NULL,
	"max_deposit_paise" bigint DEFAULT 1000000000 NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "wallet_settings_single_check" CHECK ("wallet_settings"."id" = 1)
);
--> statement-breakpoint
INSERT INTO wallet_settings (updated_at) VALUES (now());
