-- A database at the last of the 82 single migrations, which the baseline replaced, as pg_dump 15 wrote it. The triggers that compare
-- whole rows are as their migrations wrote them: pg_dump writes such a comparison in another form.
SET check_function_bodies = false;
CREATE SCHEMA drizzle;
CREATE EXTENSION IF NOT EXISTS citext WITH SCHEMA public;
CREATE EXTENSION IF NOT EXISTS pg_trgm WITH SCHEMA public;
CREATE FUNCTION public.correct_transaction_search() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
  UPDATE transaction_search SET text = searched_with_utr(NEW.reference_id, NEW.payment_method, NEW.utr)
    WHERE user_id = NEW.user_id AND transaction_id = NEW.id;
  RETURN NULL;
END $$;
CREATE FUNCTION public.digit_grams(value text) RETURNS text[]
    LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE
    AS $$
DECLARE
  grams text[] := '{}';
  marked text := translate(value, '123456789', '000000000');
  has_digit_until int := 0;
  from_end int;
BEGIN
  FOR n IN 1 .. length(value) - 4 LOOP
    IF n > has_digit_until THEN
      from_end := strpos(reverse(substr(marked, n, 5)), '0');
      CONTINUE WHEN from_end = 0;
      has_digit_until := n + 5 - from_end;
    END IF;
    grams := grams || substr(value, n, 5);
  END LOOP;
  RETURN grams;
END $$;
CREATE FUNCTION public.mark_audit_writer() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
  PERFORM pg_advisory_xact_lock_shared(
    (7261::bigint << 48) | (CASE WHEN is_called THEN last_value ELSE last_value - 1 END)) FROM audit_log_log_seq_seq;
  RETURN NULL;
END $$;
CREATE FUNCTION public.mark_change_writer() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
  PERFORM pg_advisory_xact_lock_shared(
    (7262::bigint << 48) | (CASE WHEN is_called THEN last_value ELSE last_value - 1 END)) FROM transaction_changes_id_seq;
  RETURN NULL;
END $$;
CREATE FUNCTION public.mark_entry_writer() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
  PERFORM pg_advisory_xact_lock_shared(
    (7263::bigint << 48) | (CASE WHEN is_called THEN last_value ELSE last_value - 1 END)) FROM statement_entries_id_seq;
  RETURN NULL;
END $$;
CREATE FUNCTION public.mark_event_writer() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
  PERFORM pg_advisory_xact_lock_shared(
    (7260::bigint << 48) | (CASE WHEN is_called THEN last_value ELSE last_value - 1 END)) FROM events_id_seq;
  RETURN NULL;
END $$;
CREATE FUNCTION public.note_changed_adjustment() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
  INSERT INTO user_request_totals AS kept (user_id, total) VALUES (NEW.user_id, CASE WHEN NEW.is_adjustment THEN -1 ELSE 1 END)
    ON CONFLICT (user_id) DO UPDATE SET total = kept.total + excluded.total;
  RETURN NULL;
END $$;
CREATE FUNCTION public.note_deleted_transactions() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
  INSERT INTO transaction_changes (type, status, approved_on, source_id, decided_on, decided_by, reason, count, amount_paise)
    SELECT type, status, approved_on, CASE WHEN status = 'approved' THEN source_id END,
           CASE WHEN is_decision THEN (decided_at AT TIME ZONE 'Asia/Kolkata')::date END,
           CASE WHEN is_decision THEN decided_by END, CASE WHEN is_decision THEN reason ->> 'en' END,
           sum(n), sum(n * amount_paise)
    FROM (SELECT -1 AS n, type, status, (approved_at AT TIME ZONE 'Asia/Kolkata')::date AS approved_on, source_id,
           decided_at, decided_by, reason, amount_paise, status <> 'pending' AND NOT is_adjustment AND NOT is_cancelled AS is_decision
         FROM old_rows) AS moved
    GROUP BY 1, 2, 3, 4, 5, 6, 7 HAVING sum(n) <> 0 OR sum(n * amount_paise) <> 0;
  INSERT INTO user_request_totals AS kept (user_id, total)
    SELECT user_id, -count(*) FROM old_rows WHERE NOT is_adjustment GROUP BY 1 ORDER BY 1
    ON CONFLICT (user_id) DO UPDATE SET total = kept.total + excluded.total;
  INSERT INTO passbook_days AS kept (user_id, day, net_paise, pending_deposits, approved_deposits, rejected_deposits,
      pending_withdrawals, approved_withdrawals, rejected_withdrawals)
    SELECT * FROM (
      SELECT user_id, (created_at AT TIME ZONE 'Asia/Kolkata')::date AS day,
             coalesce(sum(CASE type WHEN 'deposit' THEN n * amount_paise ELSE -n * amount_paise END) FILTER (WHERE status = 'approved'), 0) AS net,
             coalesce(sum(n) FILTER (WHERE status = 'pending' AND type = 'deposit'), 0) AS pending_deposits,
             coalesce(sum(n) FILTER (WHERE status = 'approved' AND type = 'deposit'), 0) AS approved_deposits,
             coalesce(sum(n) FILTER (WHERE status = 'rejected' AND type = 'deposit'), 0) AS rejected_deposits,
             coalesce(sum(n) FILTER (WHERE status = 'pending' AND type = 'withdrawal'), 0) AS pending_withdrawals,
             coalesce(sum(n) FILTER (WHERE status = 'approved' AND type = 'withdrawal'), 0) AS approved_withdrawals,
             coalesce(sum(n) FILTER (WHERE status = 'rejected' AND type = 'withdrawal'), 0) AS rejected_withdrawals
      FROM (SELECT user_id, created_at, type, status, amount_paise, -1 AS n FROM old_rows) AS moved GROUP BY 1, 2) AS summed
    WHERE (net, pending_deposits, approved_deposits, rejected_deposits, pending_withdrawals, approved_withdrawals, rejected_withdrawals)
      <> (0, 0, 0, 0, 0, 0, 0)
    ORDER BY user_id, day
    ON CONFLICT (user_id, day) DO UPDATE
      SET net_paise = kept.net_paise + excluded.net_paise,
          pending_deposits = kept.pending_deposits + excluded.pending_deposits,
          approved_deposits = kept.approved_deposits + excluded.approved_deposits,
          rejected_deposits = kept.rejected_deposits + excluded.rejected_deposits,
          pending_withdrawals = kept.pending_withdrawals + excluded.pending_withdrawals,
          approved_withdrawals = kept.approved_withdrawals + excluded.approved_withdrawals,
          rejected_withdrawals = kept.rejected_withdrawals + excluded.rejected_withdrawals;
  DELETE FROM pending_requests WHERE ctid = ANY (ARRAY(
    SELECT found.ctid FROM old_rows CROSS JOIN LATERAL (
      SELECT listed.ctid FROM pending_requests AS listed
      WHERE listed.user_id = old_rows.user_id AND listed.id = old_rows.id OFFSET 0) AS found));
  DELETE FROM rejected_requests WHERE ctid = ANY (ARRAY(
    SELECT found.ctid FROM old_rows CROSS JOIN LATERAL (
      SELECT listed.ctid FROM rejected_requests AS listed
      WHERE listed.user_id = old_rows.user_id AND listed.id = old_rows.id OFFSET 0) AS found));
  RETURN NULL;
END $$;
CREATE FUNCTION public.note_deleted_user() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
  INSERT INTO user_counts AS kept (shard, count) VALUES (get_byte(uuid_send(NEW.id), 15) & 15, -1)
    ON CONFLICT (shard) DO UPDATE SET count = kept.count + excluded.count;
  RETURN NULL;
END $$;
CREATE FUNCTION public.note_inserted_transactions() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
  INSERT INTO transaction_changes (type, status, approved_on, source_id, decided_on, decided_by, reason, count, amount_paise)
    SELECT type, status, approved_on, CASE WHEN status = 'approved' THEN source_id END,
           CASE WHEN is_decision THEN (decided_at AT TIME ZONE 'Asia/Kolkata')::date END,
           CASE WHEN is_decision THEN decided_by END, CASE WHEN is_decision THEN reason ->> 'en' END,
           sum(n), sum(n * amount_paise)
    FROM (SELECT 1 AS n, type, status, (approved_at AT TIME ZONE 'Asia/Kolkata')::date AS approved_on, source_id,
           decided_at, decided_by, reason, amount_paise, status <> 'pending' AND NOT is_adjustment AND NOT is_cancelled AS is_decision
         FROM new_rows) AS moved
    GROUP BY 1, 2, 3, 4, 5, 6, 7 HAVING sum(n) <> 0 OR sum(n * amount_paise) <> 0;
  INSERT INTO user_request_totals AS kept (user_id, total)
    SELECT user_id, count(*) FROM new_rows WHERE NOT is_adjustment GROUP BY 1 ORDER BY 1
    ON CONFLICT (user_id) DO UPDATE SET total = kept.total + excluded.total;
  INSERT INTO passbook_days AS kept (user_id, day, net_paise, pending_deposits, approved_deposits, rejected_deposits,
      pending_withdrawals, approved_withdrawals, rejected_withdrawals)
    SELECT * FROM (
      SELECT user_id, (created_at AT TIME ZONE 'Asia/Kolkata')::date AS day,
             coalesce(sum(CASE type WHEN 'deposit' THEN n * amount_paise ELSE -n * amount_paise END) FILTER (WHERE status = 'approved'), 0) AS net,
             coalesce(sum(n) FILTER (WHERE status = 'pending' AND type = 'deposit'), 0) AS pending_deposits,
             coalesce(sum(n) FILTER (WHERE status = 'approved' AND type = 'deposit'), 0) AS approved_deposits,
             coalesce(sum(n) FILTER (WHERE status = 'rejected' AND type = 'deposit'), 0) AS rejected_deposits,
             coalesce(sum(n) FILTER (WHERE status = 'pending' AND type = 'withdrawal'), 0) AS pending_withdrawals,
             coalesce(sum(n) FILTER (WHERE status = 'approved' AND type = 'withdrawal'), 0) AS approved_withdrawals,
             coalesce(sum(n) FILTER (WHERE status = 'rejected' AND type = 'withdrawal'), 0) AS rejected_withdrawals
      FROM (SELECT user_id, created_at, type, status, amount_paise, 1 AS n FROM new_rows) AS moved GROUP BY 1, 2) AS summed
    WHERE (net, pending_deposits, approved_deposits, rejected_deposits, pending_withdrawals, approved_withdrawals, rejected_withdrawals)
      <> (0, 0, 0, 0, 0, 0, 0)
    ORDER BY user_id, day
    ON CONFLICT (user_id, day) DO UPDATE
      SET net_paise = kept.net_paise + excluded.net_paise,
          pending_deposits = kept.pending_deposits + excluded.pending_deposits,
          approved_deposits = kept.approved_deposits + excluded.approved_deposits,
          rejected_deposits = kept.rejected_deposits + excluded.rejected_deposits,
          pending_withdrawals = kept.pending_withdrawals + excluded.pending_withdrawals,
          approved_withdrawals = kept.approved_withdrawals + excluded.approved_withdrawals,
          rejected_withdrawals = kept.rejected_withdrawals + excluded.rejected_withdrawals;
  INSERT INTO pending_requests (user_id, id, type, created_at, amount_paise)
    SELECT user_id, id, type, created_at, amount_paise FROM new_rows WHERE status = 'pending';
  INSERT INTO rejected_requests (user_id, id, type, created_at, amount_paise)
    SELECT user_id, id, type, created_at, amount_paise FROM new_rows WHERE status = 'rejected';
  RETURN NULL;
END $$;
CREATE FUNCTION public.note_profile_search() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
  UPDATE user_search AS kept
    SET shown = shown_of_user(users.username::text, changed.first_name, changed.last_name, changed.email)
    FROM changed_rows AS changed JOIN users ON users.id = changed.user_id
    WHERE kept.user_id = changed.user_id
      AND kept.shown <> shown_of_user(users.username::text, changed.first_name, changed.last_name, changed.email);
  RETURN NULL;
END $$;
CREATE FUNCTION public.note_transaction_search() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
  INSERT INTO transaction_search (user_id, transaction_id, text)
    SELECT user_id, id, searched_with_utr(reference_id, payment_method, utr) FROM changed_rows;
  RETURN NULL;
END $$;
CREATE FUNCTION public.note_updated_transactions() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
  INSERT INTO transaction_changes (type, status, approved_on, source_id, decided_on, decided_by, reason, count, amount_paise)
    SELECT type, status, approved_on, CASE WHEN status = 'approved' THEN source_id END,
           CASE WHEN is_decision THEN (decided_at AT TIME ZONE 'Asia/Kolkata')::date END,
           CASE WHEN is_decision THEN decided_by END, CASE WHEN is_decision THEN reason ->> 'en' END,
           sum(n), sum(n * amount_paise)
    FROM (SELECT 1 AS n, type, status, (approved_at AT TIME ZONE 'Asia/Kolkata')::date AS approved_on, source_id,
           decided_at, decided_by, reason, amount_paise, status <> 'pending' AND NOT is_adjustment AND NOT is_cancelled AS is_decision
         FROM new_rows
         UNION ALL SELECT -1 AS n, type, status, (approved_at AT TIME ZONE 'Asia/Kolkata')::date AS approved_on, source_id,
           decided_at, decided_by, reason, amount_paise, status <> 'pending' AND NOT is_adjustment AND NOT is_cancelled AS is_decision
         FROM old_rows) AS moved
    GROUP BY 1, 2, 3, 4, 5, 6, 7 HAVING sum(n) <> 0 OR sum(n * amount_paise) <> 0;
  INSERT INTO passbook_days AS kept (user_id, day, net_paise, pending_deposits, approved_deposits, rejected_deposits,
      pending_withdrawals, approved_withdrawals, rejected_withdrawals)
    SELECT * FROM (
      SELECT user_id, (created_at AT TIME ZONE 'Asia/Kolkata')::date AS day,
             coalesce(sum(CASE type WHEN 'deposit' THEN n * amount_paise ELSE -n * amount_paise END) FILTER (WHERE status = 'approved'), 0) AS net,
             coalesce(sum(n) FILTER (WHERE status = 'pending' AND type = 'deposit'), 0) AS pending_deposits,
             coalesce(sum(n) FILTER (WHERE status = 'approved' AND type = 'deposit'), 0) AS approved_deposits,
             coalesce(sum(n) FILTER (WHERE status = 'rejected' AND type = 'deposit'), 0) AS rejected_deposits,
             coalesce(sum(n) FILTER (WHERE status = 'pending' AND type = 'withdrawal'), 0) AS pending_withdrawals,
             coalesce(sum(n) FILTER (WHERE status = 'approved' AND type = 'withdrawal'), 0) AS approved_withdrawals,
             coalesce(sum(n) FILTER (WHERE status = 'rejected' AND type = 'withdrawal'), 0) AS rejected_withdrawals
      FROM (SELECT user_id, created_at, type, status, amount_paise, 1 AS n FROM new_rows
            UNION ALL SELECT user_id, created_at, type, status, amount_paise, -1 AS n FROM old_rows) AS moved GROUP BY 1, 2) AS summed
    WHERE (net, pending_deposits, approved_deposits, rejected_deposits, pending_withdrawals, approved_withdrawals, rejected_withdrawals)
      <> (0, 0, 0, 0, 0, 0, 0)
    ORDER BY user_id, day
    ON CONFLICT (user_id, day) DO UPDATE
      SET net_paise = kept.net_paise + excluded.net_paise,
          pending_deposits = kept.pending_deposits + excluded.pending_deposits,
          approved_deposits = kept.approved_deposits + excluded.approved_deposits,
          rejected_deposits = kept.rejected_deposits + excluded.rejected_deposits,
          pending_withdrawals = kept.pending_withdrawals + excluded.pending_withdrawals,
          approved_withdrawals = kept.approved_withdrawals + excluded.approved_withdrawals,
          rejected_withdrawals = kept.rejected_withdrawals + excluded.rejected_withdrawals;
  -- Looks up each row by the key: the plan is kept, and one for a large first statement would read the whole queue each time.
  -- Rows of the queue are never updated, so their places do not change.
  DELETE FROM pending_requests WHERE ctid = ANY (ARRAY(
    SELECT found.ctid FROM new_rows CROSS JOIN LATERAL (
      SELECT listed.ctid FROM pending_requests AS listed
      WHERE listed.user_id = new_rows.user_id AND listed.id = new_rows.id OFFSET 0) AS found
    WHERE new_rows.status <> 'pending'));
  INSERT INTO rejected_requests (user_id, id, type, created_at, amount_paise)
    SELECT user_id, id, type, created_at, amount_paise FROM new_rows WHERE status = 'rejected'
    ON CONFLICT (user_id, id) DO NOTHING;
  RETURN NULL;
