CREATE TABLE "audit_requirements" (
	"id" integer PRIMARY KEY DEFAULT 1 NOT NULL,
	"digests_since" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "audit_requirements_single_check" CHECK ("audit_requirements"."id" = 1)
);
--> statement-breakpoint
-- Servers of the version before run on while this is applied, and record without digests: they have a day. An installation
-- without records has no such server.
INSERT INTO audit_requirements (digests_since)
  SELECT CASE WHEN EXISTS (SELECT FROM audit_log) THEN now() + interval '1 day' ELSE '-infinity' END;
--> statement-breakpoint
CREATE TRIGGER audit_requirements_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON audit_requirements
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
