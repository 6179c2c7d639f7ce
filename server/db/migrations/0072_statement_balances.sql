CREATE TABLE "statement_balances" (
	"account_id" uuid NOT NULL,
	"account" text NOT NULL,
	"amount_paise" numeric NOT NULL,
	CONSTRAINT "statement_balances_pkey" PRIMARY KEY("account_id","account")
);
--> statement-breakpoint
ALTER TABLE "statement_balances" ADD CONSTRAINT "statement_balances_account_id_statement_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."statement_accounts"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
INSERT INTO projections (name) VALUES ('statement-balances');
--> statement-breakpoint
-- As in 0066. It waits for open writers of entries, so the projection, which starts with the first entry, misses none.
CREATE FUNCTION mark_entry_writer() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_advisory_xact_lock_shared(
    (7263::bigint << 48) | (CASE WHEN is_called THEN last_value ELSE last_value - 1 END)) FROM statement_entries_id_seq;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER statement_entries_mark_writer BEFORE INSERT ON statement_entries
  FOR EACH STATEMENT EXECUTE FUNCTION mark_entry_writer();