END $$;
CREATE FUNCTION public.note_user_search() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
  INSERT INTO user_search (user_id, shown, handle)
    SELECT id, shown_of_user(username::text, NULL, NULL, NULL), lower(username::text) || ' ' || id::text
    FROM changed_rows;
  RETURN NULL;
END $$;
CREATE FUNCTION public.note_users() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
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
CREATE FUNCTION public.post_deleted_lines() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
  INSERT INTO statement_entries (account_id, line_id, match_id, account, amount_paise, created_at)
    SELECT e.account_id, e.line_id, e.match_id, e.account, -sum(e.amount_paise), clock_timestamp()
    FROM statement_entries e JOIN old_rows l ON l.id = e.line_id
    GROUP BY e.account_id, e.line_id, e.match_id, e.account HAVING sum(e.amount_paise) <> 0;
  RETURN NULL;
END $$;
CREATE FUNCTION public.post_inserted_lines() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
  INSERT INTO statement_entries (account_id, line_id, account, amount_paise, created_at)
    SELECT l.account_id, l.id, e.account, e.amount_paise, clock_timestamp() FROM new_rows l
    CROSS JOIN LATERAL (VALUES ('bank', l.paise),
      (CASE WHEN l.paise > 0 THEN 'unclaimed' ELSE 'paid_out' END, -l.paise)) AS e (account, amount_paise);
  RETURN NULL;
END $$;
CREATE FUNCTION public.refuse_approval_change() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
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
CREATE FUNCTION public.refuse_change() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
  RAISE EXCEPTION '% is append-only', TG_TABLE_NAME USING ERRCODE = 'insufficient_privilege';
END $$;
CREATE FUNCTION public.refuse_match_change() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
  RAISE EXCEPTION 'match % is %', OLD.id, OLD.state USING ERRCODE = 'insufficient_privilege';
END $$;
CREATE FUNCTION public.refuse_redecision() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
  RAISE EXCEPTION 'transaction % is already %', OLD.id, OLD.status
    USING ERRCODE = 'check_violation', CONSTRAINT = 'transactions_final_check';
END $$;
CREATE FUNCTION public.searched_of_transaction(reference_id text, payment_method text) RETURNS text
    LANGUAGE sql IMMUTABLE
    AS $$
  SELECT lower(reference_id || ' ' || coalesce(payment_method, 'UPI'))
$$;
CREATE FUNCTION public.searched_with_utr(reference_id text, payment_method text, utr text) RETURNS text
    LANGUAGE sql IMMUTABLE
    AS $$
  SELECT searched_of_transaction(reference_id, payment_method) || coalesce(' ' || lower(utr), '')
$$;
CREATE FUNCTION public.shown_of_user(username text, first_name text, last_name text, email text) RETURNS text
    LANGUAGE sql IMMUTABLE
    AS $$
  SELECT lower(concat_ws(E'\n', nullif(concat_ws(' ', first_name, last_name), ''), username,
    coalesce(nullif(email, ''), regexp_replace(username, '\s+', '.', 'g') || '@wallet.example')))
