-- Every transaction that writes events marks itself before its first event gets a number: it holds a shared advisory
-- lock, whose low 48 bits are the newest number given out so far. Readers find the mark in pg_locks and hold back all
-- events above it until the transaction ends. The lock blocks nobody. It is a trigger, so that servers of the version
-- before, which run on while this is applied, mark themselves too.
CREATE FUNCTION mark_event_writer() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_advisory_xact_lock_shared(
    (7260::bigint << 48) | (CASE WHEN is_called THEN last_value ELSE last_value - 1 END)) FROM events_id_seq;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER events_mark_writer BEFORE INSERT ON events
  FOR EACH STATEMENT EXECUTE FUNCTION mark_event_writer();
