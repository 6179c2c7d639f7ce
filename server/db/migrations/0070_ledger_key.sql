-- A posting writes two entries. The index of their ids took a fifth of the table's size and is used by no query: the
-- unique index of postings becomes the primary key.
ALTER TABLE "ledger_entries" DROP CONSTRAINT "ledger_entries_pkey";--> statement-breakpoint
ALTER TABLE "ledger_entries" ADD CONSTRAINT "ledger_entries_posting_key" PRIMARY KEY USING INDEX "ledger_entries_posting_key";
