CREATE TABLE "audit_heads" (
	"number" bigint PRIMARY KEY NOT NULL,
	"tree_size" bigint NOT NULL,
	"root" "bytea" NOT NULL,
	"last_log_seq" bigint NOT NULL,
	"checkpoint" text NOT NULL,
	"signed_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "audit_keys" (
	"key_id" text PRIMARY KEY NOT NULL,
	"verifier_key" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "audit_tiles" (
	"level" integer NOT NULL,
	"index" bigint NOT NULL,
	"hashes" "bytea" NOT NULL,
	CONSTRAINT "audit_tiles_pkey" PRIMARY KEY("level","index")
);
--> statement-breakpoint
CREATE TABLE "audit_tree" (
	"id" integer PRIMARY KEY DEFAULT 1 NOT NULL,
	"log_id" uuid NOT NULL,
	"size" bigint DEFAULT 0 NOT NULL,
	"last_log_seq" bigint DEFAULT -1 NOT NULL,
	"last_chain_id" text DEFAULT '' NOT NULL,
	"last_seq" bigint DEFAULT 0 NOT NULL,
	CONSTRAINT "audit_tree_single_check" CHECK ("audit_tree"."id" = 1)
);
--> statement-breakpoint
CREATE UNIQUE INDEX "audit_heads_size_key" ON "audit_heads" USING btree ("tree_size");--> statement-breakpoint
-- No version with a long history has been released, so building it blocks nobody for long.
-- squawk-ignore require-concurrent-index-creation
CREATE INDEX "audit_log_sealed_order_idx" ON "audit_log" USING btree ("log_seq","chain_id" COLLATE "C","seq");
--> statement-breakpoint
INSERT INTO audit_tree (log_id) VALUES (gen_random_uuid());
--> statement-breakpoint
CREATE TRIGGER audit_heads_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON audit_heads
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
CREATE TRIGGER audit_keys_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON audit_keys
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
-- As mark_event_writer: a transaction marks itself before its first record gets a number, so that the tree is built in an
-- order that no later commit changes.
CREATE FUNCTION mark_audit_writer() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_advisory_xact_lock_shared(
    (7261::bigint << 48) | (CASE WHEN is_called THEN last_value ELSE last_value - 1 END)) FROM audit_log_log_seq_seq;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER audit_log_mark_writer BEFORE INSERT ON audit_log
  FOR EACH STATEMENT EXECUTE FUNCTION mark_audit_writer();
