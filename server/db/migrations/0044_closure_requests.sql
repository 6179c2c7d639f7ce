CREATE TABLE "closure_requests" (
	"user_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"state" text NOT NULL,
	"reason" text NOT NULL,
	"refusal_reason" text,
	"ended_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "closure_requests_pkey" PRIMARY KEY("user_id","id"),
	CONSTRAINT "closure_requests_state_check" CHECK ("closure_requests"."state" IN ('open', 'withdrawn', 'refused'))
);
--> statement-breakpoint
ALTER TABLE "closure_requests" ADD CONSTRAINT "closure_requests_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "closure_requests_one_open_key" ON "closure_requests" USING btree ("user_id") WHERE "closure_requests"."state" = 'open';--> statement-breakpoint
CREATE INDEX "closure_requests_open_idx" ON "closure_requests" USING btree ("created_at","id") WHERE "closure_requests"."state" = 'open';