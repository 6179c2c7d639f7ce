-- Partial: it has the few records that set up accounts. Servers build it before, while commands continue.
-- squawk-ignore require-concurrent-index-creation
CREATE INDEX IF NOT EXISTS "audit_log_account_idx" ON "audit_log" USING btree ("chain_id","actor_id","created_at") WHERE "audit_log"."action" IN ('user.create', 'user.setPassword', 'user.verificationLevel');--> statement-breakpoint
-- Servers of the version before run on while this is applied, and do not know this rule: they have a day.
INSERT INTO approval_rules (kind, threshold_paise, approvals, is_active, in_force_since)
  SELECT 'connectedAccount', NULL, 1, true,
    CASE WHEN EXISTS (SELECT FROM audit_log) THEN now() + interval '1 day' ELSE '-infinity' END;
--> statement-breakpoint
-- A request is never rewritten, also not what confirmers see. A stricter rule may raise the number of confirmations.
DROP TRIGGER approval_requests_final ON approval_requests;
--> statement-breakpoint
CREATE TRIGGER approval_requests_final BEFORE UPDATE ON approval_requests
  FOR EACH ROW WHEN (
    OLD.state <> 'waiting' OR (NEW.state = 'waiting' AND OLD.input IS DISTINCT FROM NEW.input) OR NEW.needed < OLD.needed OR
    (OLD.id, OLD.kind, OLD.command, OLD.fingerprint, OLD.maker_id, OLD.maker_credential, OLD.request_key, OLD.concerned_id,
      OLD.target_id, OLD.amount_paise, OLD.reason, OLD.action, OLD.entity, OLD.before, OLD.after, OLD.created_at, OLD.expires_at)
    IS DISTINCT FROM
    (NEW.id, NEW.kind, NEW.command, NEW.fingerprint, NEW.maker_id, NEW.maker_credential, NEW.request_key, NEW.concerned_id,
      NEW.target_id, NEW.amount_paise, NEW.reason, NEW.action, NEW.entity, NEW.before, NEW.after, NEW.created_at, NEW.expires_at)
  ) EXECUTE FUNCTION refuse_approval_change();
