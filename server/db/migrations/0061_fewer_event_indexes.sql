-- Every command maintains these indexes. No server of the previous version uses the first one, and it prunes without the
-- second one by reading the table.
-- squawk-ignore require-concurrent-index-deletion
DROP INDEX "events_xid_idx";--> statement-breakpoint
-- squawk-ignore require-concurrent-index-deletion
DROP INDEX "events_created_at_idx";