$$;
CREATE TABLE drizzle.__drizzle_migrations (
    id integer NOT NULL,
    hash text NOT NULL,
    created_at bigint
);
CREATE SEQUENCE drizzle.__drizzle_migrations_id_seq
    AS integer
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;
ALTER SEQUENCE drizzle.__drizzle_migrations_id_seq OWNED BY drizzle.__drizzle_migrations.id;
CREATE TABLE public.ad_banners (
    id uuid NOT NULL,
    title text NOT NULL,
    description text,
    image_url text NOT NULL,
    link_url text,
    is_active boolean DEFAULT true NOT NULL,
    display_order integer NOT NULL,
    created_at timestamp(3) with time zone NOT NULL
);
CREATE TABLE public.adjustment_days (
    user_id uuid NOT NULL,
    day date NOT NULL,
    total_paise bigint NOT NULL
);
CREATE TABLE public.api_key_days (
    key_id uuid NOT NULL,
    day date NOT NULL,
    total_paise bigint NOT NULL,
    commands integer NOT NULL
);
CREATE TABLE public.api_keys (
    id uuid NOT NULL,
    user_id uuid NOT NULL,
    name text NOT NULL,
    scopes text[] NOT NULL,
    secret_hash bytea NOT NULL,
    last_four text NOT NULL,
    created_at timestamp(3) with time zone NOT NULL,
    expires_at timestamp(3) with time zone,
    last_used_at timestamp(3) with time zone,
    revoked_at timestamp(3) with time zone,
    revoked_by uuid,
    suspension_reason text,
    day_paise bigint,
    day_commands integer,
    CONSTRAINT api_keys_revoked_check CHECK (((revoked_at IS NULL) = (revoked_by IS NULL)))
);
CREATE TABLE public.approval_confirmations (
    request_id uuid NOT NULL,
    confirmed_by uuid NOT NULL,
    created_at timestamp(3) with time zone NOT NULL
);
CREATE TABLE public.approval_requests (
    id uuid NOT NULL,
    kind text NOT NULL,
    command text NOT NULL,
    input jsonb,
    fingerprint bytea NOT NULL,
    maker_id uuid,
    maker_credential jsonb,
    request_key uuid,
    concerned_id uuid,
    target_id text NOT NULL,
    amount_paise bigint,
    reason text,
    action text NOT NULL,
    entity text NOT NULL,
    before jsonb,
    after jsonb,
    needed integer NOT NULL,
    state text DEFAULT 'waiting'::text NOT NULL,
    created_at timestamp(3) with time zone NOT NULL,
    expires_at timestamp(3) with time zone NOT NULL,
    ended_at timestamp(3) with time zone,
    ended_by uuid,
    refusal text,
    failure text,
    erased_at timestamp(3) with time zone,
    CONSTRAINT approval_requests_ended_check CHECK ((((state = 'waiting'::text) = (ended_at IS NULL)) AND ((state = 'waiting'::text) = (input IS NOT NULL)))),
    CONSTRAINT approval_requests_state_check CHECK ((state = ANY (ARRAY['waiting'::text, 'confirmed'::text, 'refused'::text, 'withdrawn'::text, 'expired'::text, 'failed'::text])))
);
CREATE TABLE public.approval_rules (
    kind text NOT NULL,
    seq bigint NOT NULL,
    threshold_paise bigint,
    approvals integer NOT NULL,
    is_active boolean NOT NULL,
    in_force_since timestamp(3) with time zone NOT NULL,
    CONSTRAINT approval_rules_approvals_check CHECK (((approvals >= 1) AND (approvals <= 3)))
);
ALTER TABLE public.approval_rules ALTER COLUMN seq ADD GENERATED BY DEFAULT AS IDENTITY (SEQUENCE NAME public.approval_rules_seq_seq);
CREATE TABLE public.audit_chains (
    chain_id text NOT NULL,
    seq bigint NOT NULL,
    hash bytea NOT NULL
);
CREATE TABLE public.audit_checks (
    id integer DEFAULT 1 NOT NULL,
    last jsonb,
    chains bigint DEFAULT 0 NOT NULL,
    rows bigint DEFAULT 0 NOT NULL,
    broken jsonb DEFAULT '[]'::jsonb NOT NULL,
    pass_ended_at timestamp(3) with time zone,
    pass_chains bigint DEFAULT 0 NOT NULL,
    pass_rows bigint DEFAULT 0 NOT NULL,
    pass_broken jsonb DEFAULT '[]'::jsonb NOT NULL,
    CONSTRAINT audit_checks_single_check CHECK ((id = 1))
);
CREATE TABLE public.audit_heads (
    number bigint NOT NULL,
    tree_size bigint NOT NULL,
    root bytea NOT NULL,
    last_log_seq bigint NOT NULL,
    checkpoint text NOT NULL,
    signed_at timestamp(3) with time zone NOT NULL
);
CREATE TABLE public.audit_keys (
    key_id text NOT NULL,
    verifier_key text NOT NULL,
    created_at timestamp(3) with time zone NOT NULL
);
CREATE TABLE public.audit_log (
    chain_id text NOT NULL,
    seq bigint NOT NULL,
    id uuid NOT NULL,
    actor_id uuid,
    action text NOT NULL,
    entity text NOT NULL,
    entity_id text NOT NULL,
    before jsonb,
    after jsonb,
    ip text,
    created_at timestamp(3) with time zone NOT NULL,
    previous_hash bytea NOT NULL,
    hash bytea NOT NULL,
    log_seq bigint NOT NULL
);
ALTER TABLE public.audit_log ALTER COLUMN log_seq ADD GENERATED BY DEFAULT AS IDENTITY (SEQUENCE NAME public.audit_log_log_seq_seq);
CREATE TABLE public.audit_requirements (
    id integer DEFAULT 1 NOT NULL,
    digests_since timestamp(3) with time zone NOT NULL,
    account_digests_since timestamp(3) with time zone DEFAULT 'infinity'::timestamp with time zone NOT NULL,
    CONSTRAINT audit_requirements_single_check CHECK ((id = 1))
);
CREATE TABLE public.audit_tiles (
    level integer NOT NULL,
    index bigint NOT NULL,
    hashes bytea NOT NULL
);
CREATE TABLE public.audit_tree (
    id integer DEFAULT 1 NOT NULL,
    log_id uuid NOT NULL,
    size bigint DEFAULT 0 NOT NULL,
    last_log_seq bigint DEFAULT '-1'::integer NOT NULL,
    last_chain_id text DEFAULT ''::text NOT NULL,
    last_seq bigint DEFAULT 0 NOT NULL,
    CONSTRAINT audit_tree_single_check CHECK ((id = 1))
);
CREATE TABLE public.authenticators (
    user_id uuid NOT NULL,
    id uuid NOT NULL,
    secret text NOT NULL,
    created_at timestamp(3) with time zone NOT NULL,
    confirmed_at timestamp(3) with time zone,
    last_used_step bigint NOT NULL,
    last_used_at timestamp(3) with time zone
);
CREATE TABLE public.bank_accounts (
    user_id uuid NOT NULL,
    id uuid NOT NULL,
    account_holder_name text NOT NULL,
    account_number text NOT NULL,
    bank_name text NOT NULL,
    ifsc_code text,
    is_default boolean DEFAULT false NOT NULL,
    created_at timestamp(3) with time zone NOT NULL,
    deleted_at timestamp(3) with time zone,
    account_number_hash bytea,
    digest_salt uuid,
    CONSTRAINT bank_accounts_number_check CHECK ((length(account_number) >= 5))
);
CREATE TABLE public.banks (
    id uuid NOT NULL,
    name text NOT NULL,
    code text NOT NULL,
    is_active boolean DEFAULT true NOT NULL,
    created_at timestamp(3) with time zone NOT NULL
);
CREATE TABLE public.cancelled_requests (
    user_id uuid NOT NULL,
    request_key uuid NOT NULL,
    created_at timestamp(3) with time zone NOT NULL
);
CREATE TABLE public.carousel_settings (
    id integer DEFAULT 1 NOT NULL,
    slide_duration integer NOT NULL,
    updated_at timestamp(3) with time zone NOT NULL,
    CONSTRAINT carousel_settings_duration_check CHECK (((slide_duration >= 5) AND (slide_duration <= 60))),
    CONSTRAINT carousel_settings_single_check CHECK ((id = 1))
);
CREATE TABLE public.closure_requests (
    user_id uuid NOT NULL,
    id uuid NOT NULL,
    state text NOT NULL,
    reason text NOT NULL,
    refusal_reason text,
    ended_at timestamp(3) with time zone,
    created_at timestamp(3) with time zone NOT NULL,
    CONSTRAINT closure_requests_state_check CHECK ((state = ANY (ARRAY['open'::text, 'withdrawn'::text, 'refused'::text])))
);
CREATE TABLE public.daily_decision_deltas (
    id bigint NOT NULL,
    day date NOT NULL,
    decided_by uuid,
    status text NOT NULL,
    reason text,
    count bigint NOT NULL
);
ALTER TABLE public.daily_decision_deltas ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (SEQUENCE NAME public.daily_decision_deltas_id_seq);
CREATE TABLE public.daily_decisions (
    day date NOT NULL,
    decided_by uuid,
    status text NOT NULL,
    reason text,
    count bigint NOT NULL
);
CREATE TABLE public.daily_flow_deltas (
    id bigint NOT NULL,
    day date NOT NULL,
    type text NOT NULL,
    source_id uuid,
    count bigint NOT NULL,
    amount_paise numeric NOT NULL
);
ALTER TABLE public.daily_flow_deltas ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (SEQUENCE NAME public.daily_flow_deltas_id_seq);
CREATE TABLE public.daily_flows (
    day date NOT NULL,
    type text NOT NULL,
    source_id uuid,
    count bigint NOT NULL,
    amount_paise numeric NOT NULL
);
CREATE TABLE public.decision_requests (
    decided_by uuid NOT NULL,
    request_key uuid NOT NULL,
    fingerprint bytea NOT NULL,
    created_at timestamp(3) with time zone NOT NULL
);
CREATE TABLE public.deposit_accounts (
    id uuid NOT NULL,
    account_holder_name text NOT NULL,
    account_number text NOT NULL,
    ifsc_code text NOT NULL,
    bank_name text NOT NULL,
    is_active boolean NOT NULL,
    digest_salt uuid NOT NULL,
    digest text NOT NULL,
    created_at timestamp(3) with time zone NOT NULL,
    updated_at timestamp(3) with time zone NOT NULL,
    CONSTRAINT deposit_accounts_ifsc_check CHECK ((ifsc_code ~ '^[A-Z]{4}0[A-Z0-9]{6}$'::text))
);
CREATE TABLE public.device_keys (
    id uuid DEFAULT gen_random_uuid() NOT NULL,
    secret bytea DEFAULT (uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid())) NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL
);
CREATE TABLE public.events (
    id bigint NOT NULL,
    xid xid8 DEFAULT pg_current_xact_id() NOT NULL,
    user_id uuid,
    for_admins boolean NOT NULL,
    for_everyone boolean DEFAULT false NOT NULL,
    payload jsonb NOT NULL,
    created_at timestamp(3) with time zone NOT NULL
);
ALTER TABLE public.events ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (SEQUENCE NAME public.events_id_seq);
CREATE TABLE public.files (
    id uuid NOT NULL,
    kind text NOT NULL,
    user_id uuid,
    storage_key text NOT NULL,
    content_type text NOT NULL,
    byte_size integer NOT NULL,
    width integer NOT NULL,
    height integer NOT NULL,
    sha256 text NOT NULL,
    created_at timestamp(3) with time zone NOT NULL,
    sealed_key text,
    is_hashed boolean DEFAULT false NOT NULL
);
CREATE TABLE public.identities (
    user_id uuid NOT NULL,
    issuer text NOT NULL,
    subject text NOT NULL,
    email text,
    created_at timestamp(3) with time zone NOT NULL,
    last_used_at timestamp(3) with time zone
);
CREATE TABLE public.imported_rows (
    kind text NOT NULL,
    old_id text NOT NULL,
    new_id uuid NOT NULL,
    created_at timestamp(3) with time zone NOT NULL
);
CREATE TABLE public.ledger_entries (
    user_id uuid NOT NULL,
    id uuid NOT NULL,
    transaction_id uuid NOT NULL,
    account text NOT NULL,
    amount_paise bigint NOT NULL,
    seq bigint,
    balance_after_paise bigint,
    created_at timestamp(3) with time zone NOT NULL,
    CONSTRAINT ledger_entries_account_check CHECK ((account = ANY (ARRAY['wallet'::text, 'house'::text]))),
    CONSTRAINT ledger_entries_amount_check CHECK ((amount_paise <> 0)),
    CONSTRAINT ledger_entries_balance_check CHECK ((balance_after_paise >= 0)),
    CONSTRAINT ledger_entries_wallet_check CHECK (((account = 'wallet'::text) = ((seq IS NOT NULL) AND (balance_after_paise IS NOT NULL))))
);
CREATE TABLE public.login_throttles (
    key text NOT NULL,
    failures integer NOT NULL,
    window_started_at timestamp(3) with time zone NOT NULL,
    blocked_until timestamp(3) with time zone
);
CREATE TABLE public.mail_preferences (
    user_id uuid NOT NULL,
    topics text[] NOT NULL,
    has_digest boolean DEFAULT false NOT NULL,
    digest_day date,
    push_topics text[],
    hides_details boolean DEFAULT false NOT NULL
);
CREATE TABLE public.mail_queue (
    user_id uuid NOT NULL,
    id uuid NOT NULL,
    kind text NOT NULL,
    recipient text DEFAULT ''::text NOT NULL,
    attempts integer DEFAULT 0 NOT NULL,
    next_at timestamp(3) with time zone NOT NULL,
    taken_until timestamp(3) with time zone,
    expires_at timestamp(3) with time zone NOT NULL,
    created_at timestamp(3) with time zone NOT NULL,
    content jsonb,
    failed_at timestamp(3) with time zone,
    failure text,
    subscription_id uuid
);
CREATE TABLE public.matched_requests (
    request_id uuid NOT NULL,
    version integer NOT NULL
);
CREATE TABLE public.notifications (
    user_id uuid NOT NULL,
    id uuid NOT NULL,
    title text NOT NULL,
    message text NOT NULL,
    title_key text,
    message_key text,
    params jsonb DEFAULT '{}'::jsonb NOT NULL,
    type text DEFAULT 'other'::text NOT NULL,
    category text DEFAULT 'system'::text NOT NULL,
    read boolean DEFAULT false NOT NULL,
    data jsonb DEFAULT '{}'::jsonb NOT NULL,
    created_at timestamp(3) with time zone NOT NULL
);
CREATE TABLE public.number_encryption (
    id integer DEFAULT 1 NOT NULL,
    since timestamp(3) with time zone NOT NULL,
    completed_at timestamp(3) with time zone,
    indexed_at timestamp(3) with time zone,
    CONSTRAINT number_encryption_single_check CHECK ((id = 1))
);
CREATE TABLE public.own_exports (
    user_id uuid NOT NULL,
    id uuid NOT NULL,
    file text NOT NULL,
    started_at timestamp(3) with time zone NOT NULL,
    ended_at timestamp(3) with time zone
);
CREATE TABLE public.passbook_days (
    user_id uuid NOT NULL,
    day date NOT NULL,
    net_paise bigint NOT NULL,
    pending_deposits integer NOT NULL,
    approved_deposits integer NOT NULL,
    rejected_deposits integer NOT NULL,
    pending_withdrawals integer NOT NULL,
    approved_withdrawals integer NOT NULL,
    rejected_withdrawals integer NOT NULL
);
CREATE TABLE public.passkeys (
    user_id uuid NOT NULL,
    id uuid NOT NULL,
    credential_id bytea NOT NULL,
    public_key bytea NOT NULL,
    sign_count bigint NOT NULL,
    transports text NOT NULL,
    name text NOT NULL,
    is_syncable boolean NOT NULL,
    is_backed_up boolean NOT NULL,
    created_at timestamp(3) with time zone NOT NULL,
    last_used_at timestamp(3) with time zone,
    CONSTRAINT passkeys_credential_check CHECK (((length(credential_id) >= 1) AND (length(credential_id) <= 1023))),
    CONSTRAINT passkeys_name_check CHECK (((length(name) >= 1) AND (length(name) <= 60)))
);
CREATE TABLE public.password_resets (
    user_id uuid NOT NULL,
    token_hash bytea,
    expires_at timestamp(3) with time zone,
    requested_at timestamp(3) with time zone NOT NULL,
    day_started_at timestamp(3) with time zone NOT NULL,
    day_mails integer DEFAULT 0 NOT NULL
);
CREATE TABLE public.payment_intents (
    user_id uuid NOT NULL,
    qr_code_id uuid NOT NULL,
    amount_paise bigint NOT NULL,
    reference_id text NOT NULL,
    created_at timestamp(3) with time zone NOT NULL,
    expires_at timestamp(3) with time zone NOT NULL,
    CONSTRAINT payment_intents_amount_check CHECK ((amount_paise > 0))
);
CREATE TABLE public.pending_requests (
    user_id uuid NOT NULL,
    id uuid NOT NULL,
    type text NOT NULL,
    created_at timestamp(3) with time zone NOT NULL,
    amount_paise bigint NOT NULL
)
WITH (autovacuum_vacuum_scale_factor='0.05', autovacuum_vacuum_threshold='1000');
CREATE TABLE public.projections (
    name text NOT NULL,
    "position" bigint DEFAULT 0 NOT NULL
);
CREATE TABLE public.push_keys (
    id integer DEFAULT 1 NOT NULL,
    public_key text NOT NULL,
    private_key text NOT NULL,
    created_at timestamp(3) with time zone NOT NULL,
    CONSTRAINT push_keys_single_check CHECK ((id = 1))
);
CREATE TABLE public.push_subscriptions (
    user_id uuid NOT NULL,
    id uuid NOT NULL,
    session_id uuid NOT NULL,
    endpoint text NOT NULL,
    endpoint_hash bytea NOT NULL,
    p256dh text NOT NULL,
    auth text NOT NULL,
    server_key text NOT NULL,
    created_at timestamp(3) with time zone NOT NULL
);
CREATE TABLE public.qr_codes (
    id uuid NOT NULL,
    name text NOT NULL,
    description text,
    qr_image_url text NOT NULL,
    is_active boolean DEFAULT true NOT NULL,
    created_at timestamp(3) with time zone NOT NULL,
    updated_at timestamp(3) with time zone NOT NULL,
    deleted_at timestamp(3) with time zone,
    upi_id text,
    payee_name text,
    merchant_code text,
    is_signed boolean DEFAULT false NOT NULL,
    CONSTRAINT qr_codes_deleted_check CHECK (((deleted_at IS NULL) OR (NOT is_active))),
    CONSTRAINT qr_codes_name_check CHECK ((length(TRIM(BOTH FROM name)) > 0)),
    CONSTRAINT qr_codes_payee_check CHECK (((upi_id IS NULL) = (payee_name IS NULL)))
);
CREATE TABLE public.receipt_hashes (
    file_id uuid NOT NULL,
    upload_sha256 bytea,
    hash bigint,
    grid bytea,
    band0 integer GENERATED ALWAYS AS ((((hash >> 48) & (65535)::bigint))::integer) STORED,
    band1 integer GENERATED ALWAYS AS ((((hash >> 32) & (65535)::bigint))::integer) STORED,
    band2 integer GENERATED ALWAYS AS ((((hash >> 16) & (65535)::bigint))::integer) STORED,
    band3 integer GENERATED ALWAYS AS ((((hash >> 0) & (65535)::bigint))::integer) STORED
)
WITH (toast_tuple_target='128', autovacuum_vacuum_insert_scale_factor='0.02');
CREATE TABLE public.receipt_matches (
    file_id uuid NOT NULL,
    other_file_id uuid NOT NULL,
    other_transaction_id uuid NOT NULL
);
CREATE TABLE public.recovery_addresses (
    user_id uuid NOT NULL,
    address text,
    pending_address text,
    code_hash bytea,
    code_expires_at timestamp(3) with time zone,
    code_attempts integer DEFAULT 0 NOT NULL,
    day_started_at timestamp(3) with time zone NOT NULL,
    day_mails integer DEFAULT 0 NOT NULL,
    CONSTRAINT recovery_addresses_attempts_check CHECK ((code_attempts >= 0))
);
CREATE TABLE public.recovery_codes (
    user_id uuid NOT NULL,
    code_hash bytea NOT NULL,
    created_at timestamp(3) with time zone NOT NULL,
    used_at timestamp(3) with time zone
);
CREATE TABLE public.rejected_requests (
    user_id uuid NOT NULL,
    id uuid NOT NULL,
    type text NOT NULL,
    created_at timestamp(3) with time zone NOT NULL,
    amount_paise bigint NOT NULL
);
CREATE TABLE public.rejection_reasons (
    id uuid NOT NULL,
    texts jsonb NOT NULL,
    is_active boolean DEFAULT true NOT NULL,
    created_at timestamp(3) with time zone NOT NULL,
    kind text DEFAULT 'rejection'::text NOT NULL
);
CREATE TABLE public.removed_notifications (
    user_id uuid NOT NULL,
    id uuid NOT NULL,
    title text NOT NULL,
    message text NOT NULL,
    title_key text,
    message_key text,
    params jsonb DEFAULT '{}'::jsonb NOT NULL,
    type text DEFAULT 'other'::text NOT NULL,
    category text DEFAULT 'system'::text NOT NULL,
    read boolean DEFAULT false NOT NULL,
    data jsonb DEFAULT '{}'::jsonb NOT NULL,
    created_at timestamp(3) with time zone NOT NULL,
    removed_at timestamp(3) with time zone NOT NULL
);
CREATE TABLE public.replaced_receipts (
    user_id uuid NOT NULL,
    transaction_id uuid NOT NULL,
    receipt_url text NOT NULL,
    replaced_at timestamp(3) with time zone NOT NULL
);
CREATE TABLE public.request_claims (
    transaction_id uuid NOT NULL,
    claimed_by uuid NOT NULL,
    claimed_at timestamp(3) with time zone NOT NULL,
    claimed_until timestamp(3) with time zone NOT NULL
);
CREATE TABLE public.saved_views (
    user_id uuid NOT NULL,
    id uuid NOT NULL,
    list text NOT NULL,
    name text NOT NULL,
    search jsonb NOT NULL,
    created_at timestamp(3) with time zone NOT NULL
);
CREATE TABLE public.secret_key_leases (
    server_id uuid NOT NULL,
    key_id text NOT NULL,
    expires_at timestamp(3) with time zone NOT NULL
);
CREATE TABLE public.secret_keys (
    id text NOT NULL,
    created_at timestamp(3) with time zone NOT NULL
);
CREATE TABLE public.sessions (
    id uuid NOT NULL,
    user_id uuid NOT NULL,
    token_hash bytea NOT NULL,
    created_at timestamp(3) with time zone NOT NULL,
    last_seen_at timestamp(3) with time zone NOT NULL,
    expires_at timestamp(3) with time zone NOT NULL,
    ended_at timestamp(3) with time zone,
    ended_reason text,
    ip text,
    user_agent text,
    confirmed_at timestamp(3) with time zone,
    opened_by text,
    opened_with uuid
);
CREATE TABLE public.sign_in_links (
    user_id uuid NOT NULL,
    id uuid NOT NULL,
    token_hash bytea NOT NULL,
    api_key_id uuid NOT NULL,
    path text,
    expires_at timestamp(3) with time zone NOT NULL,
    used_at timestamp(3) with time zone
);
CREATE TABLE public.site_urls (
    id uuid NOT NULL,
    title text NOT NULL,
    url text NOT NULL,
    description text,
    display_order integer DEFAULT 0 NOT NULL,
    is_active boolean DEFAULT true NOT NULL,
    created_at timestamp(3) with time zone NOT NULL,
    CONSTRAINT site_urls_order_check CHECK ((display_order >= 0)),
    CONSTRAINT site_urls_url_check CHECK ((url ~* '^https?://'::text))
);
CREATE TABLE public.sources (
    id uuid NOT NULL,
    name text NOT NULL,
    description text,
    is_active boolean DEFAULT true NOT NULL,
    created_at timestamp(3) with time zone NOT NULL,
    deleted_at timestamp(3) with time zone,
    CONSTRAINT sources_deleted_check CHECK (((deleted_at IS NULL) OR (NOT is_active)))
);
CREATE TABLE public.statement_accounts (
    id uuid NOT NULL,
    name text NOT NULL,
    last_four text,
    is_active boolean DEFAULT true NOT NULL,
    created_at timestamp(3) with time zone NOT NULL,
    CONSTRAINT statement_accounts_last_four_check CHECK ((last_four ~ '^[0-9]{4}$'::text))
);
CREATE TABLE public.statement_balances (
    account_id uuid NOT NULL,
    account text NOT NULL,
    amount_paise numeric NOT NULL
);
CREATE TABLE public.statement_entries (
    id bigint NOT NULL,
    account_id uuid NOT NULL,
    line_id uuid NOT NULL,
    match_id uuid,
    account text NOT NULL,
    amount_paise bigint NOT NULL,
    created_at timestamp(3) with time zone NOT NULL,
    CONSTRAINT statement_entries_account_check CHECK ((account = ANY (ARRAY['bank'::text, 'unclaimed'::text, 'matched'::text, 'not_ours'::text, 'paid_out'::text]))),
    CONSTRAINT statement_entries_amount_check CHECK ((amount_paise <> 0))
);
ALTER TABLE public.statement_entries ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (SEQUENCE NAME public.statement_entries_id_seq);
CREATE TABLE public.statement_findings (
    line_id uuid NOT NULL,
    state text NOT NULL,
    request_ids uuid[] NOT NULL,
    created_at timestamp(3) with time zone NOT NULL
);
CREATE TABLE public.statement_imports (
    id uuid NOT NULL,
    account_id uuid NOT NULL,
    imported_by uuid NOT NULL,
    created_at timestamp(3) with time zone NOT NULL,
    file_name text NOT NULL,
    sha256 text NOT NULL,
    format text NOT NULL,
    new_lines integer NOT NULL,
    known_lines integer NOT NULL,
    skipped_rows integer NOT NULL,
    gap_count integer NOT NULL,
    problems jsonb NOT NULL,
    first_day date,
    last_day date,
    undone_at timestamp(3) with time zone,
    undone_by uuid,
    matched_rows integer DEFAULT 0 NOT NULL,
    is_matched boolean DEFAULT false NOT NULL,
    confirmed_session_id uuid,
    layout text,
    matched_paise bigint DEFAULT 0 NOT NULL,
    CONSTRAINT statement_imports_undone_check CHECK (((undone_at IS NULL) = (undone_by IS NULL)))
);
CREATE TABLE public.statement_line_keys (
    account_id uuid NOT NULL,
    line_key text NOT NULL,
    line_id uuid NOT NULL,
    import_id uuid NOT NULL
);
CREATE TABLE public.statement_lines (
    id uuid NOT NULL,
    account_id uuid NOT NULL,
    import_id uuid NOT NULL,
    line_key text NOT NULL,
    "row" integer NOT NULL,
    booked_on date NOT NULL,
    value_on date,
    paise bigint NOT NULL,
    narration text NOT NULL,
    reference text NOT NULL,
    transaction_id text,
    balance_paise bigint,
    rail text,
    utr text,
    utrs text NOT NULL,
    our_reference text,
    vpa text,
    is_return boolean NOT NULL,
    claimed_paise bigint DEFAULT 0 NOT NULL,
    CONSTRAINT statement_lines_claimed_check CHECK (((claimed_paise = 0) OR ((claimed_paise >= 1) AND (claimed_paise <= paise)))),
    CONSTRAINT statement_lines_paise_check CHECK ((paise <> 0))
);
CREATE TABLE public.statement_mappings (
    fingerprint text NOT NULL,
    columns jsonb,
    signs text,
    date_order text,
    saved_by uuid NOT NULL,
    created_at timestamp(3) with time zone NOT NULL
);
CREATE TABLE public.statement_matches (
    id uuid NOT NULL,
    line_id uuid NOT NULL,
    account_id uuid NOT NULL,
    request_id uuid,
    kind text NOT NULL,
    paise bigint NOT NULL,
    grade text NOT NULL,
    reason text NOT NULL,
    note text,
    state text NOT NULL,
    created_at timestamp(3) with time zone NOT NULL,
    created_by uuid,
    chosen_by uuid,
    accepted_at timestamp(3) with time zone,
    accepted_by uuid,
    ended_at timestamp(3) with time zone,
    ended_by uuid,
    not_automatic text,
    CONSTRAINT statement_matches_kind_check CHECK ((((kind = 'deposit'::text) = (request_id IS NOT NULL)) AND ((kind = 'not_ours'::text) = (note IS NOT NULL)))),
    CONSTRAINT statement_matches_paise_check CHECK ((paise > 0))
);
CREATE TABLE public.stored_bytes (
    user_id uuid NOT NULL,
    bytes bigint NOT NULL
);
CREATE TABLE public.support_messages (
    user_id uuid NOT NULL,
    id uuid NOT NULL,
    name text NOT NULL,
    email text NOT NULL,
    category text NOT NULL,
    subject text NOT NULL,
    message text NOT NULL,
    created_at timestamp(3) with time zone NOT NULL,
    request_key uuid,
    state text DEFAULT 'open'::text NOT NULL,
    since timestamp(3) with time zone,
    replied_at timestamp(3) with time zone,
    answered_by uuid,
    is_unread boolean DEFAULT false NOT NULL
);
CREATE TABLE public.support_replies (
    user_id uuid NOT NULL,
    id uuid NOT NULL,
    message_id uuid NOT NULL,
    author_id uuid NOT NULL,
    is_from_support boolean NOT NULL,
    text text NOT NULL,
    request_key uuid NOT NULL,
    created_at timestamp(3) with time zone NOT NULL
);
CREATE TABLE public.transaction_accounts (
    user_id uuid NOT NULL,
    transaction_id uuid NOT NULL,
    last_four text NOT NULL,
    account_number_hash bytea
);
CREATE TABLE public.transaction_changes (
    id bigint NOT NULL,
    written_at timestamp(3) with time zone DEFAULT clock_timestamp() NOT NULL,
    type text NOT NULL,
    status text NOT NULL,
    approved_on date,
    source_id uuid,
    decided_on date,
    decided_by uuid,
    reason text,
    count bigint NOT NULL,
    amount_paise numeric NOT NULL
)
WITH (autovacuum_vacuum_scale_factor='0.05', autovacuum_vacuum_threshold='1000');
ALTER TABLE public.transaction_changes ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (SEQUENCE NAME public.transaction_changes_id_seq);
CREATE TABLE public.transaction_search (
    user_id uuid NOT NULL,
    transaction_id uuid NOT NULL,
    text text NOT NULL
);
CREATE TABLE public.transaction_total_deltas (
    id bigint NOT NULL,
    type text NOT NULL,
    status text NOT NULL,
    count bigint NOT NULL,
    amount_paise numeric NOT NULL
);
ALTER TABLE public.transaction_total_deltas ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (SEQUENCE NAME public.transaction_total_deltas_id_seq);
CREATE TABLE public.transaction_totals (
    type text NOT NULL,
    status text NOT NULL,
    count bigint NOT NULL,
    amount_paise numeric NOT NULL
);
CREATE TABLE public.transactions (
    user_id uuid NOT NULL,
    id uuid NOT NULL,
    type text NOT NULL,
    kind text DEFAULT 'request'::text NOT NULL,
    amount_paise bigint NOT NULL,
    status text DEFAULT 'pending'::text NOT NULL,
    payment_method text DEFAULT 'UPI'::text,
    reference_id text NOT NULL,
    bank_account_id uuid,
    beneficiary jsonb,
    receipt_url text,
    permanent_receipt_url text,
    qr_code_id uuid,
    source_id uuid,
    user_notes text,
    admin_notes text,
    request_key uuid,
    decision_key uuid,
    decided_by uuid,
    decided_at timestamp(3) with time zone,
    approved_by uuid,
    approved_at timestamp(3) with time zone,
    version integer DEFAULT 1 NOT NULL,
    created_at timestamp(3) with time zone NOT NULL,
    updated_at timestamp(3) with time zone NOT NULL,
    is_adjustment boolean GENERATED ALWAYS AS (((kind <> 'request'::text) OR ((request_key IS NULL) AND ((lower(COALESCE(payment_method, ''::text)) = ANY (ARRAY['admin adjustment'::text, 'admin_adjustment'::text])) OR (reference_id ~~ 'ADM-%'::text) OR (lower(((COALESCE(user_notes, ''::text) || ' '::text) || COALESCE(admin_notes, ''::text))) ~~ '%administrator balance adjustment%'::text) OR ((lower(COALESCE(payment_method, ''::text)) = 'manual deposit'::text) AND (lower(((COALESCE(user_notes, ''::text) || ' '::text) || COALESCE(admin_notes, ''::text))) ~~ '%adjustment%'::text)))))) STORED NOT NULL,
    request_fingerprint bytea,
    reason jsonb,
    seq bigint NOT NULL,
    is_cancelled boolean DEFAULT false NOT NULL,
    receipt_replaced_at timestamp(3) with time zone,
    utr text,
    CONSTRAINT transactions_amount_check CHECK (((amount_paise > 0) AND (amount_paise <= '9007199254740991'::bigint))),
    CONSTRAINT transactions_beneficiary_check CHECK (((kind <> 'request'::text) OR (type <> 'withdrawal'::text) OR (beneficiary IS NOT NULL))),
    CONSTRAINT transactions_decided_check CHECK ((((status = 'pending'::text) = (decided_at IS NULL)) AND ((status = 'approved'::text) = (approved_at IS NOT NULL)))),
    CONSTRAINT transactions_kind_check CHECK ((kind = ANY (ARRAY['request'::text, 'adjustment'::text, 'closure'::text]))),
    CONSTRAINT transactions_minimum_check CHECK (((kind <> 'request'::text) OR (type <> 'withdrawal'::text) OR (amount_paise >= 1000))),
    CONSTRAINT transactions_receipt_check CHECK (((kind <> 'request'::text) OR (type <> 'deposit'::text) OR (permanent_receipt_url IS NOT NULL) OR (receipt_url IS NOT NULL))),
    CONSTRAINT transactions_status_check CHECK ((status = ANY (ARRAY['pending'::text, 'approved'::text, 'rejected'::text]))),
    CONSTRAINT transactions_type_check CHECK ((type = ANY (ARRAY['deposit'::text, 'withdrawal'::text])))
)
WITH (fillfactor='45');
ALTER TABLE public.transactions ALTER COLUMN seq ADD GENERATED BY DEFAULT AS IDENTITY (SEQUENCE NAME public.transactions_seq_seq);
CREATE TABLE public.translations (
    text_hash bytea NOT NULL,
    language text NOT NULL,
    provider text NOT NULL,
    translated text NOT NULL,
    created_at timestamp(3) with time zone NOT NULL
);
CREATE TABLE public.uncompared_receipts (
    file_id uuid NOT NULL
);
CREATE TABLE public.used_challenges (
    hash bytea NOT NULL,
    expires_at timestamp(3) with time zone NOT NULL
);
CREATE TABLE public.user_counts (
    shard integer NOT NULL,
    count bigint NOT NULL
);
CREATE TABLE public.user_notes (
    user_id uuid NOT NULL,
    id uuid NOT NULL,
    author_id uuid NOT NULL,
    text text NOT NULL,
    request_key uuid NOT NULL,
    created_at timestamp(3) with time zone NOT NULL
);
CREATE TABLE public.user_profiles (
    user_id uuid NOT NULL,
    first_name text,
    last_name text,
    email text,
    phone text,
    address text,
    city text,
    country text,
    avatar_url text,
    updated_at timestamp(3) with time zone NOT NULL,
    language text,
    row_density text,
    hidden_columns jsonb,
    CONSTRAINT user_profiles_language_check CHECK ((language = ANY (ARRAY['en'::text, 'hi'::text, 'te'::text, 'ml'::text, 'ta'::text, 'kn'::text])))
);
CREATE TABLE public.user_request_totals (
    user_id uuid NOT NULL,
    total bigint NOT NULL
);
CREATE VIEW public.user_request_counts AS
 SELECT totals.user_id,
    totals.total,
    ( SELECT count(*) AS count
           FROM (public.pending_requests p
             JOIN public.transactions t ON (((t.user_id = p.user_id) AND (t.id = p.id))))
          WHERE ((p.user_id = totals.user_id) AND (NOT t.is_adjustment))) AS pending
   FROM public.user_request_totals totals;
