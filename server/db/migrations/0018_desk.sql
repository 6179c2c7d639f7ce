CREATE TABLE "rejection_reasons" (
	"id" uuid PRIMARY KEY NOT NULL,
	"texts" jsonb NOT NULL,
	"is_active" boolean DEFAULT true NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "request_claims" (
	"transaction_id" uuid PRIMARY KEY NOT NULL,
	"claimed_by" uuid NOT NULL,
	"claimed_at" timestamp (3) with time zone NOT NULL,
	"claimed_until" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "waiting_decisions" (
	"user_id" uuid NOT NULL,
	"transaction_id" uuid NOT NULL,
	"decided_by" uuid NOT NULL,
	"session_id" uuid NOT NULL,
	"ip" text NOT NULL,
	"decision" text NOT NULL,
	"notes" text,
	"source_id" uuid,
	"reason_id" uuid,
	"request_key" uuid NOT NULL,
	"asked_at" timestamp (3) with time zone NOT NULL,
	"due_at" timestamp (3) with time zone NOT NULL,
	"taken_until" timestamp (3) with time zone,
	"attempts" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "waiting_decisions_pkey" PRIMARY KEY("user_id","transaction_id")
);
--> statement-breakpoint
ALTER TABLE "transactions" ADD COLUMN "reason" jsonb;--> statement-breakpoint
ALTER TABLE "wallet_settings" ADD COLUMN "undo_seconds" integer DEFAULT 5 NOT NULL;
--> statement-breakpoint
INSERT INTO rejection_reasons (id, texts, created_at)
SELECT id::uuid, jsonb_build_object('en', text), '2026-01-01T00:00:00Z'
FROM (VALUES
  ('019aa000-0000-7000-8000-000000000001', 'The receipt cannot be read. Please send a clearer picture.'),
  ('019aa000-0000-7000-8000-000000000002', 'The amount does not match the receipt.'),
  ('019aa000-0000-7000-8000-000000000003', 'The payment has not reached us.'),
  ('019aa000-0000-7000-8000-000000000004', 'This receipt was already used.'),
  ('019aa000-0000-7000-8000-000000000005', 'The account holder is someone else.'),
  ('019aa000-0000-7000-8000-000000000006', 'The bank details are incorrect.')
) AS shipped (id, text);
