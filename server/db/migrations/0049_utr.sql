ALTER TABLE "wallet_settings" ADD COLUMN "utr_required" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "transactions" ADD COLUMN "utr" text;--> statement-breakpoint
-- The index is empty: the column is new. The table is read once.
-- squawk-ignore require-concurrent-index-creation
CREATE INDEX "transactions_utr_idx" ON "transactions" USING btree ("utr") WHERE "transactions"."utr" IS NOT NULL;--> statement-breakpoint
-- The function without the UTR stays for servers of the version before.
CREATE FUNCTION searched_with_utr(reference_id text, payment_method text, utr text) RETURNS text
LANGUAGE sql IMMUTABLE AS $$
  SELECT searched_of_transaction(reference_id, payment_method) || coalesce(' ' || lower(utr), '')
$$;
--> statement-breakpoint
CREATE OR REPLACE FUNCTION note_transaction_search() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO transaction_search (user_id, transaction_id, text)
    SELECT user_id, id, searched_with_utr(reference_id, payment_method, utr) FROM changed_rows;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE OR REPLACE FUNCTION correct_transaction_search() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE transaction_search SET text = searched_with_utr(NEW.reference_id, NEW.payment_method, NEW.utr)
    WHERE user_id = NEW.user_id AND transaction_id = NEW.id;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE OR REPLACE TRIGGER transactions_search_update AFTER UPDATE OF reference_id, payment_method, utr ON transactions
  FOR EACH ROW EXECUTE FUNCTION correct_transaction_search();