CREATE TABLE public.user_search (
    user_id uuid NOT NULL,
    shown text NOT NULL,
    handle text NOT NULL
);
CREATE TABLE public.users (
    id uuid NOT NULL,
    username public.citext NOT NULL,
    password_hash text NOT NULL,
    role text DEFAULT 'user'::text NOT NULL,
    status text DEFAULT 'active'::text NOT NULL,
    created_at timestamp(3) with time zone NOT NULL,
    username_skeleton text,
    admin_role text DEFAULT 'administrator'::text NOT NULL,
    must_change_password boolean DEFAULT false NOT NULL,
    deleted_at timestamp(3) with time zone,
    is_erasure_pending boolean DEFAULT false NOT NULL,
    erasing_since timestamp(3) with time zone,
    verification_level text DEFAULT 'none'::text NOT NULL,
    verification_reason text,
    frozen_at timestamp(3) with time zone,
    freeze_reason text,
    second_factor_since timestamp(3) with time zone,
    second_factor_required_since timestamp(3) with time zone,
    CONSTRAINT users_role_check CHECK ((role = ANY (ARRAY['user'::text, 'admin'::text]))),
    CONSTRAINT users_status_check CHECK ((status = ANY (ARRAY['active'::text, 'inactive'::text]))),
    CONSTRAINT users_username_check CHECK ((length((username)::text) >= 3))
);
CREATE TABLE public.verification_documents (
    user_id uuid NOT NULL,
    id uuid NOT NULL,
    request_id uuid,
    kind text NOT NULL,
    last_four text,
    created_at timestamp(3) with time zone NOT NULL,
    deleted_at timestamp(3) with time zone,
    CONSTRAINT verification_documents_kind_check CHECK ((kind = ANY (ARRAY['pan'::text, 'aadhaar'::text, 'address'::text, 'selfie'::text, 'other'::text]))),
    CONSTRAINT verification_documents_last_four_check CHECK ((length(last_four) = 4))
);
CREATE TABLE public.verification_limits (
    level text NOT NULL,
    deposit_transaction_paise bigint,
    deposit_day_paise bigint,
    deposit_month_paise bigint,
    withdrawal_transaction_paise bigint,
    withdrawal_day_paise bigint,
    withdrawal_month_paise bigint,
    CONSTRAINT verification_limits_level_check CHECK ((level = ANY (ARRAY['none'::text, 'basic'::text, 'full'::text])))
);
CREATE TABLE public.verification_requests (
    user_id uuid NOT NULL,
    id uuid NOT NULL,
    level text NOT NULL,
    state text DEFAULT 'waiting'::text NOT NULL,
    reason text,
    created_at timestamp(3) with time zone NOT NULL,
    decided_at timestamp(3) with time zone,
    decided_by uuid,
    erased_at timestamp(3) with time zone,
    CONSTRAINT verification_requests_decided_check CHECK (((state = 'waiting'::text) = (decided_at IS NULL))),
    CONSTRAINT verification_requests_level_check CHECK ((level = ANY (ARRAY['basic'::text, 'full'::text]))),
    CONSTRAINT verification_requests_state_check CHECK ((state = ANY (ARRAY['waiting'::text, 'granted'::text, 'rejected'::text, 'withdrawn'::text])))
);
CREATE TABLE public.verifications (
    id integer DEFAULT 1 NOT NULL,
    started_at timestamp(3) with time zone NOT NULL,
    checked_at timestamp(3) with time zone,
    duration_ms integer,
    failed jsonb DEFAULT '[]'::jsonb NOT NULL,
    CONSTRAINT verifications_single_check CHECK ((id = 1))
);
CREATE TABLE public.waiting_decisions (
    user_id uuid NOT NULL,
    transaction_id uuid NOT NULL,
    decided_by uuid NOT NULL,
    session_id uuid NOT NULL,
    ip text NOT NULL,
    decision text NOT NULL,
    notes text,
    source_id uuid,
    reason_id uuid,
    request_key uuid NOT NULL,
    asked_at timestamp(3) with time zone NOT NULL,
    due_at timestamp(3) with time zone NOT NULL,
    taken_until timestamp(3) with time zone,
    attempts integer DEFAULT 0 NOT NULL,
    receipt_url text,
    confirmed_duplicate_ids uuid[]
);
CREATE TABLE public.wallet_balances (
    user_id uuid NOT NULL,
    balance_paise bigint DEFAULT 0 NOT NULL,
    held_paise bigint DEFAULT 0 NOT NULL,
    seq bigint DEFAULT 0 NOT NULL,
    updated_at timestamp(3) with time zone NOT NULL,
    CONSTRAINT wallet_balances_held_check CHECK (((0 <= held_paise) AND (held_paise <= balance_paise))),
    CONSTRAINT wallet_balances_range_check CHECK ((balance_paise <= '9007199254740991'::bigint))
);
CREATE TABLE public.wallet_settings (
    id integer DEFAULT 1 NOT NULL,
    max_deposit_paise bigint DEFAULT 1000000000 NOT NULL,
    updated_at timestamp(3) with time zone NOT NULL,
    support_phone text,
    support_email text,
    processing_time text,
    undo_seconds integer DEFAULT 5 NOT NULL,
    target_minutes integer DEFAULT 1440 NOT NULL,
    adjustment_day_paise bigint DEFAULT 100000000 NOT NULL,
    new_account_hours integer DEFAULT 0 NOT NULL,
    admin_password_length integer DEFAULT 10 NOT NULL,
    step_up_above_paise bigint DEFAULT 10000000 NOT NULL,
    document_days integer DEFAULT 30 NOT NULL,
    utr_required boolean DEFAULT false NOT NULL,
    user_idle_hours integer DEFAULT 168 NOT NULL,
    user_session_hours integer DEFAULT 720 NOT NULL,
    admin_idle_hours integer DEFAULT 24 NOT NULL,
    admin_session_hours integer DEFAULT 168 NOT NULL,
    admin_factor_required boolean,
    admin_factor_since timestamp(3) with time zone,
    admin_factor_days integer DEFAULT 14 NOT NULL,
    upi_limit_paise bigint DEFAULT 10000000 NOT NULL,
    receipt_reading boolean DEFAULT false NOT NULL,
    auto_approval boolean DEFAULT false NOT NULL,
    auto_approval_paise bigint DEFAULT 1000000 NOT NULL,
    auto_approval_day_paise bigint DEFAULT 10000000 NOT NULL,
    auto_approval_minutes integer DEFAULT 15 NOT NULL,
    brand_color text DEFAULT '#2747df'::text NOT NULL,
    brand_name text,
    brand_logo_id uuid,
    brand_icon_id uuid,
    receipt_auto_reading boolean DEFAULT false NOT NULL,
    CONSTRAINT wallet_settings_single_check CHECK ((id = 1))
);
CREATE TABLE public.webhook_deliveries (
    endpoint_id uuid NOT NULL,
    id uuid NOT NULL,
    type text NOT NULL,
    body text NOT NULL,
    state text DEFAULT 'pending'::text NOT NULL,
    attempts integer DEFAULT 0 NOT NULL,
    next_at timestamp(3) with time zone,
    taken_until timestamp(3) with time zone,
    last_at timestamp(3) with time zone,
    last_ms integer,
    last_status integer,
    last_failure text,
    answer text,
    created_at timestamp(3) with time zone NOT NULL,
    CONSTRAINT webhook_deliveries_pending_check CHECK (((state = 'pending'::text) = (next_at IS NOT NULL)))
);
CREATE TABLE public.webhook_endpoints (
    id uuid NOT NULL,
    url text NOT NULL,
    description text NOT NULL,
    event_types text[] NOT NULL,
    is_active boolean NOT NULL,
    secret text NOT NULL,
    previous_secret text,
    previous_secret_until timestamp(3) with time zone,
    failing_since timestamp(3) with time zone,
    stop_reason text,
    created_at timestamp(3) with time zone NOT NULL,
    owner_id uuid
);
ALTER TABLE drizzle.__drizzle_migrations ALTER COLUMN id SET DEFAULT nextval('drizzle.__drizzle_migrations_id_seq'::regclass);
INSERT INTO drizzle.__drizzle_migrations VALUES (1, 'db5cb79849c64a6a8c454cbb12627e691b747fb66770a15070b54ee16792655f', 1795237565091);
INSERT INTO drizzle.__drizzle_migrations VALUES (2, '3f5752fdf5e8a98a1f6b921e4a6e246e901cc6c068a83eae7172d75bb28bff21', 1795237566147);
INSERT INTO drizzle.__drizzle_migrations VALUES (3, '209114a4f05ca76e483b6a0d5f606d9adca4000aec2e05e2f73e60a12ddb6e1e', 1795239696278);
INSERT INTO drizzle.__drizzle_migrations VALUES (4, 'd63588aec013a14c9aea9b4e47040bbb3f93bc2b7b1c74a62a5e77e1f14c10ee', 1795239751126);
INSERT INTO drizzle.__drizzle_migrations VALUES (5, '622c69b1916021dec4cf4b59d1fa50ceb0e8346ff64c34b0a31c7fab8b51d828', 1795241982510);
INSERT INTO drizzle.__drizzle_migrations VALUES (6, '77954b22e2e27ee408bfad244a6cd7ed9a1d964a9c695df62f016b7fa0aeb0c3', 1795243747482);
INSERT INTO drizzle.__drizzle_migrations VALUES (7, '883a37b6ccb6903ffbad24fd186595fd40d604e1cd2b4bca9c29a37c9dd4e023', 1795249378582);
INSERT INTO drizzle.__drizzle_migrations VALUES (8, '01c5c6919920f487cf37644bd311c0fb7e93e411755117988fc9f49405e50c37', 1795250422249);
INSERT INTO drizzle.__drizzle_migrations VALUES (9, '15f995d0a399225a676c6249a7838a4ca3d05b77b8ec8ebb6c4b0efdb7f06b61', 1795275725153);
INSERT INTO drizzle.__drizzle_migrations VALUES (10, '2996d0ea9e4ac49ec4d7fb3492356cd97d9e7d37acb055a04d8bf310aeff609d', 1795321645625);
INSERT INTO drizzle.__drizzle_migrations VALUES (11, '1b54daebcfd1c486fc6cc6fd93d3567513cad201a9387c300086954f42b8baaf', 1795322344702);
INSERT INTO drizzle.__drizzle_migrations VALUES (12, 'e6cefd3559f4d9f4cf1e2c7679ae60358283ea4c042a0f45e31118d49e1e300f', 1795322969665);
INSERT INTO drizzle.__drizzle_migrations VALUES (13, '07ff6f09ff5bc220ab7b90c083d7fde758c2b3de445278b00399bafd7f282c2f', 1795323855530);
INSERT INTO drizzle.__drizzle_migrations VALUES (14, '5e5290de6a547825d637a06791995cfed69b0f4bc148fceb8c659d8336a4f3a2', 1795325132265);
INSERT INTO drizzle.__drizzle_migrations VALUES (15, 'f32f943b35a4ea0b6c1cff875794c2b08f7721e32982d686ae22e7502ccb36c6', 1795355657656);
INSERT INTO drizzle.__drizzle_migrations VALUES (16, '0cc95c9470ac89712ce7bd14dc7aa23e75cc4de916f80390b9d37429451a0fdf', 1795357706778);
INSERT INTO drizzle.__drizzle_migrations VALUES (17, '13ff92bf553efd664e46bee3e9473449f7f2763c531306124a4bb77351c30934', 1795358990485);
INSERT INTO drizzle.__drizzle_migrations VALUES (18, 'fbe160d7605e3bb3c2d2bc8e80b79cb30fa190c9d3687dc41b6721ca64ec5044', 1795380971546);
INSERT INTO drizzle.__drizzle_migrations VALUES (19, '67ba763d604f8525650dba7fd07ea64f837c11989e9f5fc84cfe4e147f4c6c26', 1795384161490);
INSERT INTO drizzle.__drizzle_migrations VALUES (20, 'a93782196db4620d57702b538c354d2ed4f45e99083b03463a80fbc98cef0ceb', 1795385084478);
INSERT INTO drizzle.__drizzle_migrations VALUES (21, '156f630073b0371869c19afaa8479a7058bdddcb707743bd68fb92af89b66c1f', 1795392681275);
INSERT INTO drizzle.__drizzle_migrations VALUES (22, '1b8dc6c863328f3e6fdac47129db1802c135364dd984cdb1d2d586c4b3f40cba', 1795398475862);
INSERT INTO drizzle.__drizzle_migrations VALUES (23, 'e11d534c279147f30f08b01706aae85ab31fac61703e208176432cf6b812470f', 1795399708101);
INSERT INTO drizzle.__drizzle_migrations VALUES (24, 'b603f413d1b95b3e144a381c3570614b4e48b9fadc626acdc0fecd1f0cab8725', 1795430536916);
INSERT INTO drizzle.__drizzle_migrations VALUES (25, '3122f0ffac415385bc265a77f928a1227cd3507c142f6ec270149cef598ab0f1', 1795486411349);
INSERT INTO drizzle.__drizzle_migrations VALUES (26, '5ce7f3158abeba43c6825596ed9511c2df454df48315111f28eaf6c42b9ec06d', 1795486471349);
INSERT INTO drizzle.__drizzle_migrations VALUES (27, '2c321036fb1e3bf5e8e29baa0e33cb03a06e0c843cce77eb0bc5c6278b35c910', 1795490361989);
INSERT INTO drizzle.__drizzle_migrations VALUES (28, 'e379b04975cbf5fe4f4c6d18e9c40ca73ca1e105baa75ca4098986a3211f7e1c', 1795490460545);
INSERT INTO drizzle.__drizzle_migrations VALUES (29, '863b885cef4afceffc8b8be82ad46ece2f23ee9bcba938e79705645129c43d71', 1795563100184);
INSERT INTO drizzle.__drizzle_migrations VALUES (30, 'aa1a899dbde74a405b223e7ef97ef35710454282d1810dcba4100c28cc16a3df', 1795568698180);
INSERT INTO drizzle.__drizzle_migrations VALUES (31, '62b8205e622f375c275b3286a405c0e47d691df2e5bcc98d3a079b34ec98fb79', 1795574520735);
INSERT INTO drizzle.__drizzle_migrations VALUES (32, '79402fcb8517597965b2bb67583cfd2f609380bb2d877548006f9fb03566f5aa', 1795576529877);
INSERT INTO drizzle.__drizzle_migrations VALUES (33, 'f980a525f1aef5ddf9716816f0fb6ef26b4cb96e2903781994f45d48c30afa05', 1795576562967);
INSERT INTO drizzle.__drizzle_migrations VALUES (34, '7adf08086899e0b8cad9cb14699215a575fc4f0e7835c56a9c1ac54b5d8e2d63', 1795577878093);
INSERT INTO drizzle.__drizzle_migrations VALUES (35, '456cdfd5c58932cea0be4a53b15d34e2266951e8861b78cbfdfb3146ae86d469', 1795578466992);
INSERT INTO drizzle.__drizzle_migrations VALUES (36, '87a09bc2b612dce8a64a0d31d3368608cbd2135c4652ffb6da2af5ace45f3410', 1795579528064);
INSERT INTO drizzle.__drizzle_migrations VALUES (37, '2d92b63a2df8b1ff3227f7ae2629fab983fb503be46644c3c0129eea90513a32', 1795580169871);
INSERT INTO drizzle.__drizzle_migrations VALUES (38, '0e15463b2b1b51a7eae41e5e7872c8612e5d76a9ca4031a995acfb1e53d920ec', 1795580309435);
INSERT INTO drizzle.__drizzle_migrations VALUES (39, 'dd3498a579b7b13375db895165627a6d2bf9f2374dca51863e67a3f56b9ef3c3', 1795580680115);
INSERT INTO drizzle.__drizzle_migrations VALUES (40, '056abbe82903db67ca5eb294c961c70bd292ec21cbfc24e6df849cdaab7536fb', 1795581433993);
INSERT INTO drizzle.__drizzle_migrations VALUES (41, '937a962d0cf2b40e405077a2ddf6066245e233de8b1a88417fea35ed9ca5f78f', 1795622511794);
INSERT INTO drizzle.__drizzle_migrations VALUES (42, 'e558857bbbc5059a39d4c06793068150675cb1ca6450f51030e4fd14e7bdb34e', 1795622512794);
INSERT INTO drizzle.__drizzle_migrations VALUES (43, 'fbefb36ab3b9f38aa7ad3f42f49bf55a41c7a8708057cd8ba33b93630313bf32', 1795622513794);
INSERT INTO drizzle.__drizzle_migrations VALUES (44, 'fecbbf4f8860ec4238ea1391cb37966b65310fb61943039d1c88adcd0931f6e3', 1795622514794);
INSERT INTO drizzle.__drizzle_migrations VALUES (45, 'da16963de576b8ce6942337a675c482d8208245a7291ead7c384b0af31edf2b0', 1795622515794);
INSERT INTO drizzle.__drizzle_migrations VALUES (46, '972eaa3c1cb5c836ed6bcd9a8dd31fd7794b6b44020f8ac6b39bd9d69037decb', 1795622516794);
INSERT INTO drizzle.__drizzle_migrations VALUES (47, '34b0fd32824899e0c79cdb068baaad651e2deb8323ec92b621c97a633a4b5d66', 1795622518794);
INSERT INTO drizzle.__drizzle_migrations VALUES (48, '97e285fa684aec26add0b4a84bfcc530c62893ca57db66a4d3b9154abf4317f4', 1795622519794);
INSERT INTO drizzle.__drizzle_migrations VALUES (49, '85870e36909f618d5a2eafc541721c974baa445797c8add4bab4cd7c1c2a6856', 1795622520794);
INSERT INTO drizzle.__drizzle_migrations VALUES (50, 'd13579d7500d3ee2c4945ba5a3ccdb8e5126db0a0e1e1df1d462afd8e27abb35', 1795622521794);
INSERT INTO drizzle.__drizzle_migrations VALUES (51, '633f23872c1aab3b19bb2030d41240bb0576ae2263527e7089368933ea4eb637', 1795633262211);
INSERT INTO drizzle.__drizzle_migrations VALUES (52, '9518469dc3068d2a1d797c6a9b5171ae39946d9ea5652c357d421debed3d0285', 1795633263211);
INSERT INTO drizzle.__drizzle_migrations VALUES (53, '604c9489feaf2b8008a760d12fa4c26b49e3f04a01754cb48da80481fc7c301f', 1795637612756);
INSERT INTO drizzle.__drizzle_migrations VALUES (54, '80b3031be55841f31eb682265030eae37f70766de94a2e05597ffd7e6a4b0f63', 1795637613756);
INSERT INTO drizzle.__drizzle_migrations VALUES (55, 'a344a54ad20230c4aec33052c881e5645ff24511e575ed206fabcb402847e312', 1795637614756);
INSERT INTO drizzle.__drizzle_migrations VALUES (56, '85c1183287f5bcd06fdd1d4b246957707f13c4909a3b21ccae3e35c5d46b70ae', 1795637615756);
INSERT INTO drizzle.__drizzle_migrations VALUES (57, '6cf1b0cba911888d1c416c4395067176ba11dde29845b956d80fdbbacbcd781a', 1795637616756);
INSERT INTO drizzle.__drizzle_migrations VALUES (58, '461df47298d6cd684886f31a4ff8c3a71453e930cc3f15e9226f3a19af4b6968', 1795648841106);
INSERT INTO drizzle.__drizzle_migrations VALUES (59, '60ee20263d53b215ca6b039e322d0f1778734dd7b360c244bbed5b7e59f91ab6', 1795650765544);
INSERT INTO drizzle.__drizzle_migrations VALUES (60, '8b24e61b9ed128a6a17ff4013868394e202e0e35289272db155191d5aeb95a60', 1795650766544);
INSERT INTO drizzle.__drizzle_migrations VALUES (61, 'abf94b166dbb7d7febf8f476ca2ff5a014a7ac0d5d349eafd022b6f50cc63c38', 1795660429806);
INSERT INTO drizzle.__drizzle_migrations VALUES (62, '89a985417ca578dbe04948f3cab688112e51472693866ef6393131a776567d31', 1795660430806);
INSERT INTO drizzle.__drizzle_migrations VALUES (63, '32c305321ac72bbd0c77b7d5ae63a694d0a158135f0db16423edefa70f3dc0a9', 1795660431806);
INSERT INTO drizzle.__drizzle_migrations VALUES (64, 'eab732280fb40c0662d5730a178ea9520b06a2f95f6d735378ec8e327a8e6dd9', 1795660432806);
INSERT INTO drizzle.__drizzle_migrations VALUES (65, '2a5cde3df0f5a6beb69039d8c67fd43ab26f987bace0ed82e3b769e29a2ba4d1', 1795660433806);
INSERT INTO drizzle.__drizzle_migrations VALUES (66, 'ce6345dcdeb7c9afcb2434f265236fb361ff65119e35662925247ff60bf2e8c5', 1795675905926);
INSERT INTO drizzle.__drizzle_migrations VALUES (67, 'cf73f1f5e6ded3cf553dcec97382a4fb3851e58fc7a45accf96f822bf2c5d7dc', 1795675906926);
INSERT INTO drizzle.__drizzle_migrations VALUES (68, '395094ea9cd2cbd15f328579bb75de3c59d23f6ee9822c5cbd7bb493e0017bd1', 1795675907926);
INSERT INTO drizzle.__drizzle_migrations VALUES (69, '6c619fc195709bfd772e76bb4560dd227b26d730048d1ae0d1cacca18fbbf8de', 1795680713927);
INSERT INTO drizzle.__drizzle_migrations VALUES (70, '57841882f1fc558ca8d26ca2c149c3297171f2613cca6506e99dd79c89a87bae', 1795687427294);
INSERT INTO drizzle.__drizzle_migrations VALUES (71, '8d5b8ac05bce746be933b82c1f00401df686e0715b05ee81fd22de4806fa0762', 1795687428294);
INSERT INTO drizzle.__drizzle_migrations VALUES (72, '90ef5f4e71ba8451debb0ea2fb18f01e9efa8109d60d2b14b2c0e247b3b55802', 1795687429294);
INSERT INTO drizzle.__drizzle_migrations VALUES (73, '7533176a9ff555cb70c74c7d917f05c245cba32e8209bf0fb9ec8dad78a2cddf', 1795687430294);
INSERT INTO drizzle.__drizzle_migrations VALUES (74, 'c141a1babc838d1f04b824065d1bf367509328d86d79341ff2367117ec148039', 1795687431294);
INSERT INTO drizzle.__drizzle_migrations VALUES (75, '611ab4fa2ca05512639aa97e4beda67fb887575589e542d9817d7c7e27d5c737', 1795701779078);
INSERT INTO drizzle.__drizzle_migrations VALUES (76, '89df2c75129ff3b75998f4ffa0b4e7671d9d0542cbac63d9bd5ee6c5cee7a3d3', 1795713088980);
INSERT INTO drizzle.__drizzle_migrations VALUES (77, 'd29440323d426332b5dcdab28a52becbf0ef4ea358bf2f2e1d64db2426df0de0', 1795715400000);
INSERT INTO drizzle.__drizzle_migrations VALUES (78, 'c62e973f5a8b130d3725369557f50b4298d3ddfb18cf68b8e95a718e85647dee', 1795727534275);
INSERT INTO drizzle.__drizzle_migrations VALUES (79, 'a647b882c9d3fd9a80538d9995f766f2e86862f8ab67df769c1d42ff2d3e8652', 1795730040842);
INSERT INTO drizzle.__drizzle_migrations VALUES (80, 'db63a46269c3cc3c311e64aa69286be5629f51e88afdec6304e0c895b078dbb1', 1795730068428);
INSERT INTO drizzle.__drizzle_migrations VALUES (81, 'd88f815635412c3df0202464783b74415e008ecff4bf6761271993ff822ea577', 1795738491072);
INSERT INTO drizzle.__drizzle_migrations VALUES (82, '190b7c020c3fc22a4f341ae1bcfd0a97c81e9f2892392adb6fd485d7a63588ae', 1795742018094);
INSERT INTO public.approval_rules VALUES ('deposit', 1, 5000000, 1, false, '-infinity');
INSERT INTO public.approval_rules VALUES ('withdrawal', 2, 5000000, 1, false, '-infinity');
INSERT INTO public.approval_rules VALUES ('adjustment', 3, 1000000, 1, true, '-infinity');
INSERT INTO public.approval_rules VALUES ('administrator', 4, NULL, 1, true, '-infinity');
INSERT INTO public.approval_rules VALUES ('newAdministrator', 5, NULL, 1, true, '-infinity');
INSERT INTO public.approval_rules VALUES ('deletion', 6, NULL, 1, false, '-infinity');
INSERT INTO public.approval_rules VALUES ('qrCode', 7, NULL, 1, false, '-infinity');
INSERT INTO public.approval_rules VALUES ('limits', 8, NULL, 1, true, '-infinity');
INSERT INTO public.approval_rules VALUES ('rules', 9, NULL, 1, true, '-infinity');
INSERT INTO public.approval_rules VALUES ('apiKey', 10, NULL, 1, false, '-infinity');
INSERT INTO public.approval_rules VALUES ('webhook', 11, NULL, 1, false, '-infinity');
INSERT INTO public.approval_rules VALUES ('connectedAccount', 12, NULL, 1, true, '-infinity');
INSERT INTO public.approval_rules VALUES ('securitySettings', 13, NULL, 1, true, '-infinity');
INSERT INTO public.audit_requirements VALUES (1, '-infinity', '-infinity');
INSERT INTO public.audit_tree VALUES (1, '5781eb0c-b498-46fa-ac80-ea9be8ccc4c2', 0, -1, '', 0);
INSERT INTO public.number_encryption VALUES (1, '-infinity', NULL, NULL);
INSERT INTO public.projections VALUES ('totals', 0);
INSERT INTO public.projections VALUES ('daily-flows', 0);
INSERT INTO public.projections VALUES ('daily-decisions', 0);
INSERT INTO public.projections VALUES ('statement-balances', 0);
INSERT INTO public.rejection_reasons VALUES ('019aa000-0000-7000-8000-000000000001', '{"en": "The receipt cannot be read. Please send a clearer picture."}', true, '2026-01-01 00:00:00+00', 'rejection');
INSERT INTO public.rejection_reasons VALUES ('019aa000-0000-7000-8000-000000000002', '{"en": "The amount does not match the receipt."}', true, '2026-01-01 00:00:00+00', 'rejection');
INSERT INTO public.rejection_reasons VALUES ('019aa000-0000-7000-8000-000000000003', '{"en": "The payment has not reached us."}', true, '2026-01-01 00:00:00+00', 'rejection');
INSERT INTO public.rejection_reasons VALUES ('019aa000-0000-7000-8000-000000000004', '{"en": "This receipt was already used."}', true, '2026-01-01 00:00:00+00', 'rejection');
INSERT INTO public.rejection_reasons VALUES ('019aa000-0000-7000-8000-000000000005', '{"en": "The account holder is someone else."}', true, '2026-01-01 00:00:00+00', 'rejection');
INSERT INTO public.rejection_reasons VALUES ('019aa000-0000-7000-8000-000000000006', '{"en": "The bank details are incorrect."}', true, '2026-01-01 00:00:00+00', 'rejection');
INSERT INTO public.rejection_reasons VALUES ('019aa000-0000-7000-8000-000000000011', '{"en": "A payment was received but not credited."}', true, '2026-01-01 00:00:00+00', 'adjustment');
INSERT INTO public.rejection_reasons VALUES ('019aa000-0000-7000-8000-000000000012', '{"en": "Refund of a failed withdrawal."}', true, '2026-01-01 00:00:00+00', 'adjustment');
INSERT INTO public.rejection_reasons VALUES ('019aa000-0000-7000-8000-000000000013', '{"en": "The bank returned the payment."}', true, '2026-01-01 00:00:00+00', 'adjustment');
INSERT INTO public.rejection_reasons VALUES ('019aa000-0000-7000-8000-000000000014', '{"en": "Correction of an earlier entry."}', true, '2026-01-01 00:00:00+00', 'adjustment');
INSERT INTO public.rejection_reasons VALUES ('019aa000-0000-7000-8000-000000000015', '{"en": "Bonus or promotional credit."}', true, '2026-01-01 00:00:00+00', 'adjustment');
INSERT INTO public.wallet_settings VALUES (1, 1000000000, '2026-11-28 21:40:19.804+00', NULL, NULL, NULL, 5, 1440, 100000000, 0, 10, 10000000, 30, false, 168, 720, 24, 168, NULL, NULL, 14, 10000000, false, false, 1000000, 10000000, 15, '#2747df', NULL, NULL, NULL, false);
SELECT pg_catalog.setval('drizzle.__drizzle_migrations_id_seq', 82, true);
SELECT pg_catalog.setval('public.approval_rules_seq_seq', 13, true);
SELECT pg_catalog.setval('public.audit_log_log_seq_seq', 1, false);
SELECT pg_catalog.setval('public.daily_decision_deltas_id_seq', 1, false);
SELECT pg_catalog.setval('public.daily_flow_deltas_id_seq', 1, false);
SELECT pg_catalog.setval('public.events_id_seq', 1, false);
SELECT pg_catalog.setval('public.statement_entries_id_seq', 1, false);
SELECT pg_catalog.setval('public.transaction_changes_id_seq', 1, false);
SELECT pg_catalog.setval('public.transaction_total_deltas_id_seq', 1, false);
SELECT pg_catalog.setval('public.transactions_seq_seq', 1, false);
ALTER TABLE drizzle.__drizzle_migrations ADD CONSTRAINT __drizzle_migrations_pkey PRIMARY KEY (id);
ALTER TABLE public.ad_banners ADD CONSTRAINT ad_banners_pkey PRIMARY KEY (id);
ALTER TABLE public.adjustment_days ADD CONSTRAINT adjustment_days_pkey PRIMARY KEY (user_id, day);
ALTER TABLE public.api_key_days ADD CONSTRAINT api_key_days_pkey PRIMARY KEY (key_id, day);
ALTER TABLE public.api_keys ADD CONSTRAINT api_keys_pkey PRIMARY KEY (id);
ALTER TABLE public.api_keys ADD CONSTRAINT api_keys_secret_hash_key UNIQUE (secret_hash);
ALTER TABLE public.approval_confirmations ADD CONSTRAINT approval_confirmations_pkey PRIMARY KEY (request_id, confirmed_by);
ALTER TABLE public.approval_requests ADD CONSTRAINT approval_requests_pkey PRIMARY KEY (id);
ALTER TABLE public.approval_rules ADD CONSTRAINT approval_rules_pkey PRIMARY KEY (kind, seq);
ALTER TABLE public.audit_chains ADD CONSTRAINT audit_chains_pkey PRIMARY KEY (chain_id);
ALTER TABLE public.audit_checks ADD CONSTRAINT audit_checks_pkey PRIMARY KEY (id);
ALTER TABLE public.audit_heads ADD CONSTRAINT audit_heads_pkey PRIMARY KEY (number);
ALTER TABLE public.audit_keys ADD CONSTRAINT audit_keys_pkey PRIMARY KEY (key_id);
ALTER TABLE public.audit_log ADD CONSTRAINT audit_log_pkey PRIMARY KEY (chain_id, seq);
ALTER TABLE public.audit_requirements ADD CONSTRAINT audit_requirements_pkey PRIMARY KEY (id);
ALTER TABLE public.audit_tiles ADD CONSTRAINT audit_tiles_pkey PRIMARY KEY (level, index);
ALTER TABLE public.audit_tree ADD CONSTRAINT audit_tree_pkey PRIMARY KEY (id);
ALTER TABLE public.authenticators ADD CONSTRAINT authenticators_pkey PRIMARY KEY (user_id, id);
ALTER TABLE public.bank_accounts ADD CONSTRAINT bank_accounts_pkey PRIMARY KEY (user_id, id);
ALTER TABLE public.banks ADD CONSTRAINT banks_pkey PRIMARY KEY (id);
ALTER TABLE public.cancelled_requests ADD CONSTRAINT cancelled_requests_pkey PRIMARY KEY (user_id, request_key);
ALTER TABLE public.carousel_settings ADD CONSTRAINT carousel_settings_pkey PRIMARY KEY (id);
ALTER TABLE public.closure_requests ADD CONSTRAINT closure_requests_pkey PRIMARY KEY (user_id, id);
ALTER TABLE public.daily_decision_deltas ADD CONSTRAINT daily_decision_deltas_pkey PRIMARY KEY (id);
ALTER TABLE public.daily_decisions ADD CONSTRAINT daily_decisions_key UNIQUE NULLS NOT DISTINCT (day, decided_by, status, reason);
ALTER TABLE public.daily_flow_deltas ADD CONSTRAINT daily_flow_deltas_pkey PRIMARY KEY (id);
ALTER TABLE public.daily_flows ADD CONSTRAINT daily_flows_day_type_source_key UNIQUE NULLS NOT DISTINCT (day, type, source_id);
ALTER TABLE public.decision_requests ADD CONSTRAINT decision_requests_pkey PRIMARY KEY (decided_by, request_key);
ALTER TABLE public.deposit_accounts ADD CONSTRAINT deposit_accounts_pkey PRIMARY KEY (id);
ALTER TABLE public.device_keys ADD CONSTRAINT device_keys_pkey PRIMARY KEY (id);
ALTER TABLE public.events ADD CONSTRAINT events_pkey PRIMARY KEY (id);
ALTER TABLE public.files ADD CONSTRAINT files_kind_check CHECK ((kind = ANY (ARRAY['receipts'::text, 'qr-codes'::text, 'avatars'::text, 'banner-images'::text, 'documents'::text, 'brand-images'::text]))) NOT VALID;
ALTER TABLE public.files ADD CONSTRAINT files_pkey PRIMARY KEY (id);
ALTER TABLE public.identities ADD CONSTRAINT identities_pkey PRIMARY KEY (user_id);
ALTER TABLE public.identities ADD CONSTRAINT identities_subject_key UNIQUE (issuer, subject);
ALTER TABLE public.imported_rows ADD CONSTRAINT imported_rows_pkey PRIMARY KEY (kind, old_id);
ALTER TABLE public.ledger_entries ADD CONSTRAINT ledger_entries_posting_key PRIMARY KEY (user_id, transaction_id, account);
ALTER TABLE public.login_throttles ADD CONSTRAINT login_throttles_pkey PRIMARY KEY (key);
ALTER TABLE public.mail_preferences ADD CONSTRAINT mail_preferences_pkey PRIMARY KEY (user_id);
ALTER TABLE public.mail_queue ADD CONSTRAINT mail_queue_pkey PRIMARY KEY (user_id, id);
ALTER TABLE public.matched_requests ADD CONSTRAINT matched_requests_pkey PRIMARY KEY (request_id);
ALTER TABLE public.notifications ADD CONSTRAINT notifications_pkey PRIMARY KEY (user_id, id);
ALTER TABLE public.number_encryption ADD CONSTRAINT number_encryption_pkey PRIMARY KEY (id);
ALTER TABLE public.own_exports ADD CONSTRAINT own_exports_pkey PRIMARY KEY (user_id, id);
ALTER TABLE public.passbook_days ADD CONSTRAINT passbook_days_pkey PRIMARY KEY (user_id, day);
ALTER TABLE public.passkeys ADD CONSTRAINT passkeys_pkey PRIMARY KEY (user_id, id);
ALTER TABLE public.password_resets ADD CONSTRAINT password_resets_pkey PRIMARY KEY (user_id);
ALTER TABLE public.payment_intents ADD CONSTRAINT payment_intents_pkey PRIMARY KEY (user_id, qr_code_id, amount_paise);
ALTER TABLE public.payment_intents ADD CONSTRAINT payment_intents_reference_key UNIQUE (reference_id);
ALTER TABLE public.pending_requests ADD CONSTRAINT pending_requests_pkey PRIMARY KEY (user_id, id);
ALTER TABLE public.projections ADD CONSTRAINT projections_pkey PRIMARY KEY (name);
ALTER TABLE public.push_keys ADD CONSTRAINT push_keys_pkey PRIMARY KEY (id);
ALTER TABLE public.push_subscriptions ADD CONSTRAINT push_subscriptions_pkey PRIMARY KEY (user_id, id);
ALTER TABLE public.qr_codes ADD CONSTRAINT qr_codes_pkey PRIMARY KEY (id);
ALTER TABLE public.receipt_hashes ADD CONSTRAINT receipt_hashes_pkey PRIMARY KEY (file_id);
ALTER TABLE public.receipt_matches ADD CONSTRAINT receipt_matches_pkey PRIMARY KEY (file_id, other_file_id);
ALTER TABLE public.recovery_addresses ADD CONSTRAINT recovery_addresses_pkey PRIMARY KEY (user_id);
ALTER TABLE public.recovery_codes ADD CONSTRAINT recovery_codes_pkey PRIMARY KEY (user_id, code_hash);
ALTER TABLE public.rejected_requests ADD CONSTRAINT rejected_requests_pkey PRIMARY KEY (user_id, id);
ALTER TABLE public.rejection_reasons ADD CONSTRAINT rejection_reasons_pkey PRIMARY KEY (id);
ALTER TABLE public.removed_notifications ADD CONSTRAINT removed_notifications_pkey PRIMARY KEY (user_id, id);
ALTER TABLE public.replaced_receipts ADD CONSTRAINT replaced_receipts_pkey PRIMARY KEY (user_id, transaction_id, receipt_url);
ALTER TABLE public.request_claims ADD CONSTRAINT request_claims_pkey PRIMARY KEY (transaction_id);
ALTER TABLE public.saved_views ADD CONSTRAINT saved_views_pkey PRIMARY KEY (user_id, id);
ALTER TABLE public.secret_key_leases ADD CONSTRAINT secret_key_leases_pkey PRIMARY KEY (server_id);
ALTER TABLE public.secret_keys ADD CONSTRAINT secret_keys_pkey PRIMARY KEY (id);
ALTER TABLE public.sessions ADD CONSTRAINT sessions_pkey PRIMARY KEY (id);
ALTER TABLE public.sessions ADD CONSTRAINT sessions_token_hash_key UNIQUE (token_hash);
ALTER TABLE public.sign_in_links ADD CONSTRAINT sign_in_links_pkey PRIMARY KEY (user_id, id);
ALTER TABLE public.site_urls ADD CONSTRAINT site_urls_pkey PRIMARY KEY (id);
ALTER TABLE public.sources ADD CONSTRAINT sources_pkey PRIMARY KEY (id);
ALTER TABLE public.statement_accounts ADD CONSTRAINT statement_accounts_pkey PRIMARY KEY (id);
ALTER TABLE public.statement_balances ADD CONSTRAINT statement_balances_pkey PRIMARY KEY (account_id, account);
ALTER TABLE public.statement_entries ADD CONSTRAINT statement_entries_pkey PRIMARY KEY (id);
ALTER TABLE public.statement_findings ADD CONSTRAINT statement_findings_pkey PRIMARY KEY (line_id);
ALTER TABLE public.statement_imports ADD CONSTRAINT statement_imports_pkey PRIMARY KEY (id);
ALTER TABLE public.statement_line_keys ADD CONSTRAINT statement_line_keys_pkey PRIMARY KEY (account_id, line_key);
ALTER TABLE public.statement_lines ADD CONSTRAINT statement_lines_pkey PRIMARY KEY (id);
ALTER TABLE public.statement_mappings ADD CONSTRAINT statement_mappings_pkey PRIMARY KEY (fingerprint);
ALTER TABLE public.statement_matches ADD CONSTRAINT statement_matches_pkey PRIMARY KEY (id);
ALTER TABLE public.statement_matches ADD CONSTRAINT statement_matches_state_check CHECK ((((state = 'undone'::text) = (ended_at IS NOT NULL)) AND ((state <> 'accepted'::text) OR (accepted_at IS NOT NULL)) AND ((accepted_by IS NULL) OR (accepted_at IS NOT NULL)))) NOT VALID;
ALTER TABLE public.stored_bytes ADD CONSTRAINT stored_bytes_pkey PRIMARY KEY (user_id);
ALTER TABLE public.support_messages ADD CONSTRAINT support_messages_pkey PRIMARY KEY (id);
ALTER TABLE public.support_messages ADD CONSTRAINT support_messages_state_check CHECK ((state = ANY (ARRAY['open'::text, 'answered'::text]))) NOT VALID;
ALTER TABLE public.support_replies ADD CONSTRAINT support_replies_pkey PRIMARY KEY (user_id, id);
ALTER TABLE public.transaction_accounts ADD CONSTRAINT transaction_accounts_pkey PRIMARY KEY (user_id, transaction_id);
ALTER TABLE public.transaction_changes ADD CONSTRAINT transaction_changes_pkey PRIMARY KEY (id);
ALTER TABLE public.transaction_search ADD CONSTRAINT transaction_search_pkey PRIMARY KEY (user_id, transaction_id);
ALTER TABLE public.transaction_total_deltas ADD CONSTRAINT transaction_total_deltas_pkey PRIMARY KEY (id);
ALTER TABLE public.transaction_totals ADD CONSTRAINT transaction_totals_pkey PRIMARY KEY (type, status);
ALTER TABLE public.transactions ADD CONSTRAINT transactions_pkey PRIMARY KEY (user_id, id);
ALTER TABLE public.transactions ADD CONSTRAINT transactions_reference_key UNIQUE (reference_id);
ALTER TABLE public.translations ADD CONSTRAINT translations_pkey PRIMARY KEY (text_hash, language, provider);
ALTER TABLE public.uncompared_receipts ADD CONSTRAINT uncompared_receipts_pkey PRIMARY KEY (file_id);
ALTER TABLE public.used_challenges ADD CONSTRAINT used_challenges_pkey PRIMARY KEY (hash);
ALTER TABLE public.user_counts ADD CONSTRAINT user_counts_pkey PRIMARY KEY (shard);
ALTER TABLE public.user_notes ADD CONSTRAINT user_notes_pkey PRIMARY KEY (user_id, id);
ALTER TABLE public.user_profiles ADD CONSTRAINT user_profiles_pkey PRIMARY KEY (user_id);
ALTER TABLE public.user_request_totals ADD CONSTRAINT user_request_totals_pkey PRIMARY KEY (user_id);
ALTER TABLE public.user_search ADD CONSTRAINT user_search_pkey PRIMARY KEY (user_id);
ALTER TABLE public.users ADD CONSTRAINT users_admin_role_check CHECK ((admin_role = ANY (ARRAY['administrator'::text, 'reviewer'::text, 'support'::text, 'auditor'::text]))) NOT VALID;
ALTER TABLE public.users ADD CONSTRAINT users_freeze_check CHECK (((frozen_at IS NULL) = (freeze_reason IS NULL))) NOT VALID;
ALTER TABLE public.users ADD CONSTRAINT users_pkey PRIMARY KEY (id);
ALTER TABLE public.users ADD CONSTRAINT users_username_key UNIQUE (username);
ALTER TABLE public.users ADD CONSTRAINT users_verification_level_check CHECK ((verification_level = ANY (ARRAY['none'::text, 'basic'::text, 'full'::text]))) NOT VALID;
ALTER TABLE public.verification_documents ADD CONSTRAINT verification_documents_pkey PRIMARY KEY (user_id, id);
ALTER TABLE public.verification_limits ADD CONSTRAINT verification_limits_pkey PRIMARY KEY (level);
ALTER TABLE public.verification_requests ADD CONSTRAINT verification_requests_pkey PRIMARY KEY (user_id, id);
ALTER TABLE public.verifications ADD CONSTRAINT verifications_pkey PRIMARY KEY (id);
ALTER TABLE public.waiting_decisions ADD CONSTRAINT waiting_decisions_pkey PRIMARY KEY (user_id, transaction_id);
ALTER TABLE public.wallet_balances ADD CONSTRAINT wallet_balances_pkey PRIMARY KEY (user_id);
ALTER TABLE public.wallet_settings ADD CONSTRAINT wallet_settings_pkey PRIMARY KEY (id);
ALTER TABLE public.webhook_deliveries ADD CONSTRAINT webhook_deliveries_pkey PRIMARY KEY (endpoint_id, id);
ALTER TABLE public.webhook_endpoints ADD CONSTRAINT webhook_endpoints_pkey PRIMARY KEY (id);
CREATE INDEX api_keys_user_id_idx ON public.api_keys USING btree (user_id);
CREATE INDEX approval_requests_concerned_idx ON public.approval_requests USING btree (concerned_id);
CREATE INDEX approval_requests_ended_idx ON public.approval_requests USING btree (ended_at, id) WHERE (state <> 'waiting'::text);
CREATE INDEX approval_requests_expires_idx ON public.approval_requests USING btree (expires_at) WHERE (state = 'waiting'::text);
CREATE INDEX approval_requests_new_user_idx ON public.approval_requests USING btree (target_id) WHERE (command = 'users.create'::text);
CREATE INDEX approval_requests_request_key_idx ON public.approval_requests USING btree (maker_id, request_key, target_id);
CREATE INDEX approval_requests_waiting_idx ON public.approval_requests USING btree (created_at, id) WHERE (state = 'waiting'::text);
CREATE UNIQUE INDEX approval_requests_waiting_key ON public.approval_requests USING btree (COALESCE(maker_id, '00000000-0000-0000-0000-000000000000'::uuid), fingerprint) WHERE (state = 'waiting'::text);
CREATE INDEX approval_requests_waiting_target_idx ON public.approval_requests USING btree (target_id) WHERE (state = 'waiting'::text);
CREATE UNIQUE INDEX audit_heads_size_key ON public.audit_heads USING btree (tree_size);
CREATE INDEX audit_log_account_idx ON public.audit_log USING btree (chain_id, actor_id, created_at) WHERE (action = ANY (ARRAY['user.create'::text, 'user.setPassword'::text, 'user.verificationLevel'::text]));
CREATE INDEX audit_log_action_day_idx ON public.audit_log USING btree (action, (((created_at AT TIME ZONE 'Asia/Kolkata'::text))::date), log_seq);
CREATE INDEX audit_log_actor_hash_idx ON public.audit_log USING btree (actor_id, hashtext(action), (((created_at AT TIME ZONE 'Asia/Kolkata'::text))::date), log_seq);
CREATE INDEX audit_log_chain_hash_idx ON public.audit_log USING btree (hashtext(chain_id), (((created_at AT TIME ZONE 'Asia/Kolkata'::text))::date), log_seq);
CREATE INDEX audit_log_day_idx ON public.audit_log USING btree ((((created_at AT TIME ZONE 'Asia/Kolkata'::text))::date), log_seq);
CREATE INDEX audit_log_entity_idx ON public.audit_log USING btree (entity_id text_pattern_ops);
CREATE INDEX audit_log_key_request_idx ON public.audit_log USING btree (chain_id, actor_id, created_at) WHERE ((action = 'transaction.request'::text) AND (after ? 'apiKeyId'::text));
CREATE INDEX audit_log_number_idx ON public.audit_log USING btree (log_seq);
CREATE INDEX audit_log_sign_in_link_idx ON public.audit_log USING btree (chain_id, actor_id, created_at) WHERE (action = 'sign-in-link.create'::text);
CREATE UNIQUE INDEX authenticators_confirmed_key ON public.authenticators USING btree (user_id) WHERE (confirmed_at IS NOT NULL);
CREATE UNIQUE INDEX authenticators_pending_key ON public.authenticators USING btree (user_id) WHERE (confirmed_at IS NULL);
CREATE INDEX bank_accounts_created_at_idx ON public.bank_accounts USING btree (user_id, created_at, id);
CREATE INDEX bank_accounts_last_four_idx ON public.bank_accounts USING btree ("right"(account_number, 4));
CREATE INDEX bank_accounts_number_hash_idx ON public.bank_accounts USING btree (account_number_hash);
CREATE INDEX bank_accounts_number_idx ON public.bank_accounts USING btree (account_number);
CREATE UNIQUE INDEX bank_accounts_one_default_key ON public.bank_accounts USING btree (user_id) WHERE (is_default AND (deleted_at IS NULL));
CREATE INDEX cancelled_requests_created_at_idx ON public.cancelled_requests USING btree (created_at);
CREATE UNIQUE INDEX closure_requests_one_open_key ON public.closure_requests USING btree (user_id) WHERE (state = 'open'::text);
CREATE INDEX closure_requests_open_idx ON public.closure_requests USING btree (created_at, id) WHERE (state = 'open'::text);
CREATE INDEX files_receipt_equal_idx ON public.files USING hash (sha256) WHERE (kind = 'receipts'::text);
CREATE INDEX files_unhashed_idx ON public.files USING btree (id) WHERE ((kind = 'receipts'::text) AND (NOT is_hashed));
CREATE INDEX files_user_id_idx ON public.files USING btree (user_id, kind);
CREATE INDEX imported_rows_new_id_idx ON public.imported_rows USING btree (new_id);
CREATE UNIQUE INDEX ledger_entries_wallet_seq_key ON public.ledger_entries USING btree (user_id, seq) WHERE (account = 'wallet'::text);
CREATE INDEX login_throttles_window_idx ON public.login_throttles USING btree (window_started_at);
CREATE INDEX mail_queue_failed_idx ON public.mail_queue USING btree (failed_at, id) WHERE (failed_at IS NOT NULL);
CREATE INDEX mail_queue_first_idx ON public.mail_queue USING btree (next_at) WHERE (content IS NULL);
CREATE UNIQUE INDEX mail_queue_kind_key ON public.mail_queue USING btree (user_id, kind, recipient);
CREATE INDEX mail_queue_next_at_idx ON public.mail_queue USING btree (next_at);
CREATE INDEX mail_queue_push_idx ON public.mail_queue USING btree (next_at) WHERE (subscription_id IS NOT NULL);
CREATE INDEX notifications_created_at_idx ON public.notifications USING btree (user_id, created_at, id);
CREATE INDEX notifications_from_user_idx ON public.notifications USING btree (((data ->> 'from_user_id'::text))) WHERE ((data ->> 'from_user_id'::text) IS NOT NULL);
CREATE INDEX notifications_unread_idx ON public.notifications USING btree (user_id) WHERE (NOT read);
CREATE UNIQUE INDEX passkeys_credential_key ON public.passkeys USING btree (user_id, credential_id);
CREATE INDEX payment_intents_expires_at_idx ON public.payment_intents USING btree (expires_at);
CREATE INDEX pending_requests_order_idx ON public.pending_requests USING btree (type, created_at, id);
CREATE INDEX push_subscriptions_endpoint_idx ON public.push_subscriptions USING btree (endpoint_hash);
CREATE UNIQUE INDEX push_subscriptions_endpoint_key ON public.push_subscriptions USING btree (user_id, endpoint_hash);
CREATE INDEX receipt_hashes_equal_idx ON public.receipt_hashes USING hash (upload_sha256);
CREATE INDEX receipt_hashes_near0_idx ON public.receipt_hashes USING btree (band0, hash);
CREATE INDEX receipt_hashes_near1_idx ON public.receipt_hashes USING btree (band1, hash);
CREATE INDEX receipt_hashes_near2_idx ON public.receipt_hashes USING btree (band2, hash);
CREATE INDEX receipt_hashes_near3_idx ON public.receipt_hashes USING btree (band3, hash);
CREATE INDEX receipt_matches_other_idx ON public.receipt_matches USING btree (other_file_id);
CREATE INDEX rejected_requests_order_idx ON public.rejected_requests USING btree (type, created_at, id);
CREATE INDEX sessions_created_at_idx ON public.sessions USING btree (user_id, created_at, id);
CREATE INDEX sessions_expires_at_idx ON public.sessions USING btree (expires_at);
CREATE INDEX sessions_opened_with_idx ON public.sessions USING btree (opened_with) WHERE ((ended_at IS NULL) AND (opened_with IS NOT NULL));
CREATE INDEX sessions_user_id_idx ON public.sessions USING btree (user_id) WHERE (ended_at IS NULL);
CREATE INDEX sign_in_links_expires_at_idx ON public.sign_in_links USING btree (expires_at);
CREATE INDEX statement_entries_line_idx ON public.statement_entries USING btree (line_id);
CREATE INDEX statement_findings_requests_idx ON public.statement_findings USING gin (request_ids) WITH (fastupdate=off);
CREATE INDEX statement_imports_account_idx ON public.statement_imports USING btree (account_id, created_at);
CREATE INDEX statement_imports_newest_idx ON public.statement_imports USING btree (created_at, id);
CREATE INDEX statement_imports_unmatched_idx ON public.statement_imports USING btree (created_at, id) WHERE ((NOT is_matched) AND (undone_at IS NULL));
CREATE INDEX statement_line_keys_import_idx ON public.statement_line_keys USING btree (import_id);
CREATE INDEX statement_line_keys_line_idx ON public.statement_line_keys USING btree (line_id);
CREATE INDEX statement_lines_free_idx ON public.statement_lines USING btree (((paise - claimed_paise)), booked_on) WHERE (paise > claimed_paise);
CREATE INDEX statement_lines_import_amount_idx ON public.statement_lines USING btree (import_id, abs(paise));
CREATE UNIQUE INDEX statement_lines_key ON public.statement_lines USING btree (account_id, line_key);
CREATE INDEX statement_lines_newest_idx ON public.statement_lines USING btree (booked_on, id);
CREATE INDEX statement_lines_reference_idx ON public.statement_lines USING btree (our_reference);
CREATE INDEX statement_lines_unclaimed_idx ON public.statement_lines USING btree (booked_on, id) WHERE (paise > claimed_paise);
CREATE INDEX statement_lines_utr_idx ON public.statement_lines USING btree (utr);
CREATE INDEX statement_lines_utrs_idx ON public.statement_lines USING gin (string_to_array(utrs, ' '::text)) WITH (fastupdate=off);
CREATE INDEX statement_matches_accepted_idx ON public.statement_matches USING btree (accepted_at) WHERE ((accepted_at IS NOT NULL) AND (accepted_by IS NULL));
CREATE INDEX statement_matches_automatic_idx ON public.statement_matches USING btree (created_at, id) WHERE ((state = 'proposed'::text) AND (grade = 'certain'::text) AND (not_automatic IS NULL));
CREATE INDEX statement_matches_line_idx ON public.statement_matches USING btree (line_id);
CREATE INDEX statement_matches_newest_idx ON public.statement_matches USING btree (state, created_at, id);
CREATE UNIQUE INDEX statement_matches_not_ours_key ON public.statement_matches USING btree (line_id) WHERE ((kind = 'not_ours'::text) AND (state <> 'undone'::text));
CREATE UNIQUE INDEX statement_matches_pair_key ON public.statement_matches USING btree (line_id, request_id) WHERE (state <> 'undone'::text);
CREATE INDEX statement_matches_request_idx ON public.statement_matches USING btree (request_id);
CREATE INDEX support_messages_answered_idx ON public.support_messages USING btree (COALESCE(since, created_at), id) WHERE (state = 'answered'::text);
CREATE INDEX support_messages_created_at_idx ON public.support_messages USING btree (user_id, created_at);
CREATE INDEX support_messages_open_idx ON public.support_messages USING btree (COALESCE(since, created_at), id) WHERE (state = 'open'::text);
CREATE INDEX support_messages_own_idx ON public.support_messages USING btree (user_id, COALESCE(replied_at, created_at), id);
CREATE UNIQUE INDEX support_messages_owner_key ON public.support_messages USING btree (user_id, id);
CREATE UNIQUE INDEX support_messages_request_key_key ON public.support_messages USING btree (user_id, request_key);
CREATE INDEX support_messages_unread_idx ON public.support_messages USING btree (user_id) WHERE is_unread;
CREATE INDEX support_replies_author_idx ON public.support_replies USING btree (author_id, created_at);
CREATE INDEX support_replies_message_idx ON public.support_replies USING btree (user_id, message_id, created_at, id);
CREATE UNIQUE INDEX support_replies_request_key_key ON public.support_replies USING btree (user_id, author_id, request_key);
CREATE INDEX transaction_accounts_last_four_idx ON public.transaction_accounts USING btree (last_four);
CREATE INDEX transaction_accounts_number_hash_idx ON public.transaction_accounts USING btree (account_number_hash);
CREATE INDEX transaction_search_digits_idx ON public.transaction_search USING gin (public.digit_grams(text));
CREATE INDEX transaction_search_text_idx ON public.transaction_search USING gin (text public.gin_trgm_ops);
CREATE INDEX transactions_created_at_idx ON public.transactions USING btree (created_at, id);
CREATE INDEX transactions_id_idx ON public.transactions USING btree (id);
CREATE UNIQUE INDEX transactions_request_key_key ON public.transactions USING btree (user_id, request_key);
CREATE INDEX transactions_type_idx ON public.transactions USING btree (type, created_at, id);
CREATE INDEX transactions_user_order_idx ON public.transactions USING btree (user_id, created_at, seq, id, type, reference_id);
CREATE INDEX transactions_utr_idx ON public.transactions USING btree (utr) WHERE (utr IS NOT NULL);
CREATE INDEX used_challenges_expires_at_idx ON public.used_challenges USING btree (expires_at);
CREATE UNIQUE INDEX user_notes_request_key_key ON public.user_notes USING btree (user_id, author_id, request_key);
CREATE INDEX user_search_handle_digits_idx ON public.user_search USING gin (public.digit_grams(handle));
CREATE INDEX user_search_handle_idx ON public.user_search USING gin (handle public.gin_trgm_ops);
CREATE INDEX user_search_shown_digits_idx ON public.user_search USING gin (public.digit_grams(shown));
CREATE INDEX user_search_shown_idx ON public.user_search USING gin (shown public.gin_trgm_ops);
CREATE INDEX users_admins_idx ON public.users USING btree (id) WHERE (role = 'admin'::text);
CREATE INDEX users_created_at_idx ON public.users USING btree (created_at, id);
CREATE INDEX users_deleted_idx ON public.users USING btree (deleted_at, id) WHERE (deleted_at IS NOT NULL);
CREATE INDEX users_frozen_idx ON public.users USING btree (created_at, id) WHERE (frozen_at IS NOT NULL);
CREATE UNIQUE INDEX users_lookalike_key ON public.users USING btree (COALESCE(username_skeleton, lower((username)::text)));
CREATE INDEX verification_documents_request_idx ON public.verification_documents USING btree (user_id, request_id);
CREATE INDEX verification_documents_unsent_idx ON public.verification_documents USING btree (created_at) WHERE (request_id IS NULL);
CREATE INDEX verification_requests_ended_idx ON public.verification_requests USING btree (decided_at, id);
CREATE INDEX verification_requests_kept_idx ON public.verification_requests USING btree (decided_at) WHERE ((erased_at IS NULL) AND (decided_at IS NOT NULL));
CREATE INDEX verification_requests_queue_idx ON public.verification_requests USING btree (created_at, id) WHERE (state = 'waiting'::text);
CREATE UNIQUE INDEX verification_requests_waiting_key ON public.verification_requests USING btree (user_id) WHERE (state = 'waiting'::text);
CREATE INDEX webhook_deliveries_created_at_idx ON public.webhook_deliveries USING btree (created_at);
CREATE INDEX webhook_deliveries_pending_idx ON public.webhook_deliveries USING btree (endpoint_id, next_at) WHERE (state = 'pending'::text);
CREATE TRIGGER approval_confirmations_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.approval_confirmations FOR EACH STATEMENT EXECUTE FUNCTION public.refuse_change();
CREATE TRIGGER approval_requests_final BEFORE UPDATE ON public.approval_requests
  FOR EACH ROW WHEN (
    OLD.state <> 'waiting' OR (NEW.state = 'waiting' AND OLD.input IS DISTINCT FROM NEW.input) OR NEW.needed < OLD.needed OR
    (OLD.id, OLD.kind, OLD.command, OLD.fingerprint, OLD.maker_id, OLD.maker_credential, OLD.request_key, OLD.concerned_id,
      OLD.target_id, OLD.amount_paise, OLD.reason, OLD.action, OLD.entity, OLD.before, OLD.after, OLD.created_at, OLD.expires_at)
    IS DISTINCT FROM
    (NEW.id, NEW.kind, NEW.command, NEW.fingerprint, NEW.maker_id, NEW.maker_credential, NEW.request_key, NEW.concerned_id,
      NEW.target_id, NEW.amount_paise, NEW.reason, NEW.action, NEW.entity, NEW.before, NEW.after, NEW.created_at, NEW.expires_at)
  ) EXECUTE FUNCTION public.refuse_approval_change();
