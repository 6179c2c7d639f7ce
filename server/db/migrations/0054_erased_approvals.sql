ALTER TABLE "approval_requests" ADD COLUMN "erased_at" timestamp (3) with time zone;--> statement-breakpoint
-- Administrators make these requests: the table is small, and the index is built in seconds.
-- squawk-ignore require-concurrent-index-creation
CREATE INDEX "approval_requests_concerned_idx" ON "approval_requests" USING btree ("concerned_id");--> statement-breakpoint
-- squawk-ignore require-concurrent-index-creation
CREATE INDEX "approval_requests_new_user_idx" ON "approval_requests" USING btree ("target_id") WHERE "approval_requests"."command" = 'users.create';--> statement-breakpoint
-- An ended request is final, except that the personal data of a deleted account is erased from it once.
CREATE OR REPLACE FUNCTION refuse_approval_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF OLD.state <> 'waiting' AND OLD.erased_at IS NULL AND NEW.erased_at IS NOT NULL
    AND NEW.reason IS NULL AND NEW.refusal IS NULL
    AND NEW.before IS NOT DISTINCT FROM OLD.before - 'username'
    AND NEW.after IS NOT DISTINCT FROM OLD.after - 'username'
    AND (NEW.target_id = OLD.target_id OR OLD.command = 'users.create')
    AND to_jsonb(NEW) - '{erased_at,reason,refusal,before,after,target_id}'::text[]
      = to_jsonb(OLD) - '{erased_at,reason,refusal,before,after,target_id}'::text[]
  THEN
    RETURN NEW;
  END IF;
  RAISE EXCEPTION 'approval request % is %', OLD.id, OLD.state
    USING ERRCODE = 'check_violation', CONSTRAINT = 'approval_requests_final_check';
END $$;
