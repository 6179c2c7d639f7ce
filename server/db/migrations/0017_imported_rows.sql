CREATE TABLE "imported_rows" (
	"kind" text NOT NULL,
	"old_id" text NOT NULL,
	"new_id" uuid NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "imported_rows_pkey" PRIMARY KEY("kind","old_id")
);
--> statement-breakpoint
CREATE INDEX "imported_rows_new_id_idx" ON "imported_rows" USING btree ("new_id");