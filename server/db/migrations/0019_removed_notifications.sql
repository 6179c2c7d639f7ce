CREATE TABLE "removed_notifications" (
	"user_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"title" text NOT NULL,
	"message" text NOT NULL,
	"title_key" text,
	"message_key" text,
	"params" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"type" text DEFAULT 'other' NOT NULL,
	"category" text DEFAULT 'system' NOT NULL,
	"read" boolean DEFAULT false NOT NULL,
	"data" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"removed_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "removed_notifications_pkey" PRIMARY KEY("user_id","id")
);
--> statement-breakpoint
ALTER TABLE "removed_notifications" ADD CONSTRAINT "removed_notifications_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;