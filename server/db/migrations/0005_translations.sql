CREATE TABLE "translations" (
	"text_hash" "bytea" NOT NULL,
	"language" text NOT NULL,
	"provider" text NOT NULL,
	"translated" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "translations_pkey" PRIMARY KEY("text_hash","language","provider")
);
