ALTER TABLE "daily_flow_deltas" ALTER COLUMN "amount_paise" SET DATA TYPE numeric;--> statement-breakpoint
ALTER TABLE "daily_flows" ALTER COLUMN "amount_paise" SET DATA TYPE numeric;--> statement-breakpoint
ALTER TABLE "transaction_total_deltas" ALTER COLUMN "amount_paise" SET DATA TYPE numeric;--> statement-breakpoint
ALTER TABLE "transaction_totals" ALTER COLUMN "amount_paise" SET DATA TYPE numeric;--> statement-breakpoint
-- Users learn that an administrator adjusted their balance, not which one.
UPDATE notifications SET data = jsonb_set(data, '{updated_by}', '"admin"')
  WHERE category = 'account' AND data ? 'updated_by';
