ALTER TABLE "audit_requirements" ADD COLUMN "account_digests_since" timestamp (3) with time zone DEFAULT 'infinity' NOT NULL;--> statement-breakpoint
ALTER TABLE "bank_accounts" ADD COLUMN "digest_salt" uuid;--> statement-breakpoint
-- Servers of the version before run on while this is applied, and record without checksums: they have a day. An installation
-- without records has no such server.
ALTER TABLE audit_requirements DISABLE TRIGGER audit_requirements_append_only;--> statement-breakpoint
UPDATE audit_requirements SET account_digests_since =
  CASE WHEN EXISTS (SELECT FROM audit_log) THEN now() + interval '1 day' ELSE '-infinity' END;--> statement-breakpoint
ALTER TABLE audit_requirements ENABLE TRIGGER audit_requirements_append_only;
