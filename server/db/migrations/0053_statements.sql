CREATE TABLE "statement_accounts" (
	"id" uuid PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"last_four" text,
	"is_active" boolean DEFAULT true NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "statement_accounts_last_four_check" CHECK ("statement_accounts"."last_four" ~ '^[0-9]{4}$')
);
--> statement-breakpoint
CREATE TABLE "statement_imports" (
	"id" uuid PRIMARY KEY NOT NULL,
	"account_id" uuid NOT NULL,
	"imported_by" uuid NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"file_name" text NOT NULL,
	"sha256" text NOT NULL,
	"format" text NOT NULL,
	"new_lines" integer NOT NULL,
	"known_lines" integer NOT NULL,
	"skipped_rows" integer NOT NULL,
	"gap_count" integer NOT NULL,
	"problems" jsonb NOT NULL,
	"first_day" date,
	"last_day" date,
	"undone_at" timestamp (3) with time zone,
	"undone_by" uuid,
	CONSTRAINT "statement_imports_undone_check" CHECK (("statement_imports"."undone_at" IS NULL) = ("statement_imports"."undone_by" IS NULL))
);
--> statement-breakpoint
CREATE TABLE "statement_lines" (
	"id" uuid PRIMARY KEY NOT NULL,
	"account_id" uuid NOT NULL,
	"import_id" uuid NOT NULL,
	"line_key" text NOT NULL,
	"row" integer NOT NULL,
	"booked_on" date NOT NULL,
	"value_on" date,
	"paise" bigint NOT NULL,
	"narration" text NOT NULL,
	"reference" text NOT NULL,
	"transaction_id" text,
	"balance_paise" bigint,
	"rail" text,
	"utr" text,
	"utrs" text NOT NULL,
	"our_reference" text,
	"vpa" text,
	"is_return" boolean NOT NULL,
	CONSTRAINT "statement_lines_paise_check" CHECK ("statement_lines"."paise" <> 0)
);
--> statement-breakpoint
CREATE TABLE "statement_mappings" (
	"fingerprint" text PRIMARY KEY NOT NULL,
	"columns" jsonb,
	"signs" text,
	"date_order" text,
	"saved_by" uuid NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "statement_imports" ADD CONSTRAINT "statement_imports_account_id_statement_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."statement_accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "statement_lines" ADD CONSTRAINT "statement_lines_account_id_statement_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."statement_accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "statement_lines" ADD CONSTRAINT "statement_lines_import_id_statement_imports_id_fk" FOREIGN KEY ("import_id") REFERENCES "public"."statement_imports"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "statement_imports_newest_idx" ON "statement_imports" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "statement_imports_account_idx" ON "statement_imports" USING btree ("account_id","created_at");--> statement-breakpoint
CREATE UNIQUE INDEX "statement_lines_key" ON "statement_lines" USING btree ("account_id","line_key");--> statement-breakpoint
CREATE INDEX "statement_lines_import_idx" ON "statement_lines" USING btree ("import_id");--> statement-breakpoint
CREATE INDEX "statement_lines_newest_idx" ON "statement_lines" USING btree ("booked_on","id");--> statement-breakpoint
CREATE INDEX "statement_lines_utr_idx" ON "statement_lines" USING btree ("utr");--> statement-breakpoint
CREATE INDEX "statement_lines_reference_idx" ON "statement_lines" USING btree ("our_reference");