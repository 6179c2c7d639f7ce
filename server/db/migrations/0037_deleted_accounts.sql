ALTER TABLE "users" ADD COLUMN "deleted_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "is_erasure_pending" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "erasing_since" timestamp (3) with time zone;--> statement-breakpoint
-- No account is marked as deleted yet: the index is empty, and made while the users are read once.
-- squawk-ignore require-concurrent-index-creation
CREATE INDEX "users_deleted_idx" ON "users" USING btree ("deleted_at","id") WHERE "users"."deleted_at" IS NOT NULL;
--> statement-breakpoint
-- Deleted accounts are not counted as users. The function of 0003, without them.
CREATE OR REPLACE FUNCTION note_users() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    INSERT INTO user_counts AS kept (shard, count)
      SELECT get_byte(uuid_send(id), 15) & 15, count(*) FROM changed_rows GROUP BY 1 ORDER BY 1
      ON CONFLICT (shard) DO UPDATE SET count = kept.count + excluded.count;
  ELSE
    INSERT INTO user_counts AS kept (shard, count)
      SELECT get_byte(uuid_send(id), 15) & 15, -count(*) FROM changed_rows WHERE deleted_at IS NULL GROUP BY 1 ORDER BY 1
      ON CONFLICT (shard) DO UPDATE SET count = kept.count + excluded.count;
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE FUNCTION note_deleted_user() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO user_counts AS kept (shard, count) VALUES (get_byte(uuid_send(NEW.id), 15) & 15, -1)
    ON CONFLICT (shard) DO UPDATE SET count = kept.count + excluded.count;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER users_note_deletion AFTER UPDATE OF deleted_at ON users
  FOR EACH ROW WHEN (OLD.deleted_at IS NULL AND NEW.deleted_at IS NOT NULL) EXECUTE FUNCTION note_deleted_user();
