CREATE TABLE "api_key_days" (
	"key_id" uuid NOT NULL,
	"day" date NOT NULL,
	"total_paise" bigint NOT NULL,
	"commands" integer NOT NULL,
	CONSTRAINT "api_key_days_pkey" PRIMARY KEY("key_id","day")
);
--> statement-breakpoint
ALTER TABLE "api_keys" ADD COLUMN "day_paise" bigint;--> statement-breakpoint
ALTER TABLE "api_keys" ADD COLUMN "day_commands" integer;--> statement-breakpoint
ALTER TABLE "api_key_days" ADD CONSTRAINT "api_key_days_key_id_api_keys_id_fk" FOREIGN KEY ("key_id") REFERENCES "public"."api_keys"("id") ON DELETE cascade ON UPDATE no action;