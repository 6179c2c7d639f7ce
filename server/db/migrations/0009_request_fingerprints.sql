CREATE TABLE "decision_requests" (
	"decided_by" uuid NOT NULL,
	"request_key" uuid NOT NULL,
	"fingerprint" "bytea" NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "decision_requests_pkey" PRIMARY KEY("decided_by","request_key")
);
--> statement-breakpoint
ALTER TABLE "transactions" ADD COLUMN "request_fingerprint" "bytea";