CREATE TABLE "verification_documents" (
	"user_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"request_id" uuid,
	"kind" text NOT NULL,
	"last_four" text,
	"created_at" timestamp (3) with time zone NOT NULL,
	"deleted_at" timestamp (3) with time zone,
	CONSTRAINT "verification_documents_pkey" PRIMARY KEY("user_id","id"),
	CONSTRAINT "verification_documents_kind_check" CHECK ("verification_documents"."kind" IN ('pan', 'aadhaar', 'address', 'selfie', 'other')),
	CONSTRAINT "verification_documents_last_four_check" CHECK (length("verification_documents"."last_four") = 4)
);
--> statement-breakpoint
CREATE TABLE "verification_requests" (
	"user_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"level" text NOT NULL,
	"state" text DEFAULT 'waiting' NOT NULL,
	"reason" text,
	"created_at" timestamp (3) with time zone NOT NULL,
	"decided_at" timestamp (3) with time zone,
	"decided_by" uuid,
	"erased_at" timestamp (3) with time zone,
	CONSTRAINT "verification_requests_pkey" PRIMARY KEY("user_id","id"),
	CONSTRAINT "verification_requests_level_check" CHECK ("verification_requests"."level" IN ('basic', 'full')),
	CONSTRAINT "verification_requests_state_check" CHECK ("verification_requests"."state" IN ('waiting', 'granted', 'rejected', 'withdrawn')),
	CONSTRAINT "verification_requests_decided_check" CHECK (("verification_requests"."state" = 'waiting') = ("verification_requests"."decided_at" IS NULL))
);
--> statement-breakpoint
-- Replaced below by one that allows a further kind.
ALTER TABLE "files" DROP CONSTRAINT "files_kind_check";--> statement-breakpoint
ALTER TABLE "files" ADD COLUMN "sealed_key" text;--> statement-breakpoint
ALTER TABLE "wallet_settings" ADD COLUMN "document_days" integer DEFAULT 30 NOT NULL;--> statement-breakpoint
ALTER TABLE "verification_documents" ADD CONSTRAINT "verification_documents_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "verification_documents" ADD CONSTRAINT "verification_documents_request_fkey" FOREIGN KEY ("user_id","request_id") REFERENCES "public"."verification_requests"("user_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "verification_requests" ADD CONSTRAINT "verification_requests_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "verification_documents_request_idx" ON "verification_documents" USING btree ("user_id","request_id");--> statement-breakpoint
CREATE INDEX "verification_documents_unsent_idx" ON "verification_documents" USING btree ("created_at") WHERE "verification_documents"."request_id" IS NULL;--> statement-breakpoint
CREATE UNIQUE INDEX "verification_requests_waiting_key" ON "verification_requests" USING btree ("user_id") WHERE "verification_requests"."state" = 'waiting';--> statement-breakpoint
CREATE INDEX "verification_requests_queue_idx" ON "verification_requests" USING btree ("created_at","id") WHERE "verification_requests"."state" = 'waiting';--> statement-breakpoint
CREATE INDEX "verification_requests_ended_idx" ON "verification_requests" USING btree ("decided_at","id");--> statement-breakpoint
CREATE INDEX "verification_requests_kept_idx" ON "verification_requests" USING btree ("decided_at") WHERE "verification_requests"."erased_at" IS NULL AND "verification_requests"."decided_at" IS NOT NULL;--> statement-breakpoint
ALTER TABLE "files" ADD CONSTRAINT "files_kind_check" CHECK ("files"."kind" IN ('receipts', 'qr-codes', 'avatars', 'banner-images', 'documents')) NOT VALID;