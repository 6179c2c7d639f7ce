CREATE TABLE "stored_bytes" (
	"user_id" uuid PRIMARY KEY NOT NULL,
	"bytes" bigint NOT NULL
);
--> statement-breakpoint
ALTER TABLE "stored_bytes" ADD CONSTRAINT "stored_bytes_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "transactions_pending_idx" ON "transactions" USING btree ("user_id") WHERE "transactions"."status" = 'pending';--> statement-breakpoint
INSERT INTO "stored_bytes" ("user_id", "bytes")
SELECT files."user_id", sum(files."byte_size") FROM "files" JOIN "users" ON users."id" = files."user_id"
WHERE files."kind" IN ('receipts', 'avatars') GROUP BY files."user_id";
