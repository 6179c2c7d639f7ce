CREATE TABLE "credited_payments" (
	"id" uuid PRIMARY KEY NOT NULL,
	"utr" text NOT NULL,
	"owner_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"transaction_id" uuid NOT NULL,
	"differs_from" uuid,
	"reason" text,
	"credited_at" timestamp (3) with time zone NOT NULL,
	"released_at" timestamp (3) with time zone,
	CONSTRAINT "credited_payments_reason_check" CHECK (("credited_payments"."differs_from" IS NULL) = ("credited_payments"."reason" IS NULL))
);
--> statement-breakpoint
CREATE UNIQUE INDEX "credited_payments_utr_key" ON "credited_payments" USING btree ("utr") WHERE "credited_payments"."differs_from" IS NULL AND "credited_payments"."released_at" IS NULL;--> statement-breakpoint
CREATE INDEX "credited_payments_owner_idx" ON "credited_payments" USING btree ("owner_id");--> statement-breakpoint
CREATE INDEX "credited_payments_transaction_idx" ON "credited_payments" USING btree ("transaction_id");--> statement-breakpoint
-- Servers of the previous version approve without a row here, until they are replaced.
CREATE FUNCTION record_credited_payment() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO credited_payments (id, utr, owner_id, user_id, transaction_id, credited_at)
    SELECT gen_random_uuid(), NEW.utr, NEW.id, NEW.user_id, NEW.id, NEW.approved_at
    WHERE NOT EXISTS (SELECT FROM credited_payments p WHERE p.utr = NEW.utr AND p.transaction_id = NEW.id)
      AND NOT EXISTS (SELECT FROM credited_payments p JOIN statement_matches m ON m.line_id = p.owner_id
        WHERE p.utr = NEW.utr AND m.request_id = NEW.id AND m.accepted_at IS NOT NULL);
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE CONSTRAINT TRIGGER transactions_credit_payment AFTER INSERT OR UPDATE OF status ON transactions
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW
  WHEN (NEW.status = 'approved' AND NEW.type = 'deposit' AND NEW.utr IS NOT NULL)
  EXECUTE FUNCTION record_credited_payment();
--> statement-breakpoint
-- Credits of an existing installation are older than the rule.
INSERT INTO approval_rules (kind, threshold_paise, approvals, is_active, in_force_since)
  SELECT 'differentPayment', NULL, 1, true,
    CASE WHEN EXISTS (SELECT FROM transactions) THEN clock_timestamp() ELSE '-infinity' END;
--> statement-breakpoint
-- What was credited before: the first credit of a reference, then the later ones, and those that were taken back.
WITH credits AS (
  SELECT t.utr, coalesce(m.line_id, t.id) AS owner_id, t.user_id, t.id, t.approved_at AS at,
    CASE WHEN m.line_id IS NULL AND t.kind = 'adjustment' THEN u.ended_at END AS released_at
  FROM transactions t
  LEFT JOIN LATERAL (SELECT line_id FROM statement_matches
    WHERE request_id = t.id AND state = 'accepted' ORDER BY line_id LIMIT 1) AS m ON true
  LEFT JOIN LATERAL (SELECT max(ended_at) AS ended_at FROM statement_matches
    WHERE request_id = t.id AND state = 'undone' AND accepted_at IS NOT NULL) AS u ON true
  WHERE t.type = 'deposit' AND t.status = 'approved' AND t.utr IS NOT NULL
), of_lines AS (
  SELECT l.utr, l.id AS owner_id, t.user_id, t.id, m.accepted_at AS at, NULL::timestamptz AS released_at
  FROM statement_matches m JOIN statement_lines l ON l.id = m.line_id JOIN transactions t ON t.id = m.request_id
  WHERE m.state = 'accepted' AND l.utr IS NOT NULL
), firsts AS (
  SELECT DISTINCT ON (utr) * FROM (SELECT *, false AS is_line FROM credits UNION ALL SELECT *, true FROM of_lines) AS all_credits
  WHERE released_at IS NULL ORDER BY utr, is_line, at, id
)
INSERT INTO credited_payments (id, utr, owner_id, user_id, transaction_id, differs_from, reason, credited_at, released_at)
  SELECT gen_random_uuid(), utr, owner_id, user_id, id, NULL::uuid, NULL, at, NULL::timestamptz FROM firsts
  UNION ALL
  SELECT gen_random_uuid(), c.utr, c.owner_id, c.user_id, c.id, NULL, NULL, c.at, c.released_at
  FROM credits c WHERE c.released_at IS NOT NULL
  UNION ALL
  SELECT gen_random_uuid(), c.utr, c.owner_id, c.user_id, c.id, f.id, 'Credited before references were compared', c.at, NULL
  FROM credits c JOIN firsts f ON f.utr = c.utr AND f.owner_id <> c.owner_id WHERE c.released_at IS NULL AND c.id <> f.id;
