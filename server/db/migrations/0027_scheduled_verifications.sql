CREATE TABLE "verifications" (
	"id" integer PRIMARY KEY DEFAULT 1 NOT NULL,
	"started_at" timestamp (3) with time zone NOT NULL,
	"checked_at" timestamp (3) with time zone,
	"duration_ms" integer,
	"failed" jsonb DEFAULT '[]'::jsonb NOT NULL,
	CONSTRAINT "verifications_single_check" CHECK ("verifications"."id" = 1)
);
