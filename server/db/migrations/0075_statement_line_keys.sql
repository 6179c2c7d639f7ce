CREATE TABLE "statement_line_keys" (
	"account_id" uuid NOT NULL,
	"line_key" text NOT NULL,
	"line_id" uuid NOT NULL,
	"import_id" uuid NOT NULL,
	CONSTRAINT "statement_line_keys_pkey" PRIMARY KEY("account_id","line_key")
);
--> statement-breakpoint
ALTER TABLE "statement_imports" ADD COLUMN "layout" text;--> statement-breakpoint
ALTER TABLE "statement_line_keys" ADD CONSTRAINT "statement_line_keys_line_id_statement_lines_id_fk" FOREIGN KEY ("line_id") REFERENCES "public"."statement_lines"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "statement_line_keys" ADD CONSTRAINT "statement_line_keys_import_id_statement_imports_id_fk" FOREIGN KEY ("import_id") REFERENCES "public"."statement_imports"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "statement_line_keys_line_idx" ON "statement_line_keys" USING btree ("line_id");--> statement-breakpoint
CREATE INDEX "statement_line_keys_import_idx" ON "statement_line_keys" USING btree ("import_id");