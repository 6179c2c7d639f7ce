ALTER TABLE "user_profiles" ADD COLUMN "row_density" text;--> statement-breakpoint
ALTER TABLE "user_profiles" ADD COLUMN "hidden_columns" jsonb;