CREATE TRIGGER approval_requests_kept BEFORE DELETE OR TRUNCATE ON public.approval_requests FOR EACH STATEMENT EXECUTE FUNCTION public.refuse_change();
CREATE TRIGGER approval_rules_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.approval_rules FOR EACH STATEMENT EXECUTE FUNCTION public.refuse_change();
CREATE TRIGGER audit_heads_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.audit_heads FOR EACH STATEMENT EXECUTE FUNCTION public.refuse_change();
CREATE TRIGGER audit_keys_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.audit_keys FOR EACH STATEMENT EXECUTE FUNCTION public.refuse_change();
CREATE TRIGGER audit_log_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.audit_log FOR EACH STATEMENT EXECUTE FUNCTION public.refuse_change();
CREATE TRIGGER audit_log_mark_writer BEFORE INSERT ON public.audit_log FOR EACH STATEMENT EXECUTE FUNCTION public.mark_audit_writer();
CREATE TRIGGER audit_requirements_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.audit_requirements FOR EACH STATEMENT EXECUTE FUNCTION public.refuse_change();
CREATE TRIGGER events_mark_writer BEFORE INSERT ON public.events FOR EACH STATEMENT EXECUTE FUNCTION public.mark_event_writer();
CREATE TRIGGER ledger_entries_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.ledger_entries FOR EACH STATEMENT EXECUTE FUNCTION public.refuse_change();
CREATE TRIGGER statement_entries_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.statement_entries FOR EACH STATEMENT EXECUTE FUNCTION public.refuse_change();
CREATE TRIGGER statement_entries_mark_writer BEFORE INSERT ON public.statement_entries FOR EACH STATEMENT EXECUTE FUNCTION public.mark_entry_writer();
CREATE TRIGGER statement_lines_post_delete AFTER DELETE ON public.statement_lines REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION public.post_deleted_lines();
CREATE TRIGGER statement_lines_post_insert AFTER INSERT ON public.statement_lines REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION public.post_inserted_lines();
CREATE TRIGGER statement_matches_final BEFORE UPDATE ON public.statement_matches FOR EACH ROW WHEN (((old.state = 'undone'::text) OR ((old.state = 'accepted'::text) AND (new.state <> 'undone'::text)) OR (old.id IS DISTINCT FROM new.id) OR (old.line_id IS DISTINCT FROM new.line_id) OR (old.account_id IS DISTINCT FROM new.account_id) OR (old.request_id IS DISTINCT FROM new.request_id) OR (old.kind IS DISTINCT FROM new.kind) OR (old.created_at IS DISTINCT FROM new.created_at) OR (old.created_by IS DISTINCT FROM new.created_by) OR ((old.state = 'accepted'::text) AND ((old.paise IS DISTINCT FROM new.paise) OR (old.accepted_at IS DISTINCT FROM new.accepted_at) OR (old.accepted_by IS DISTINCT FROM new.accepted_by))))) EXECUTE FUNCTION public.refuse_match_change();
CREATE TRIGGER statement_matches_kept BEFORE DELETE OR TRUNCATE ON public.statement_matches FOR EACH STATEMENT EXECUTE FUNCTION public.refuse_change();
CREATE TRIGGER transaction_changes_mark_writer BEFORE INSERT ON public.transaction_changes FOR EACH STATEMENT EXECUTE FUNCTION public.mark_change_writer();
CREATE TRIGGER transactions_final BEFORE UPDATE ON public.transactions
  FOR EACH ROW WHEN (
    OLD.status <> 'pending' AND
    (OLD.status, OLD.amount_paise, OLD.type, OLD.user_id) IS DISTINCT FROM
    (NEW.status, NEW.amount_paise, NEW.type, NEW.user_id)
  ) EXECUTE FUNCTION public.refuse_redecision();
