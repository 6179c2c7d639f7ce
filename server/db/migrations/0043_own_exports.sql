CREATE TABLE "own_exports" (
	"user_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"file" text NOT NULL,
	"started_at" timestamp (3) with time zone NOT NULL,
	"ended_at" timestamp (3) with time zone,
	CONSTRAINT "own_exports_pkey" PRIMARY KEY("user_id","id")
);
--> statement-breakpoint
ALTER TABLE "own_exports" ADD CONSTRAINT "own_exports_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;