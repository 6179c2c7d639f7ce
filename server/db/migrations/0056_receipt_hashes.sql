CREATE TABLE "receipt_hashes" (
	"file_id" uuid PRIMARY KEY NOT NULL,
	"upload_sha256" "bytea",
	"hash" bigint,
	"grid" "bytea",
	"band0" integer GENERATED ALWAYS AS (((hash >> 48) & 65535)::integer) STORED,
	"band1" integer GENERATED ALWAYS AS (((hash >> 32) & 65535)::integer) STORED,
	"band2" integer GENERATED ALWAYS AS (((hash >> 16) & 65535)::integer) STORED,
	"band3" integer GENERATED ALWAYS AS (((hash >> 0) & 65535)::integer) STORED
);
--> statement-breakpoint
CREATE TABLE "receipt_matches" (
	"file_id" uuid NOT NULL,
	"other_file_id" uuid NOT NULL,
	"other_transaction_id" uuid NOT NULL,
	CONSTRAINT "receipt_matches_pkey" PRIMARY KEY("file_id","other_file_id")
);
--> statement-breakpoint
CREATE TABLE "uncompared_receipts" (
	"file_id" uuid PRIMARY KEY NOT NULL
);
--> statement-breakpoint
ALTER TABLE "files" ADD COLUMN "is_hashed" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "receipt_hashes" ADD CONSTRAINT "receipt_hashes_file_fkey" FOREIGN KEY ("file_id") REFERENCES "public"."files"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "receipt_matches" ADD CONSTRAINT "receipt_matches_file_fkey" FOREIGN KEY ("file_id") REFERENCES "public"."receipt_hashes"("file_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "receipt_matches" ADD CONSTRAINT "receipt_matches_other_fkey" FOREIGN KEY ("other_file_id") REFERENCES "public"."receipt_hashes"("file_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "uncompared_receipts" ADD CONSTRAINT "uncompared_receipts_file_fkey" FOREIGN KEY ("file_id") REFERENCES "public"."receipt_hashes"("file_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "receipt_hashes_band0_idx" ON "receipt_hashes" USING btree ("band0","hash","file_id");--> statement-breakpoint
CREATE INDEX "receipt_hashes_band1_idx" ON "receipt_hashes" USING btree ("band1","hash","file_id");--> statement-breakpoint
CREATE INDEX "receipt_hashes_band2_idx" ON "receipt_hashes" USING btree ("band2","hash","file_id");--> statement-breakpoint
CREATE INDEX "receipt_hashes_band3_idx" ON "receipt_hashes" USING btree ("band3","hash","file_id");--> statement-breakpoint
CREATE INDEX "receipt_hashes_upload_idx" ON "receipt_hashes" USING btree ("upload_sha256");--> statement-breakpoint
CREATE INDEX "receipt_matches_other_idx" ON "receipt_matches" USING btree ("other_file_id");--> statement-breakpoint
-- The table is read once. The index has every receipt until a background job has hashed it.
-- squawk-ignore require-concurrent-index-creation
CREATE INDEX "files_unhashed_idx" ON "files" USING btree ("id") WHERE "files"."kind" = 'receipts' AND NOT "files"."is_hashed";--> statement-breakpoint
-- Grids are stored apart from the rows, and rows are vacuumed early, so that lookups read indexes only.
ALTER TABLE "receipt_hashes" SET (toast_tuple_target = 128, autovacuum_vacuum_insert_scale_factor = 0.02);--> statement-breakpoint
ALTER TABLE "waiting_decisions" ADD COLUMN "confirmed_duplicate_ids" uuid[];