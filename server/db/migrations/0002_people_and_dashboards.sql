CREATE TABLE "daily_flow_deltas" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "daily_flow_deltas_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"day" date NOT NULL,
	"type" text NOT NULL,
	"source_id" uuid,
	"count" bigint NOT NULL,
	"amount_paise" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "daily_flows" (
	"day" date NOT NULL,
	"type" text NOT NULL,
	"source_id" uuid,
	"count" bigint NOT NULL,
	"amount_paise" bigint NOT NULL,
	CONSTRAINT "daily_flows_day_type_source_key" UNIQUE NULLS NOT DISTINCT("day","type","source_id")
);
--> statement-breakpoint
CREATE TABLE "user_counts" (
	"shard" integer PRIMARY KEY NOT NULL,
	"count" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "user_request_counts" (
	"user_id" uuid PRIMARY KEY NOT NULL,
	"total" bigint NOT NULL,
	"pending" bigint NOT NULL
);
--> statement-breakpoint
ALTER TABLE "sources" ADD COLUMN "deleted_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "support_messages" ADD COLUMN "request_key" uuid;--> statement-breakpoint
ALTER TABLE "transactions" ADD COLUMN "is_adjustment" boolean GENERATED ALWAYS AS (kind <> 'request' OR (request_key IS NULL AND (
          lower(coalesce(payment_method, '')) IN ('admin adjustment', 'admin_adjustment')
          OR reference_id LIKE 'ADM-%'
          OR lower(coalesce(user_notes, '') || ' ' || coalesce(admin_notes, '')) LIKE '%administrator balance adjustment%'
          OR (lower(coalesce(payment_method, '')) = 'manual deposit'
            AND lower(coalesce(user_notes, '') || ' ' || coalesce(admin_notes, '')) LIKE '%adjustment%')))) STORED NOT NULL;--> statement-breakpoint
ALTER TABLE "user_profiles" ADD COLUMN "language" text;--> statement-breakpoint
ALTER TABLE "user_request_counts" ADD CONSTRAINT "user_request_counts_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "support_messages_request_key_key" ON "support_messages" USING btree ("user_id","request_key");--> statement-breakpoint
CREATE INDEX "support_messages_created_at_idx" ON "support_messages" USING btree ("user_id","created_at");--> statement-breakpoint
CREATE INDEX "users_admins_idx" ON "users" USING btree ("id") WHERE "users"."role" = 'admin';--> statement-breakpoint
ALTER TABLE "sources" ADD CONSTRAINT "sources_deleted_check" CHECK ("sources"."deleted_at" IS NULL OR NOT "sources"."is_active");--> statement-breakpoint
ALTER TABLE "user_profiles" ADD CONSTRAINT "user_profiles_language_check" CHECK ("user_profiles"."language" IN ('en', 'hi', 'te', 'ml', 'ta', 'kn'));