CREATE TRIGGER transactions_note_adjustment AFTER UPDATE ON public.transactions FOR EACH ROW WHEN ((old.is_adjustment IS DISTINCT FROM new.is_adjustment)) EXECUTE FUNCTION public.note_changed_adjustment();
CREATE TRIGGER transactions_note_delete AFTER DELETE ON public.transactions REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION public.note_deleted_transactions();
CREATE TRIGGER transactions_note_insert AFTER INSERT ON public.transactions REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION public.note_inserted_transactions();
CREATE TRIGGER transactions_note_update AFTER UPDATE ON public.transactions REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION public.note_updated_transactions();
CREATE TRIGGER transactions_search_insert AFTER INSERT ON public.transactions REFERENCING NEW TABLE AS changed_rows FOR EACH STATEMENT EXECUTE FUNCTION public.note_transaction_search();
CREATE TRIGGER transactions_search_update AFTER UPDATE OF reference_id, payment_method, utr ON public.transactions FOR EACH ROW EXECUTE FUNCTION public.correct_transaction_search();
CREATE TRIGGER user_profiles_search_insert AFTER INSERT ON public.user_profiles REFERENCING NEW TABLE AS changed_rows FOR EACH STATEMENT EXECUTE FUNCTION public.note_profile_search();
CREATE TRIGGER user_profiles_search_update AFTER UPDATE ON public.user_profiles REFERENCING NEW TABLE AS changed_rows FOR EACH STATEMENT EXECUTE FUNCTION public.note_profile_search();
CREATE TRIGGER users_note_delete AFTER DELETE ON public.users REFERENCING OLD TABLE AS changed_rows FOR EACH STATEMENT EXECUTE FUNCTION public.note_users();
CREATE TRIGGER users_note_deletion AFTER UPDATE OF deleted_at ON public.users FOR EACH ROW WHEN (((old.deleted_at IS NULL) AND (new.deleted_at IS NOT NULL))) EXECUTE FUNCTION public.note_deleted_user();
CREATE TRIGGER users_note_insert AFTER INSERT ON public.users REFERENCING NEW TABLE AS changed_rows FOR EACH STATEMENT EXECUTE FUNCTION public.note_users();
CREATE TRIGGER users_search_insert AFTER INSERT ON public.users REFERENCING NEW TABLE AS changed_rows FOR EACH STATEMENT EXECUTE FUNCTION public.note_user_search();
ALTER TABLE public.adjustment_days ADD CONSTRAINT adjustment_days_user_id_users_id_fk FOREIGN KEY (user_id) REFERENCES public.users(id) ON DELETE CASCADE;
ALTER TABLE public.api_key_days ADD CONSTRAINT api_key_days_key_id_api_keys_id_fk FOREIGN KEY (key_id) REFERENCES public.api_keys(id) ON DELETE CASCADE;
ALTER TABLE public.api_keys ADD CONSTRAINT api_keys_user_id_users_id_fk FOREIGN KEY (user_id) REFERENCES public.users(id) ON DELETE CASCADE;
ALTER TABLE public.approval_confirmations ADD CONSTRAINT approval_confirmations_request_id_approval_requests_id_fk FOREIGN KEY (request_id) REFERENCES public.approval_requests(id);
ALTER TABLE public.authenticators ADD CONSTRAINT authenticators_user_id_users_id_fk FOREIGN KEY (user_id) REFERENCES public.users(id) ON DELETE CASCADE;
ALTER TABLE public.bank_accounts ADD CONSTRAINT bank_accounts_user_id_users_id_fk FOREIGN KEY (user_id) REFERENCES public.users(id) ON DELETE CASCADE;
ALTER TABLE public.cancelled_requests ADD CONSTRAINT cancelled_requests_user_id_users_id_fk FOREIGN KEY (user_id) REFERENCES public.users(id) ON DELETE CASCADE;
ALTER TABLE public.closure_requests ADD CONSTRAINT closure_requests_user_id_users_id_fk FOREIGN KEY (user_id) REFERENCES public.users(id) ON DELETE CASCADE;
ALTER TABLE public.deposit_accounts ADD CONSTRAINT deposit_accounts_id_statement_accounts_id_fk FOREIGN KEY (id) REFERENCES public.statement_accounts(id);
ALTER TABLE public.identities ADD CONSTRAINT identities_user_id_users_id_fk FOREIGN KEY (user_id) REFERENCES public.users(id) ON DELETE CASCADE;
ALTER TABLE public.mail_preferences ADD CONSTRAINT mail_preferences_user_id_users_id_fk FOREIGN KEY (user_id) REFERENCES public.users(id) ON DELETE CASCADE;
ALTER TABLE public.mail_queue ADD CONSTRAINT mail_queue_user_id_users_id_fk FOREIGN KEY (user_id) REFERENCES public.users(id) ON DELETE CASCADE;
ALTER TABLE public.notifications ADD CONSTRAINT notifications_user_id_users_id_fk FOREIGN KEY (user_id) REFERENCES public.users(id) ON DELETE CASCADE;
ALTER TABLE public.own_exports ADD CONSTRAINT own_exports_user_id_users_id_fk FOREIGN KEY (user_id) REFERENCES public.users(id) ON DELETE CASCADE;
ALTER TABLE public.passkeys ADD CONSTRAINT passkeys_user_id_users_id_fk FOREIGN KEY (user_id) REFERENCES public.users(id) ON DELETE CASCADE;
ALTER TABLE public.password_resets ADD CONSTRAINT password_resets_user_id_users_id_fk FOREIGN KEY (user_id) REFERENCES public.users(id) ON DELETE CASCADE;
ALTER TABLE public.payment_intents ADD CONSTRAINT payment_intents_qr_code_id_qr_codes_id_fk FOREIGN KEY (qr_code_id) REFERENCES public.qr_codes(id) ON DELETE CASCADE;
ALTER TABLE public.payment_intents ADD CONSTRAINT payment_intents_user_id_users_id_fk FOREIGN KEY (user_id) REFERENCES public.users(id) ON DELETE CASCADE;
ALTER TABLE public.push_subscriptions ADD CONSTRAINT push_subscriptions_user_id_users_id_fk FOREIGN KEY (user_id) REFERENCES public.users(id) ON DELETE CASCADE;
ALTER TABLE public.receipt_hashes ADD CONSTRAINT receipt_hashes_file_fkey FOREIGN KEY (file_id) REFERENCES public.files(id) ON DELETE CASCADE;
ALTER TABLE public.receipt_matches ADD CONSTRAINT receipt_matches_file_fkey FOREIGN KEY (file_id) REFERENCES public.receipt_hashes(file_id) ON DELETE CASCADE;
ALTER TABLE public.receipt_matches ADD CONSTRAINT receipt_matches_other_fkey FOREIGN KEY (other_file_id) REFERENCES public.receipt_hashes(file_id) ON DELETE CASCADE;
ALTER TABLE public.recovery_addresses ADD CONSTRAINT recovery_addresses_user_id_users_id_fk FOREIGN KEY (user_id) REFERENCES public.users(id) ON DELETE CASCADE;
ALTER TABLE public.recovery_codes ADD CONSTRAINT recovery_codes_user_id_users_id_fk FOREIGN KEY (user_id) REFERENCES public.users(id) ON DELETE CASCADE;
ALTER TABLE public.removed_notifications ADD CONSTRAINT removed_notifications_user_id_users_id_fk FOREIGN KEY (user_id) REFERENCES public.users(id) ON DELETE CASCADE;
ALTER TABLE public.replaced_receipts ADD CONSTRAINT replaced_receipts_transaction_fkey FOREIGN KEY (user_id, transaction_id) REFERENCES public.transactions(user_id, id) ON DELETE CASCADE;
ALTER TABLE public.saved_views ADD CONSTRAINT saved_views_user_id_users_id_fk FOREIGN KEY (user_id) REFERENCES public.users(id) ON DELETE CASCADE;
ALTER TABLE public.sessions ADD CONSTRAINT sessions_user_id_users_id_fk FOREIGN KEY (user_id) REFERENCES public.users(id) ON DELETE CASCADE;
ALTER TABLE public.sign_in_links ADD CONSTRAINT sign_in_links_user_id_users_id_fk FOREIGN KEY (user_id) REFERENCES public.users(id) ON DELETE CASCADE;
ALTER TABLE public.statement_balances ADD CONSTRAINT statement_balances_account_id_statement_accounts_id_fk FOREIGN KEY (account_id) REFERENCES public.statement_accounts(id);
ALTER TABLE public.statement_entries ADD CONSTRAINT statement_entries_account_id_statement_accounts_id_fk FOREIGN KEY (account_id) REFERENCES public.statement_accounts(id);
ALTER TABLE public.statement_findings ADD CONSTRAINT statement_findings_line_id_statement_lines_id_fk FOREIGN KEY (line_id) REFERENCES public.statement_lines(id) ON DELETE CASCADE;
ALTER TABLE public.statement_imports ADD CONSTRAINT statement_imports_account_id_statement_accounts_id_fk FOREIGN KEY (account_id) REFERENCES public.statement_accounts(id);
ALTER TABLE public.statement_line_keys ADD CONSTRAINT statement_line_keys_import_id_statement_imports_id_fk FOREIGN KEY (import_id) REFERENCES public.statement_imports(id);
ALTER TABLE public.statement_line_keys ADD CONSTRAINT statement_line_keys_line_id_statement_lines_id_fk FOREIGN KEY (line_id) REFERENCES public.statement_lines(id) ON DELETE CASCADE;
ALTER TABLE public.statement_lines ADD CONSTRAINT statement_lines_account_id_statement_accounts_id_fk FOREIGN KEY (account_id) REFERENCES public.statement_accounts(id);
ALTER TABLE public.statement_lines ADD CONSTRAINT statement_lines_import_id_statement_imports_id_fk FOREIGN KEY (import_id) REFERENCES public.statement_imports(id);
ALTER TABLE public.statement_matches ADD CONSTRAINT statement_matches_account_id_statement_accounts_id_fk FOREIGN KEY (account_id) REFERENCES public.statement_accounts(id);
ALTER TABLE public.stored_bytes ADD CONSTRAINT stored_bytes_user_id_users_id_fk FOREIGN KEY (user_id) REFERENCES public.users(id) ON DELETE CASCADE;
ALTER TABLE public.support_messages ADD CONSTRAINT support_messages_user_id_users_id_fk FOREIGN KEY (user_id) REFERENCES public.users(id) ON DELETE CASCADE;
ALTER TABLE public.support_replies ADD CONSTRAINT support_replies_message_fkey FOREIGN KEY (user_id, message_id) REFERENCES public.support_messages(user_id, id) ON DELETE CASCADE;
ALTER TABLE public.transaction_accounts ADD CONSTRAINT transaction_accounts_transaction_fkey FOREIGN KEY (user_id, transaction_id) REFERENCES public.transactions(user_id, id) ON DELETE CASCADE;
ALTER TABLE public.transaction_search ADD CONSTRAINT transaction_search_transaction_fkey FOREIGN KEY (user_id, transaction_id) REFERENCES public.transactions(user_id, id) ON DELETE CASCADE;
ALTER TABLE public.transactions ADD CONSTRAINT transactions_bank_account_fkey FOREIGN KEY (user_id, bank_account_id) REFERENCES public.bank_accounts(user_id, id);
ALTER TABLE public.transactions ADD CONSTRAINT transactions_qr_code_id_qr_codes_id_fk FOREIGN KEY (qr_code_id) REFERENCES public.qr_codes(id) ON DELETE SET NULL;
ALTER TABLE public.transactions ADD CONSTRAINT transactions_source_id_sources_id_fk FOREIGN KEY (source_id) REFERENCES public.sources(id) ON DELETE SET NULL;
ALTER TABLE public.transactions ADD CONSTRAINT transactions_user_id_users_id_fk FOREIGN KEY (user_id) REFERENCES public.users(id);
ALTER TABLE public.uncompared_receipts ADD CONSTRAINT uncompared_receipts_file_fkey FOREIGN KEY (file_id) REFERENCES public.receipt_hashes(file_id) ON DELETE CASCADE;
ALTER TABLE public.user_notes ADD CONSTRAINT user_notes_user_id_users_id_fk FOREIGN KEY (user_id) REFERENCES public.users(id) ON DELETE CASCADE;
ALTER TABLE public.user_profiles ADD CONSTRAINT user_profiles_user_id_users_id_fk FOREIGN KEY (user_id) REFERENCES public.users(id) ON DELETE CASCADE;
ALTER TABLE public.user_request_totals ADD CONSTRAINT user_request_totals_user_id_users_id_fk FOREIGN KEY (user_id) REFERENCES public.users(id) ON DELETE CASCADE;
ALTER TABLE public.user_search ADD CONSTRAINT user_search_user_id_users_id_fk FOREIGN KEY (user_id) REFERENCES public.users(id) ON DELETE CASCADE;
ALTER TABLE public.verification_documents ADD CONSTRAINT verification_documents_request_fkey FOREIGN KEY (user_id, request_id) REFERENCES public.verification_requests(user_id, id) ON DELETE CASCADE;
ALTER TABLE public.verification_documents ADD CONSTRAINT verification_documents_user_id_users_id_fk FOREIGN KEY (user_id) REFERENCES public.users(id) ON DELETE CASCADE;
ALTER TABLE public.verification_requests ADD CONSTRAINT verification_requests_user_id_users_id_fk FOREIGN KEY (user_id) REFERENCES public.users(id) ON DELETE CASCADE;
