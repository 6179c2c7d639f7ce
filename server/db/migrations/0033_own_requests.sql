CREATE TABLE "replaced_receipts" (
	"user_id" uuid NOT NULL,
	"transaction_id" uuid NOT NULL,
	"receipt_url" text NOT NULL,
	"replaced_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "replaced_receipts_pkey" PRIMARY KEY("user_id","transaction_id","receipt_url")
);
--> statement-breakpoint
ALTER TABLE "transactions" ADD COLUMN "is_cancelled" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "transactions" ADD COLUMN "receipt_replaced_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "waiting_decisions" ADD COLUMN "receipt_url" text;--> statement-breakpoint
ALTER TABLE "replaced_receipts" ADD CONSTRAINT "replaced_receipts_transaction_fkey" FOREIGN KEY ("user_id","transaction_id") REFERENCES "public"."transactions"("user_id","id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
-- A cancellation is the owner's, not a reviewer's decision. The functions of 0022, without cancelled requests.
CREATE OR REPLACE FUNCTION note_inserted_decisions() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO daily_decision_deltas (day, decided_by, status, reason, count)
    SELECT (decided_at AT TIME ZONE 'Asia/Kolkata')::date, decided_by, status, reason ->> 'en', count(*)
    FROM new_rows WHERE status <> 'pending' AND NOT is_adjustment AND NOT is_cancelled GROUP BY 1, 2, 3, 4;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE OR REPLACE FUNCTION note_updated_decisions() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO daily_decision_deltas (day, decided_by, status, reason, count)
    SELECT day, decided_by, status, said, sum(n) FROM (
      SELECT (decided_at AT TIME ZONE 'Asia/Kolkata')::date AS day, decided_by, status, reason ->> 'en' AS said, 1 AS n
      FROM new_rows WHERE status <> 'pending' AND NOT is_adjustment AND NOT is_cancelled
      UNION ALL
      SELECT (decided_at AT TIME ZONE 'Asia/Kolkata')::date, decided_by, status, reason ->> 'en', -1
      FROM old_rows WHERE status <> 'pending' AND NOT is_adjustment AND NOT is_cancelled) AS moved
    GROUP BY 1, 2, 3, 4 HAVING sum(n) <> 0;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE OR REPLACE FUNCTION note_deleted_decisions() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO daily_decision_deltas (day, decided_by, status, reason, count)
    SELECT (decided_at AT TIME ZONE 'Asia/Kolkata')::date, decided_by, status, reason ->> 'en', -count(*)
    FROM old_rows WHERE status <> 'pending' AND NOT is_adjustment AND NOT is_cancelled GROUP BY 1, 2, 3, 4;
  RETURN NULL;
END $$;
