ALTER TABLE "wallet_settings" ADD COLUMN "admin_password_length" integer DEFAULT 10 NOT NULL;--> statement-breakpoint
CREATE TABLE "mail_queue" (
	"user_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"kind" text NOT NULL,
	"recipient" text DEFAULT '' NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"next_at" timestamp (3) with time zone NOT NULL,
	"taken_until" timestamp (3) with time zone,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "mail_queue_pkey" PRIMARY KEY("user_id","id")
);
--> statement-breakpoint
CREATE TABLE "password_resets" (
	"user_id" uuid PRIMARY KEY NOT NULL,
	"token_hash" "bytea",
	"expires_at" timestamp (3) with time zone,
	"requested_at" timestamp (3) with time zone NOT NULL,
	"day_started_at" timestamp (3) with time zone NOT NULL,
	"day_mails" integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "recovery_addresses" (
	"user_id" uuid PRIMARY KEY NOT NULL,
	"address" text,
	"pending_address" text,
	"code_hash" "bytea",
	"code_expires_at" timestamp (3) with time zone,
	"code_attempts" integer DEFAULT 0 NOT NULL,
	"day_started_at" timestamp (3) with time zone NOT NULL,
	"day_mails" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "recovery_addresses_attempts_check" CHECK ("recovery_addresses"."code_attempts" >= 0)
);
--> statement-breakpoint
ALTER TABLE "mail_queue" ADD CONSTRAINT "mail_queue_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "password_resets" ADD CONSTRAINT "password_resets_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "recovery_addresses" ADD CONSTRAINT "recovery_addresses_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "mail_queue_kind_key" ON "mail_queue" USING btree ("user_id","kind","recipient");--> statement-breakpoint
CREATE INDEX "mail_queue_next_at_idx" ON "mail_queue" USING btree ("next_at");