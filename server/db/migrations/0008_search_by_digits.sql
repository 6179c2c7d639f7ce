-- The parts of five characters with a digit in them, as `digitGrams` in server/lib/search.ts.
CREATE FUNCTION digit_grams(value text) RETURNS text[] LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE AS $$
DECLARE
  grams text[] := '{}';
  gram text;
BEGIN
  FOR n IN 1 .. length(value) - 4 LOOP
    gram := substr(value, n, 5);
    IF gram ~ '[0-9]' THEN grams := grams || gram; END IF;
  END LOOP;
  RETURN grams;
END $$;
--> statement-breakpoint
CREATE FUNCTION searched_of_transaction(reference_id text, payment_method text) RETURNS text
LANGUAGE sql IMMUTABLE AS $$
  SELECT lower(reference_id || ' ' || coalesce(payment_method, ''))
$$;
--> statement-breakpoint
CREATE TABLE "transaction_search" (
	"user_id" uuid NOT NULL,
	"transaction_id" uuid NOT NULL,
	"text" text NOT NULL
);
--> statement-breakpoint
DROP INDEX "transactions_search_idx";--> statement-breakpoint
INSERT INTO transaction_search (user_id, transaction_id, text)
  SELECT user_id, id, searched_of_transaction(reference_id, payment_method) FROM transactions;
--> statement-breakpoint
ALTER TABLE "transaction_search" ADD CONSTRAINT "transaction_search_pkey" PRIMARY KEY("user_id","transaction_id");--> statement-breakpoint
ALTER TABLE "transaction_search" ADD CONSTRAINT "transaction_search_transaction_fkey" FOREIGN KEY ("user_id","transaction_id") REFERENCES "public"."transactions"("user_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "transaction_search_text_idx" ON "transaction_search" USING gin ("text" gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "transaction_search_digits_idx" ON "transaction_search" USING gin (digit_grams("text"));--> statement-breakpoint
CREATE INDEX "user_search_shown_digits_idx" ON "user_search" USING gin (digit_grams("shown"));--> statement-breakpoint
CREATE INDEX "user_search_handle_digits_idx" ON "user_search" USING gin (digit_grams("handle"));--> statement-breakpoint
CREATE FUNCTION note_transaction_search() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO transaction_search (user_id, transaction_id, text)
    SELECT user_id, id, searched_of_transaction(reference_id, payment_method) FROM changed_rows;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE FUNCTION correct_transaction_search() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE transaction_search SET text = searched_of_transaction(NEW.reference_id, NEW.payment_method)
    WHERE user_id = NEW.user_id AND transaction_id = NEW.id;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER transactions_search_insert AFTER INSERT ON transactions
  REFERENCING NEW TABLE AS changed_rows FOR EACH STATEMENT EXECUTE FUNCTION note_transaction_search();
--> statement-breakpoint
CREATE TRIGGER transactions_search_update AFTER UPDATE OF reference_id, payment_method ON transactions
  FOR EACH ROW EXECUTE FUNCTION correct_transaction_search();
