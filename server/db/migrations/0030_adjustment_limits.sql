CREATE TABLE "adjustment_days" (
	"user_id" uuid NOT NULL,
	"day" date NOT NULL,
	"total_paise" bigint NOT NULL,
	CONSTRAINT "adjustment_days_pkey" PRIMARY KEY("user_id","day")
);
--> statement-breakpoint
ALTER TABLE "rejection_reasons" ADD COLUMN "kind" text DEFAULT 'rejection' NOT NULL;--> statement-breakpoint
ALTER TABLE "wallet_settings" ADD COLUMN "adjustment_day_paise" bigint DEFAULT 100000000 NOT NULL;--> statement-breakpoint
ALTER TABLE "adjustment_days" ADD CONSTRAINT "adjustment_days_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
INSERT INTO rejection_reasons (id, kind, texts, created_at)
SELECT id::uuid, 'adjustment', jsonb_build_object('en', text), '2026-01-01T00:00:00Z'
FROM (VALUES
  ('019aa000-0000-7000-8000-000000000011', 'A payment was received but not credited.'),
  ('019aa000-0000-7000-8000-000000000012', 'Refund of a failed withdrawal.'),
  ('019aa000-0000-7000-8000-000000000013', 'The bank returned the payment.'),
  ('019aa000-0000-7000-8000-000000000014', 'Correction of an earlier entry.'),
  ('019aa000-0000-7000-8000-000000000015', 'Bonus or promotional credit.')
) AS shipped (id, text);
