CREATE TABLE "payment_intents" (
	"user_id" uuid NOT NULL,
	"qr_code_id" uuid NOT NULL,
	"amount_paise" bigint NOT NULL,
	"reference_id" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "payment_intents_pkey" PRIMARY KEY("user_id","qr_code_id","amount_paise"),
	CONSTRAINT "payment_intents_reference_key" UNIQUE("reference_id"),
	CONSTRAINT "payment_intents_amount_check" CHECK ("payment_intents"."amount_paise" > 0)
);
--> statement-breakpoint
ALTER TABLE "qr_codes" ADD COLUMN "upi_id" text;--> statement-breakpoint
ALTER TABLE "qr_codes" ADD COLUMN "payee_name" text;--> statement-breakpoint
ALTER TABLE "qr_codes" ADD COLUMN "merchant_code" text;--> statement-breakpoint
ALTER TABLE "qr_codes" ADD COLUMN "is_signed" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "wallet_settings" ADD COLUMN "upi_limit_paise" bigint DEFAULT 10000000 NOT NULL;--> statement-breakpoint
ALTER TABLE "payment_intents" ADD CONSTRAINT "payment_intents_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payment_intents" ADD CONSTRAINT "payment_intents_qr_code_id_qr_codes_id_fk" FOREIGN KEY ("qr_code_id") REFERENCES "public"."qr_codes"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "payment_intents_expires_at_idx" ON "payment_intents" USING btree ("expires_at");--> statement-breakpoint
-- The table has a few rows.
-- squawk-ignore constraint-missing-not-valid
ALTER TABLE "qr_codes" ADD CONSTRAINT "qr_codes_payee_check" CHECK (("qr_codes"."upi_id" IS NULL) = ("qr_codes"."payee_name" IS NULL));