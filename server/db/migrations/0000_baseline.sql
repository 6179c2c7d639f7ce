-- The schema of the wallet and its first rows. It replaced 82 single migrations: server/db/migrations.ts has the conditions under which
-- a database that has these is adopted.

-- Extensions and functions that several tables use

CREATE EXTENSION IF NOT EXISTS citext;
CREATE EXTENSION IF NOT EXISTS pg_trgm;

-- The ledger, the audit log and other tables are append-only, whatever rights a connection has.
CREATE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION '% is append-only', TG_TABLE_NAME USING ERRCODE = 'insufficient_privilege';
END $$;

-- The parts of five characters with a digit in them, as `digitGrams` in server/platform/lists/search.ts.
CREATE FUNCTION digit_grams(value text) RETURNS text[] LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE AS $$
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
--> statement-breakpoint
-- Settings

CREATE TABLE wallet_settings (
  id integer PRIMARY KEY DEFAULT 1,
  max_deposit_paise bigint DEFAULT 1000000000 NOT NULL,
  updated_at timestamptz(3) NOT NULL,
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
  admin_factor_since timestamptz(3),
  admin_factor_days integer DEFAULT 14 NOT NULL,
  upi_limit_paise bigint DEFAULT 10000000 NOT NULL,
  receipt_reading boolean DEFAULT false NOT NULL,
  auto_approval boolean DEFAULT false NOT NULL,
  auto_approval_paise bigint DEFAULT 1000000 NOT NULL,
  auto_approval_day_paise bigint DEFAULT 10000000 NOT NULL,
  auto_approval_minutes integer DEFAULT 15 NOT NULL,
  brand_color text DEFAULT '#2747df' NOT NULL,
  brand_name text,
  brand_logo_id uuid,
  brand_icon_id uuid,
  receipt_auto_reading boolean DEFAULT false NOT NULL,
  CONSTRAINT wallet_settings_single_check CHECK (id = 1)
);

INSERT INTO wallet_settings (updated_at) VALUES (now());

CREATE TABLE verification_limits (
  level text PRIMARY KEY,
  deposit_transaction_paise bigint,
  deposit_day_paise bigint,
  deposit_month_paise bigint,
  withdrawal_transaction_paise bigint,
  withdrawal_day_paise bigint,
  withdrawal_month_paise bigint,
  CONSTRAINT verification_limits_level_check CHECK (level IN ('none', 'basic', 'full'))
);
--> statement-breakpoint
-- Users

-- NOT VALID, here and below: as the single migrations left it. New and changed rows are checked.
CREATE TABLE users (
  id uuid PRIMARY KEY,
  username citext NOT NULL,
  password_hash text NOT NULL,
  role text DEFAULT 'user' NOT NULL,
  status text DEFAULT 'active' NOT NULL,
  created_at timestamptz(3) NOT NULL,
  username_skeleton text,
  admin_role text DEFAULT 'administrator' NOT NULL,
  must_change_password boolean DEFAULT false NOT NULL,
  deleted_at timestamptz(3),
  is_erasure_pending boolean DEFAULT false NOT NULL,
  erasing_since timestamptz(3),
  verification_level text DEFAULT 'none' NOT NULL,
  verification_reason text,
  frozen_at timestamptz(3),
  freeze_reason text,
  second_factor_since timestamptz(3),
  second_factor_required_since timestamptz(3),
  CONSTRAINT users_username_key UNIQUE (username),
  CONSTRAINT users_role_check CHECK (role IN ('user', 'admin')),
  CONSTRAINT users_status_check CHECK (status IN ('active', 'inactive')),
  CONSTRAINT users_username_check CHECK (length(username::text) >= 3)
);
ALTER TABLE users ADD CONSTRAINT users_admin_role_check CHECK (admin_role IN ('administrator', 'reviewer', 'support', 'auditor')) NOT VALID;
ALTER TABLE users ADD CONSTRAINT users_verification_level_check CHECK (verification_level IN ('none', 'basic', 'full')) NOT VALID;
ALTER TABLE users ADD CONSTRAINT users_freeze_check CHECK ((frozen_at IS NULL) = (freeze_reason IS NULL)) NOT VALID;
CREATE INDEX users_deleted_idx ON users (deleted_at, id) WHERE deleted_at IS NOT NULL;
CREATE UNIQUE INDEX users_lookalike_key ON users (coalesce(username_skeleton, lower(username::text)));
CREATE INDEX users_created_at_idx ON users (created_at, id);
CREATE INDEX users_frozen_idx ON users (created_at, id) WHERE frozen_at IS NOT NULL;
CREATE INDEX users_admins_idx ON users (id) WHERE role = 'admin';

CREATE TABLE user_profiles (
  user_id uuid PRIMARY KEY,
  first_name text,
  last_name text,
  email text,
  phone text,
  address text,
  city text,
  country text,
  avatar_url text,
  updated_at timestamptz(3) NOT NULL,
  language text,
  row_density text,
  hidden_columns jsonb,
  CONSTRAINT user_profiles_language_check CHECK (language IN ('en', 'hi', 'te', 'ml', 'ta', 'kn')),
  CONSTRAINT user_profiles_user_id_users_id_fk FOREIGN KEY (user_id) REFERENCES users (id) ON DELETE CASCADE
);

CREATE TABLE user_notes (
  user_id uuid NOT NULL,
  id uuid NOT NULL,
  author_id uuid NOT NULL,
  text text NOT NULL,
  request_key uuid NOT NULL,
  created_at timestamptz(3) NOT NULL,
  CONSTRAINT user_notes_pkey PRIMARY KEY (user_id, id),
  CONSTRAINT user_notes_user_id_users_id_fk FOREIGN KEY (user_id) REFERENCES users (id) ON DELETE CASCADE
);
CREATE UNIQUE INDEX user_notes_request_key_key ON user_notes (user_id, author_id, request_key);

CREATE TABLE adjustment_days (
  user_id uuid NOT NULL,
  day date NOT NULL,
  total_paise bigint NOT NULL,
  CONSTRAINT adjustment_days_pkey PRIMARY KEY (user_id, day),
  CONSTRAINT adjustment_days_user_id_users_id_fk FOREIGN KEY (user_id) REFERENCES users (id) ON DELETE CASCADE
);

CREATE TABLE saved_views (
  user_id uuid NOT NULL,
  id uuid NOT NULL,
  list text NOT NULL,
  name text NOT NULL,
  search jsonb NOT NULL,
  created_at timestamptz(3) NOT NULL,
  CONSTRAINT saved_views_pkey PRIMARY KEY (user_id, id),
  CONSTRAINT saved_views_user_id_users_id_fk FOREIGN KEY (user_id) REFERENCES users (id) ON DELETE CASCADE
);

CREATE TABLE imported_rows (
  kind text NOT NULL,
  old_id text NOT NULL,
  new_id uuid NOT NULL,
  created_at timestamptz(3) NOT NULL,
  CONSTRAINT imported_rows_pkey PRIMARY KEY (kind, old_id)
);
CREATE INDEX imported_rows_new_id_idx ON imported_rows (new_id);

CREATE TABLE user_counts (
  shard integer PRIMARY KEY,
  count bigint NOT NULL
);

-- The last byte of a UUIDv7 is random, so users are evenly distributed. Deleted accounts are not counted.
CREATE FUNCTION note_users() RETURNS trigger LANGUAGE plpgsql AS $$
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

CREATE FUNCTION note_deleted_user() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO user_counts AS kept (shard, count) VALUES (get_byte(uuid_send(NEW.id), 15) & 15, -1)
    ON CONFLICT (shard) DO UPDATE SET count = kept.count + excluded.count;
  RETURN NULL;
END $$;

CREATE TRIGGER users_note_insert AFTER INSERT ON users
  REFERENCING NEW TABLE AS changed_rows FOR EACH STATEMENT EXECUTE FUNCTION note_users();

CREATE TRIGGER users_note_delete AFTER DELETE ON users
  REFERENCING OLD TABLE AS changed_rows FOR EACH STATEMENT EXECUTE FUNCTION note_users();

CREATE TRIGGER users_note_deletion AFTER UPDATE OF deleted_at ON users
  FOR EACH ROW WHEN (OLD.deleted_at IS NULL AND NEW.deleted_at IS NOT NULL) EXECUTE FUNCTION note_deleted_user();

CREATE TABLE user_search (
  user_id uuid PRIMARY KEY,
  shown text NOT NULL,
  handle text NOT NULL,
  CONSTRAINT user_search_user_id_users_id_fk FOREIGN KEY (user_id) REFERENCES users (id) ON DELETE CASCADE
);
CREATE INDEX user_search_shown_idx ON user_search USING gin (shown gin_trgm_ops);
CREATE INDEX user_search_handle_idx ON user_search USING gin (handle gin_trgm_ops);
CREATE INDEX user_search_shown_digits_idx ON user_search USING gin (digit_grams(shown));
CREATE INDEX user_search_handle_digits_idx ON user_search USING gin (digit_grams(handle));

-- What a user is found by: as lists show them, and by handle. The placeholder is that of
-- `emailPlaceholder` in contract/profiles/rules.ts.
CREATE FUNCTION shown_of_user(username text, first_name text, last_name text, email text) RETURNS text LANGUAGE sql IMMUTABLE AS $$
  SELECT lower(concat_ws(E'\n', nullif(concat_ws(' ', first_name, last_name), ''), username,
    coalesce(nullif(email, ''), regexp_replace(username, '\s+', '.', 'g') || '@wallet.example')))
$$;

CREATE FUNCTION note_user_search() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO user_search (user_id, shown, handle)
    SELECT id, shown_of_user(username::text, NULL, NULL, NULL), lower(username::text) || ' ' || id::text
    FROM changed_rows;
  RETURN NULL;
END $$;

CREATE FUNCTION note_profile_search() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE user_search AS kept
    SET shown = shown_of_user(users.username::text, changed.first_name, changed.last_name, changed.email)
    FROM changed_rows AS changed JOIN users ON users.id = changed.user_id
    WHERE kept.user_id = changed.user_id
      AND kept.shown <> shown_of_user(users.username::text, changed.first_name, changed.last_name, changed.email);
  RETURN NULL;
END $$;

CREATE TRIGGER users_search_insert AFTER INSERT ON users
  REFERENCING NEW TABLE AS changed_rows FOR EACH STATEMENT EXECUTE FUNCTION note_user_search();

CREATE TRIGGER user_profiles_search_insert AFTER INSERT ON user_profiles
  REFERENCING NEW TABLE AS changed_rows FOR EACH STATEMENT EXECUTE FUNCTION note_profile_search();

CREATE TRIGGER user_profiles_search_update AFTER UPDATE ON user_profiles
  REFERENCING NEW TABLE AS changed_rows FOR EACH STATEMENT EXECUTE FUNCTION note_profile_search();
--> statement-breakpoint
-- Sessions and sign-in

CREATE TABLE sessions (
  id uuid PRIMARY KEY,
  user_id uuid NOT NULL,
  token_hash bytea NOT NULL,
  created_at timestamptz(3) NOT NULL,
  last_seen_at timestamptz(3) NOT NULL,
  expires_at timestamptz(3) NOT NULL,
  ended_at timestamptz(3),
  ended_reason text,
  ip text,
  user_agent text,
  confirmed_at timestamptz(3),
  opened_by text,
  opened_with uuid,
  CONSTRAINT sessions_token_hash_key UNIQUE (token_hash),
  CONSTRAINT sessions_user_id_users_id_fk FOREIGN KEY (user_id) REFERENCES users (id) ON DELETE CASCADE
);
CREATE INDEX sessions_user_id_idx ON sessions (user_id) WHERE ended_at IS NULL;
CREATE INDEX sessions_expires_at_idx ON sessions (expires_at);
CREATE INDEX sessions_created_at_idx ON sessions (user_id, created_at, id);
CREATE INDEX sessions_opened_with_idx ON sessions (opened_with) WHERE ended_at IS NULL AND opened_with IS NOT NULL;

CREATE TABLE sign_in_links (
  user_id uuid NOT NULL,
  id uuid NOT NULL,
  token_hash bytea NOT NULL,
  api_key_id uuid NOT NULL,
  path text,
  expires_at timestamptz(3) NOT NULL,
  used_at timestamptz(3),
  CONSTRAINT sign_in_links_pkey PRIMARY KEY (user_id, id),
  CONSTRAINT sign_in_links_user_id_users_id_fk FOREIGN KEY (user_id) REFERENCES users (id) ON DELETE CASCADE
);
CREATE INDEX sign_in_links_expires_at_idx ON sign_in_links (expires_at);

CREATE TABLE login_throttles (
  key text PRIMARY KEY,
  failures integer NOT NULL,
  window_started_at timestamptz(3) NOT NULL,
  blocked_until timestamptz(3)
);
CREATE INDEX login_throttles_window_idx ON login_throttles (window_started_at);

CREATE TABLE device_keys (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  secret bytea DEFAULT uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid()) NOT NULL,
  created_at timestamptz DEFAULT now() NOT NULL
);

CREATE TABLE identities (
  user_id uuid PRIMARY KEY,
  issuer text NOT NULL,
  subject text NOT NULL,
  email text,
  created_at timestamptz(3) NOT NULL,
  last_used_at timestamptz(3),
  CONSTRAINT identities_subject_key UNIQUE (issuer, subject),
  CONSTRAINT identities_user_id_users_id_fk FOREIGN KEY (user_id) REFERENCES users (id) ON DELETE CASCADE
);

CREATE TABLE authenticators (
  user_id uuid NOT NULL,
  id uuid NOT NULL,
  secret text NOT NULL,
  created_at timestamptz(3) NOT NULL,
  confirmed_at timestamptz(3),
  last_used_step bigint NOT NULL,
  last_used_at timestamptz(3),
  CONSTRAINT authenticators_pkey PRIMARY KEY (user_id, id),
  CONSTRAINT authenticators_user_id_users_id_fk FOREIGN KEY (user_id) REFERENCES users (id) ON DELETE CASCADE
);
CREATE UNIQUE INDEX authenticators_confirmed_key ON authenticators (user_id) WHERE confirmed_at IS NOT NULL;
CREATE UNIQUE INDEX authenticators_pending_key ON authenticators (user_id) WHERE confirmed_at IS NULL;

CREATE TABLE recovery_codes (
  user_id uuid NOT NULL,
  code_hash bytea NOT NULL,
  created_at timestamptz(3) NOT NULL,
  used_at timestamptz(3),
  CONSTRAINT recovery_codes_pkey PRIMARY KEY (user_id, code_hash),
  CONSTRAINT recovery_codes_user_id_users_id_fk FOREIGN KEY (user_id) REFERENCES users (id) ON DELETE CASCADE
);

CREATE TABLE passkeys (
  user_id uuid NOT NULL,
  id uuid NOT NULL,
  credential_id bytea NOT NULL,
  public_key bytea NOT NULL,
  sign_count bigint NOT NULL,
  transports text NOT NULL,
  name text NOT NULL,
  is_syncable boolean NOT NULL,
  is_backed_up boolean NOT NULL,
  created_at timestamptz(3) NOT NULL,
  last_used_at timestamptz(3),
  CONSTRAINT passkeys_pkey PRIMARY KEY (user_id, id),
  CONSTRAINT passkeys_name_check CHECK (length(name) BETWEEN 1 AND 60),
  CONSTRAINT passkeys_credential_check CHECK (length(credential_id) BETWEEN 1 AND 1023),
  CONSTRAINT passkeys_user_id_users_id_fk FOREIGN KEY (user_id) REFERENCES users (id) ON DELETE CASCADE
);
CREATE UNIQUE INDEX passkeys_credential_key ON passkeys (user_id, credential_id);

CREATE TABLE used_challenges (
  hash bytea PRIMARY KEY,
  expires_at timestamptz(3) NOT NULL
);
CREATE INDEX used_challenges_expires_at_idx ON used_challenges (expires_at);

CREATE TABLE recovery_addresses (
  user_id uuid PRIMARY KEY,
  address text,
  pending_address text,
  code_hash bytea,
  code_expires_at timestamptz(3),
  code_attempts integer DEFAULT 0 NOT NULL,
  day_started_at timestamptz(3) NOT NULL,
  day_mails integer DEFAULT 0 NOT NULL,
  CONSTRAINT recovery_addresses_attempts_check CHECK (code_attempts >= 0),
  CONSTRAINT recovery_addresses_user_id_users_id_fk FOREIGN KEY (user_id) REFERENCES users (id) ON DELETE CASCADE
);

CREATE TABLE password_resets (
  user_id uuid PRIMARY KEY,
  token_hash bytea,
  expires_at timestamptz(3),
  requested_at timestamptz(3) NOT NULL,
  day_started_at timestamptz(3) NOT NULL,
  day_mails integer DEFAULT 0 NOT NULL,
  CONSTRAINT password_resets_user_id_users_id_fk FOREIGN KEY (user_id) REFERENCES users (id) ON DELETE CASCADE
);
--> statement-breakpoint
-- Encryption

CREATE TABLE secret_keys (
  id text PRIMARY KEY,
  created_at timestamptz(3) NOT NULL
);

CREATE TABLE secret_key_leases (
  server_id uuid PRIMARY KEY,
  key_id text NOT NULL,
  expires_at timestamptz(3) NOT NULL
);

CREATE TABLE number_encryption (
  id integer PRIMARY KEY DEFAULT 1,
  since timestamptz(3) NOT NULL,
  completed_at timestamptz(3),
  indexed_at timestamptz(3),
  CONSTRAINT number_encryption_single_check CHECK (id = 1)
);

-- Every account number of a new installation is encrypted.
INSERT INTO number_encryption (since) VALUES ('-infinity');
--> statement-breakpoint
-- Catalogues of the wallet

CREATE TABLE banks (
  id uuid PRIMARY KEY,
  name text NOT NULL,
  code text NOT NULL,
  is_active boolean DEFAULT true NOT NULL,
  created_at timestamptz(3) NOT NULL
);

CREATE TABLE bank_accounts (
  user_id uuid NOT NULL,
  id uuid NOT NULL,
  account_holder_name text NOT NULL,
  account_number text NOT NULL,
  bank_name text NOT NULL,
  ifsc_code text,
  is_default boolean DEFAULT false NOT NULL,
  created_at timestamptz(3) NOT NULL,
  deleted_at timestamptz(3),
  account_number_hash bytea,
  digest_salt uuid,
  CONSTRAINT bank_accounts_pkey PRIMARY KEY (user_id, id),
  CONSTRAINT bank_accounts_number_check CHECK (length(account_number) >= 5),
  CONSTRAINT bank_accounts_user_id_users_id_fk FOREIGN KEY (user_id) REFERENCES users (id) ON DELETE CASCADE
);
CREATE UNIQUE INDEX bank_accounts_one_default_key ON bank_accounts (user_id) WHERE is_default AND deleted_at IS NULL;
CREATE INDEX bank_accounts_created_at_idx ON bank_accounts (user_id, created_at, id);
CREATE INDEX bank_accounts_number_idx ON bank_accounts (account_number);
CREATE INDEX bank_accounts_number_hash_idx ON bank_accounts (account_number_hash);
CREATE INDEX bank_accounts_last_four_idx ON bank_accounts (right(account_number, 4));

CREATE TABLE qr_codes (
  id uuid PRIMARY KEY,
  name text NOT NULL,
  description text,
  qr_image_url text NOT NULL,
  is_active boolean DEFAULT true NOT NULL,
  created_at timestamptz(3) NOT NULL,
  updated_at timestamptz(3) NOT NULL,
  deleted_at timestamptz(3),
  upi_id text,
  payee_name text,
  merchant_code text,
  is_signed boolean DEFAULT false NOT NULL,
  CONSTRAINT qr_codes_name_check CHECK (length(trim(name)) > 0),
  CONSTRAINT qr_codes_deleted_check CHECK (deleted_at IS NULL OR NOT is_active),
  CONSTRAINT qr_codes_payee_check CHECK ((upi_id IS NULL) = (payee_name IS NULL))
);

CREATE TABLE sources (
  id uuid PRIMARY KEY,
  name text NOT NULL,
  description text,
  is_active boolean DEFAULT true NOT NULL,
  created_at timestamptz(3) NOT NULL,
  deleted_at timestamptz(3),
  CONSTRAINT sources_deleted_check CHECK (deleted_at IS NULL OR NOT is_active)
);

CREATE TABLE ad_banners (
  id uuid PRIMARY KEY,
  title text NOT NULL,
  description text,
  image_url text NOT NULL,
  link_url text,
  is_active boolean DEFAULT true NOT NULL,
  display_order integer NOT NULL,
  created_at timestamptz(3) NOT NULL
);

CREATE TABLE carousel_settings (
  id integer PRIMARY KEY DEFAULT 1,
  slide_duration integer NOT NULL,
  updated_at timestamptz(3) NOT NULL,
  CONSTRAINT carousel_settings_single_check CHECK (id = 1),
  CONSTRAINT carousel_settings_duration_check CHECK (slide_duration BETWEEN 5 AND 60)
);

CREATE TABLE site_urls (
  id uuid PRIMARY KEY,
  title text NOT NULL,
  url text NOT NULL,
  description text,
  display_order integer DEFAULT 0 NOT NULL,
  is_active boolean DEFAULT true NOT NULL,
  created_at timestamptz(3) NOT NULL,
  CONSTRAINT site_urls_url_check CHECK (url ~* '^https?://'),
  CONSTRAINT site_urls_order_check CHECK (display_order >= 0)
);

CREATE TABLE translations (
  text_hash bytea NOT NULL,
  language text NOT NULL,
  provider text NOT NULL,
  translated text NOT NULL,
  created_at timestamptz(3) NOT NULL,
  CONSTRAINT translations_pkey PRIMARY KEY (text_hash, language, provider)
);
--> statement-breakpoint
-- Transactions

-- Each page has room for the new version of every row: requests are decided in the order in which they are stored, many of a
-- page in one transaction. Versions without room would need an entry in each index, which take more.
CREATE TABLE transactions (
  user_id uuid NOT NULL,
  id uuid NOT NULL,
  type text NOT NULL,
  kind text DEFAULT 'request' NOT NULL,
  amount_paise bigint NOT NULL,
  status text DEFAULT 'pending' NOT NULL,
  payment_method text DEFAULT 'UPI',
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
  decided_at timestamptz(3),
  approved_by uuid,
  approved_at timestamptz(3),
  version integer DEFAULT 1 NOT NULL,
  created_at timestamptz(3) NOT NULL,
  updated_at timestamptz(3) NOT NULL,
  is_adjustment boolean GENERATED ALWAYS AS (kind <> 'request' OR (request_key IS NULL AND (
    lower(coalesce(payment_method, '')) IN ('admin adjustment', 'admin_adjustment')
    OR reference_id LIKE 'ADM-%'
    OR lower(coalesce(user_notes, '') || ' ' || coalesce(admin_notes, '')) LIKE '%administrator balance adjustment%'
    OR (lower(coalesce(payment_method, '')) = 'manual deposit'
      AND lower(coalesce(user_notes, '') || ' ' || coalesce(admin_notes, '')) LIKE '%adjustment%')))) STORED NOT NULL,
  request_fingerprint bytea,
  reason jsonb,
  seq bigint GENERATED BY DEFAULT AS IDENTITY,
  is_cancelled boolean DEFAULT false NOT NULL,
  receipt_replaced_at timestamptz(3),
  utr text,
  CONSTRAINT transactions_pkey PRIMARY KEY (user_id, id),
  CONSTRAINT transactions_reference_key UNIQUE (reference_id),
  CONSTRAINT transactions_type_check CHECK (type IN ('deposit', 'withdrawal')),
  CONSTRAINT transactions_kind_check CHECK (kind IN ('request', 'adjustment', 'closure')),
  CONSTRAINT transactions_status_check CHECK (status IN ('pending', 'approved', 'rejected')),
  CONSTRAINT transactions_amount_check CHECK (amount_paise > 0 AND amount_paise <= 9007199254740991),
  CONSTRAINT transactions_minimum_check CHECK (kind <> 'request' OR type <> 'withdrawal' OR amount_paise >= 1000),
  CONSTRAINT transactions_decided_check CHECK ((status = 'pending') = (decided_at IS NULL) AND (status = 'approved') = (approved_at IS NOT NULL)),
  CONSTRAINT transactions_receipt_check CHECK (kind <> 'request' OR type <> 'deposit' OR permanent_receipt_url IS NOT NULL OR receipt_url IS NOT NULL),
  CONSTRAINT transactions_beneficiary_check CHECK (kind <> 'request' OR type <> 'withdrawal' OR beneficiary IS NOT NULL),
  CONSTRAINT transactions_user_id_users_id_fk FOREIGN KEY (user_id) REFERENCES users (id),
  CONSTRAINT transactions_qr_code_id_qr_codes_id_fk FOREIGN KEY (qr_code_id) REFERENCES qr_codes (id) ON DELETE SET NULL,
  CONSTRAINT transactions_source_id_sources_id_fk FOREIGN KEY (source_id) REFERENCES sources (id) ON DELETE SET NULL,
  CONSTRAINT transactions_bank_account_fkey FOREIGN KEY (user_id, bank_account_id) REFERENCES bank_accounts (user_id, id)
) WITH (fillfactor = 45);
CREATE INDEX transactions_id_idx ON transactions (id);
CREATE UNIQUE INDEX transactions_request_key_key ON transactions (user_id, request_key);
CREATE INDEX transactions_user_order_idx ON transactions (user_id, created_at, seq, id, type, reference_id);
CREATE INDEX transactions_type_idx ON transactions (type, created_at, id);
CREATE INDEX transactions_created_at_idx ON transactions (created_at, id);
CREATE INDEX transactions_utr_idx ON transactions (utr) WHERE utr IS NOT NULL;

-- A decision is final: status, amount, type and owner of a decided transaction never change.
CREATE FUNCTION refuse_redecision() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'transaction % is already %', OLD.id, OLD.status
    USING ERRCODE = 'check_violation', CONSTRAINT = 'transactions_final_check';
END $$;

CREATE TRIGGER transactions_final BEFORE UPDATE ON transactions
  FOR EACH ROW WHEN (
    OLD.status <> 'pending' AND
    (OLD.status, OLD.amount_paise, OLD.type, OLD.user_id) IS DISTINCT FROM
    (NEW.status, NEW.amount_paise, NEW.type, NEW.user_id)
  ) EXECUTE FUNCTION refuse_redecision();

-- Rows leave the queue as fast as they enter it, so their index entries are removed early.
CREATE TABLE pending_requests (
  user_id uuid NOT NULL,
  id uuid NOT NULL,
  type text NOT NULL,
  created_at timestamptz(3) NOT NULL,
  amount_paise bigint NOT NULL,
  CONSTRAINT pending_requests_pkey PRIMARY KEY (user_id, id)
) WITH (autovacuum_vacuum_scale_factor = 0.05, autovacuum_vacuum_threshold = 1000);
CREATE INDEX pending_requests_order_idx ON pending_requests (type, created_at, id);

CREATE TABLE rejected_requests (
  user_id uuid NOT NULL,
  id uuid NOT NULL,
  type text NOT NULL,
  created_at timestamptz(3) NOT NULL,
  amount_paise bigint NOT NULL,
  CONSTRAINT rejected_requests_pkey PRIMARY KEY (user_id, id)
);
CREATE INDEX rejected_requests_order_idx ON rejected_requests (type, created_at, id);

CREATE TABLE cancelled_requests (
  user_id uuid NOT NULL,
  request_key uuid NOT NULL,
  created_at timestamptz(3) NOT NULL,
  CONSTRAINT cancelled_requests_pkey PRIMARY KEY (user_id, request_key),
  CONSTRAINT cancelled_requests_user_id_users_id_fk FOREIGN KEY (user_id) REFERENCES users (id) ON DELETE CASCADE
);
CREATE INDEX cancelled_requests_created_at_idx ON cancelled_requests (created_at);

CREATE TABLE replaced_receipts (
  user_id uuid NOT NULL,
  transaction_id uuid NOT NULL,
  receipt_url text NOT NULL,
  replaced_at timestamptz(3) NOT NULL,
  CONSTRAINT replaced_receipts_pkey PRIMARY KEY (user_id, transaction_id, receipt_url),
  CONSTRAINT replaced_receipts_transaction_fkey FOREIGN KEY (user_id, transaction_id) REFERENCES transactions (user_id, id) ON DELETE CASCADE
);

CREATE TABLE transaction_accounts (
  user_id uuid NOT NULL,
  transaction_id uuid NOT NULL,
  last_four text NOT NULL,
  account_number_hash bytea,
  CONSTRAINT transaction_accounts_pkey PRIMARY KEY (user_id, transaction_id),
  CONSTRAINT transaction_accounts_transaction_fkey FOREIGN KEY (user_id, transaction_id) REFERENCES transactions (user_id, id) ON DELETE CASCADE
);
CREATE INDEX transaction_accounts_last_four_idx ON transaction_accounts (last_four);
CREATE INDEX transaction_accounts_number_hash_idx ON transaction_accounts (account_number_hash);

CREATE TABLE passbook_days (
  user_id uuid NOT NULL,
  day date NOT NULL,
  net_paise bigint NOT NULL,
  pending_deposits integer NOT NULL,
  approved_deposits integer NOT NULL,
  rejected_deposits integer NOT NULL,
  pending_withdrawals integer NOT NULL,
  approved_withdrawals integer NOT NULL,
  rejected_withdrawals integer NOT NULL,
  CONSTRAINT passbook_days_pkey PRIMARY KEY (user_id, day)
);

CREATE TABLE payment_intents (
  user_id uuid NOT NULL,
  qr_code_id uuid NOT NULL,
  amount_paise bigint NOT NULL,
  reference_id text NOT NULL,
  created_at timestamptz(3) NOT NULL,
  expires_at timestamptz(3) NOT NULL,
  CONSTRAINT payment_intents_pkey PRIMARY KEY (user_id, qr_code_id, amount_paise),
  CONSTRAINT payment_intents_reference_key UNIQUE (reference_id),
  CONSTRAINT payment_intents_amount_check CHECK (amount_paise > 0),
  CONSTRAINT payment_intents_user_id_users_id_fk FOREIGN KEY (user_id) REFERENCES users (id) ON DELETE CASCADE,
  CONSTRAINT payment_intents_qr_code_id_qr_codes_id_fk FOREIGN KEY (qr_code_id) REFERENCES qr_codes (id) ON DELETE CASCADE
);
CREATE INDEX payment_intents_expires_at_idx ON payment_intents (expires_at);
--> statement-breakpoint
-- Search of transactions

CREATE TABLE transaction_search (
  user_id uuid NOT NULL,
  transaction_id uuid NOT NULL,
  text text NOT NULL,
  CONSTRAINT transaction_search_pkey PRIMARY KEY (user_id, transaction_id),
  CONSTRAINT transaction_search_transaction_fkey FOREIGN KEY (user_id, transaction_id) REFERENCES transactions (user_id, id) ON DELETE CASCADE
);
CREATE INDEX transaction_search_text_idx ON transaction_search USING gin (text gin_trgm_ops);
CREATE INDEX transaction_search_digits_idx ON transaction_search USING gin (digit_grams(text));

-- Lists show UPI for a transaction without a payment method, so a search for it finds those.
CREATE FUNCTION searched_of_transaction(reference_id text, payment_method text) RETURNS text LANGUAGE sql IMMUTABLE AS $$
  SELECT lower(reference_id || ' ' || coalesce(payment_method, 'UPI'))
$$;

CREATE FUNCTION searched_with_utr(reference_id text, payment_method text, utr text) RETURNS text LANGUAGE sql IMMUTABLE AS $$
  SELECT searched_of_transaction(reference_id, payment_method) || coalesce(' ' || lower(utr), '')
$$;

CREATE FUNCTION note_transaction_search() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO transaction_search (user_id, transaction_id, text)
    SELECT user_id, id, searched_with_utr(reference_id, payment_method, utr) FROM changed_rows;
  RETURN NULL;
END $$;

CREATE FUNCTION correct_transaction_search() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE transaction_search SET text = searched_with_utr(NEW.reference_id, NEW.payment_method, NEW.utr)
    WHERE user_id = NEW.user_id AND transaction_id = NEW.id;
  RETURN NULL;
END $$;

CREATE TRIGGER transactions_search_insert AFTER INSERT ON transactions
  REFERENCING NEW TABLE AS changed_rows FOR EACH STATEMENT EXECUTE FUNCTION note_transaction_search();

CREATE TRIGGER transactions_search_update AFTER UPDATE OF reference_id, payment_method, utr ON transactions
  FOR EACH ROW EXECUTE FUNCTION correct_transaction_search();
--> statement-breakpoint
-- Sums of transactions

-- Rows are read and pruned within seconds, so dead ones are removed early.
CREATE TABLE transaction_changes (
  id bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY,
  written_at timestamptz(3) DEFAULT clock_timestamp() NOT NULL,
  type text NOT NULL,
  status text NOT NULL,
  approved_on date,
  source_id uuid,
  decided_on date,
  decided_by uuid,
  reason text,
  count bigint NOT NULL,
  amount_paise numeric NOT NULL
) WITH (autovacuum_vacuum_scale_factor = 0.05, autovacuum_vacuum_threshold = 1000);

-- As mark_event_writer: writers mark themselves before their first change gets a number.
CREATE FUNCTION mark_change_writer() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_advisory_xact_lock_shared(
    (7262::bigint << 48) | (CASE WHEN is_called THEN last_value ELSE last_value - 1 END)) FROM transaction_changes_id_seq;
  RETURN NULL;
END $$;

CREATE TRIGGER transaction_changes_mark_writer BEFORE INSERT ON transaction_changes
  FOR EACH STATEMENT EXECUTE FUNCTION mark_change_writer();

CREATE TABLE projections (
  name text PRIMARY KEY,
  "position" bigint DEFAULT 0 NOT NULL
);

INSERT INTO projections (name) VALUES ('totals'), ('daily-flows'), ('daily-decisions'), ('statement-balances');

CREATE TABLE transaction_totals (
  type text NOT NULL,
  status text NOT NULL,
  count bigint NOT NULL,
  amount_paise numeric NOT NULL,
  CONSTRAINT transaction_totals_pkey PRIMARY KEY (type, status)
);

CREATE TABLE daily_flows (
  day date NOT NULL,
  type text NOT NULL,
  source_id uuid,
  count bigint NOT NULL,
  amount_paise numeric NOT NULL,
  CONSTRAINT daily_flows_day_type_source_key UNIQUE NULLS NOT DISTINCT (day, type, source_id)
);

CREATE TABLE daily_decisions (
  day date NOT NULL,
  decided_by uuid,
  status text NOT NULL,
  reason text,
  count bigint NOT NULL,
  CONSTRAINT daily_decisions_key UNIQUE NULLS NOT DISTINCT (day, decided_by, status, reason)
);

-- Nothing writes the tables of deltas.
CREATE TABLE transaction_total_deltas (
  id bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY,
  type text NOT NULL,
  status text NOT NULL,
  count bigint NOT NULL,
  amount_paise numeric NOT NULL
);

CREATE TABLE daily_flow_deltas (
  id bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY,
  day date NOT NULL,
  type text NOT NULL,
  source_id uuid,
  count bigint NOT NULL,
  amount_paise numeric NOT NULL
);

CREATE TABLE daily_decision_deltas (
  id bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY,
  day date NOT NULL,
  decided_by uuid,
  status text NOT NULL,
  reason text,
  count bigint NOT NULL
);

-- The names of these constraints are from a former name of the table: as the single migrations left them.
CREATE TABLE user_request_totals (
  user_id uuid CONSTRAINT user_request_counts_user_id_not_null NOT NULL PRIMARY KEY,
  total bigint CONSTRAINT user_request_counts_total_not_null NOT NULL,
  CONSTRAINT user_request_totals_user_id_users_id_fk FOREIGN KEY (user_id) REFERENCES users (id) ON DELETE CASCADE
);

CREATE VIEW user_request_counts AS
  SELECT user_id, total, (
    SELECT count(*) FROM pending_requests p JOIN transactions t ON t.user_id = p.user_id AND t.id = p.id
    WHERE p.user_id = totals.user_id AND NOT t.is_adjustment) AS pending
  FROM user_request_totals AS totals;

-- Every statement on `transactions` appends what it changed to `transaction_changes`, so that no two writers wait for each other
-- there. Rows of users and days are written in order, so that no two statements wait for each other in a circle.
CREATE FUNCTION note_inserted_transactions() RETURNS trigger LANGUAGE plpgsql AS $$
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

CREATE FUNCTION note_updated_transactions() RETURNS trigger LANGUAGE plpgsql AS $$
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

CREATE FUNCTION note_deleted_transactions() RETURNS trigger LANGUAGE plpgsql AS $$
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

-- The texts of an imported row decide whether it is an adjustment, and a decision may change them.
CREATE FUNCTION note_changed_adjustment() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO user_request_totals AS kept (user_id, total) VALUES (NEW.user_id, CASE WHEN NEW.is_adjustment THEN -1 ELSE 1 END)
    ON CONFLICT (user_id) DO UPDATE SET total = kept.total + excluded.total;
  RETURN NULL;
END $$;

CREATE TRIGGER transactions_note_insert AFTER INSERT ON transactions
  REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION note_inserted_transactions();

CREATE TRIGGER transactions_note_update AFTER UPDATE ON transactions
  REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION note_updated_transactions();

CREATE TRIGGER transactions_note_delete AFTER DELETE ON transactions
  REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION note_deleted_transactions();

CREATE TRIGGER transactions_note_adjustment AFTER UPDATE ON transactions FOR EACH ROW
  WHEN (OLD.is_adjustment IS DISTINCT FROM NEW.is_adjustment) EXECUTE FUNCTION note_changed_adjustment();
--> statement-breakpoint
-- Ledger

CREATE TABLE wallet_balances (
  user_id uuid PRIMARY KEY,
  balance_paise bigint DEFAULT 0 NOT NULL,
  held_paise bigint DEFAULT 0 NOT NULL,
  seq bigint DEFAULT 0 NOT NULL,
  updated_at timestamptz(3) NOT NULL,
  CONSTRAINT wallet_balances_held_check CHECK (0 <= held_paise AND held_paise <= balance_paise),
  CONSTRAINT wallet_balances_range_check CHECK (balance_paise <= 9007199254740991)
);

CREATE TABLE ledger_entries (
  user_id uuid NOT NULL,
  id uuid NOT NULL,
  transaction_id uuid NOT NULL,
  account text NOT NULL,
  amount_paise bigint NOT NULL,
  seq bigint,
  balance_after_paise bigint,
  created_at timestamptz(3) NOT NULL,
  CONSTRAINT ledger_entries_posting_key PRIMARY KEY (user_id, transaction_id, account),
  CONSTRAINT ledger_entries_account_check CHECK (account IN ('wallet', 'house')),
  CONSTRAINT ledger_entries_amount_check CHECK (amount_paise <> 0),
  CONSTRAINT ledger_entries_wallet_check CHECK ((account = 'wallet') = (seq IS NOT NULL AND balance_after_paise IS NOT NULL)),
  CONSTRAINT ledger_entries_balance_check CHECK (balance_after_paise >= 0)
);
CREATE UNIQUE INDEX ledger_entries_wallet_seq_key ON ledger_entries (user_id, seq) WHERE account = 'wallet';

CREATE TRIGGER ledger_entries_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON ledger_entries
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

REVOKE UPDATE, DELETE, TRUNCATE ON ledger_entries FROM PUBLIC;
--> statement-breakpoint
-- Review

CREATE TABLE decision_requests (
  decided_by uuid NOT NULL,
  request_key uuid NOT NULL,
  fingerprint bytea NOT NULL,
  created_at timestamptz(3) NOT NULL,
  CONSTRAINT decision_requests_pkey PRIMARY KEY (decided_by, request_key)
);

CREATE TABLE waiting_decisions (
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
  asked_at timestamptz(3) NOT NULL,
  due_at timestamptz(3) NOT NULL,
  taken_until timestamptz(3),
  attempts integer DEFAULT 0 NOT NULL,
  receipt_url text,
  confirmed_duplicate_ids uuid[],
  CONSTRAINT waiting_decisions_pkey PRIMARY KEY (user_id, transaction_id)
);

CREATE TABLE request_claims (
  transaction_id uuid PRIMARY KEY,
  claimed_by uuid NOT NULL,
  claimed_at timestamptz(3) NOT NULL,
  claimed_until timestamptz(3) NOT NULL
);

CREATE TABLE rejection_reasons (
  id uuid PRIMARY KEY,
  texts jsonb NOT NULL,
  is_active boolean DEFAULT true NOT NULL,
  created_at timestamptz(3) NOT NULL,
  kind text DEFAULT 'rejection' NOT NULL
);

INSERT INTO rejection_reasons (id, kind, texts, created_at)
SELECT id::uuid, kind, jsonb_build_object('en', text), '2026-01-01T00:00:00Z'
FROM (VALUES
  ('019aa000-0000-7000-8000-000000000001', 'rejection', 'The receipt cannot be read. Please send a clearer picture.'),
  ('019aa000-0000-7000-8000-000000000002', 'rejection', 'The amount does not match the receipt.'),
  ('019aa000-0000-7000-8000-000000000003', 'rejection', 'The payment has not reached us.'),
  ('019aa000-0000-7000-8000-000000000004', 'rejection', 'This receipt was already used.'),
  ('019aa000-0000-7000-8000-000000000005', 'rejection', 'The account holder is someone else.'),
  ('019aa000-0000-7000-8000-000000000006', 'rejection', 'The bank details are incorrect.'),
  ('019aa000-0000-7000-8000-000000000011', 'adjustment', 'A payment was received but not credited.'),
  ('019aa000-0000-7000-8000-000000000012', 'adjustment', 'Refund of a failed withdrawal.'),
  ('019aa000-0000-7000-8000-000000000013', 'adjustment', 'The bank returned the payment.'),
  ('019aa000-0000-7000-8000-000000000014', 'adjustment', 'Correction of an earlier entry.'),
  ('019aa000-0000-7000-8000-000000000015', 'adjustment', 'Bonus or promotional credit.')) AS reason (id, kind, text);
--> statement-breakpoint
-- Second approvals

CREATE TABLE approval_rules (
  kind text NOT NULL,
  seq bigint GENERATED BY DEFAULT AS IDENTITY,
  threshold_paise bigint,
  approvals integer NOT NULL,
  is_active boolean NOT NULL,
  in_force_since timestamptz(3) NOT NULL,
  CONSTRAINT approval_rules_pkey PRIMARY KEY (kind, seq),
  CONSTRAINT approval_rules_approvals_check CHECK (approvals BETWEEN 1 AND 3)
);

CREATE TRIGGER approval_rules_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON approval_rules
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- The rules of a new installation hold from the beginning.
INSERT INTO approval_rules (kind, threshold_paise, approvals, is_active, in_force_since)
SELECT kind, threshold_paise, 1, is_active, '-infinity'
FROM (VALUES
  ('deposit', 5000000::bigint, false),
  ('withdrawal', 5000000, false),
  ('adjustment', 1000000, true),
  ('administrator', NULL, true),
  ('newAdministrator', NULL, true),
  ('deletion', NULL, false),
  ('qrCode', NULL, false),
  ('limits', NULL, true),
  ('rules', NULL, true),
  ('apiKey', NULL, false),
  ('webhook', NULL, false),
  ('connectedAccount', NULL, true),
  ('securitySettings', NULL, true)) AS rule (kind, threshold_paise, is_active);

CREATE TABLE approval_requests (
  id uuid PRIMARY KEY,
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
  state text DEFAULT 'waiting' NOT NULL,
  created_at timestamptz(3) NOT NULL,
  expires_at timestamptz(3) NOT NULL,
  ended_at timestamptz(3),
  ended_by uuid,
  refusal text,
  failure text,
  erased_at timestamptz(3),
  CONSTRAINT approval_requests_state_check CHECK (state IN ('waiting', 'confirmed', 'refused', 'withdrawn', 'expired', 'failed')),
  CONSTRAINT approval_requests_ended_check CHECK ((state = 'waiting') = (ended_at IS NULL) AND (state = 'waiting') = (input IS NOT NULL))
);
CREATE UNIQUE INDEX approval_requests_waiting_key ON approval_requests (coalesce(maker_id, '00000000-0000-0000-0000-000000000000'), fingerprint) WHERE state = 'waiting';
CREATE INDEX approval_requests_request_key_idx ON approval_requests (maker_id, request_key, target_id);
CREATE INDEX approval_requests_waiting_idx ON approval_requests (created_at, id) WHERE state = 'waiting';
CREATE INDEX approval_requests_waiting_target_idx ON approval_requests (target_id) WHERE state = 'waiting';
CREATE INDEX approval_requests_expires_idx ON approval_requests (expires_at) WHERE state = 'waiting';
CREATE INDEX approval_requests_concerned_idx ON approval_requests (concerned_id);
CREATE INDEX approval_requests_new_user_idx ON approval_requests (target_id) WHERE command = 'users.create';
CREATE INDEX approval_requests_ended_idx ON approval_requests (ended_at, id) WHERE state <> 'waiting';

-- An ended request is final, except that the personal data of a deleted account is erased from it once.
CREATE FUNCTION refuse_approval_change() RETURNS trigger LANGUAGE plpgsql AS $$
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

-- A request is never rewritten, also not what confirmers see. A stricter rule may raise the number of confirmations.
CREATE TRIGGER approval_requests_final BEFORE UPDATE ON approval_requests
  FOR EACH ROW WHEN (
    OLD.state <> 'waiting' OR (NEW.state = 'waiting' AND OLD.input IS DISTINCT FROM NEW.input) OR NEW.needed < OLD.needed OR
    (OLD.id, OLD.kind, OLD.command, OLD.fingerprint, OLD.maker_id, OLD.maker_credential, OLD.request_key, OLD.concerned_id,
      OLD.target_id, OLD.amount_paise, OLD.reason, OLD.action, OLD.entity, OLD.before, OLD.after, OLD.created_at, OLD.expires_at)
    IS DISTINCT FROM
    (NEW.id, NEW.kind, NEW.command, NEW.fingerprint, NEW.maker_id, NEW.maker_credential, NEW.request_key, NEW.concerned_id,
      NEW.target_id, NEW.amount_paise, NEW.reason, NEW.action, NEW.entity, NEW.before, NEW.after, NEW.created_at, NEW.expires_at)
  ) EXECUTE FUNCTION refuse_approval_change();

CREATE TRIGGER approval_requests_kept BEFORE DELETE OR TRUNCATE ON approval_requests
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

CREATE TABLE approval_confirmations (
  request_id uuid NOT NULL,
  confirmed_by uuid NOT NULL,
  created_at timestamptz(3) NOT NULL,
  CONSTRAINT approval_confirmations_pkey PRIMARY KEY (request_id, confirmed_by),
  CONSTRAINT approval_confirmations_request_id_approval_requests_id_fk FOREIGN KEY (request_id) REFERENCES approval_requests (id)
);

CREATE TRIGGER approval_confirmations_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON approval_confirmations
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
-- Audit log

CREATE TABLE audit_log (
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
  created_at timestamptz(3) NOT NULL,
  previous_hash bytea NOT NULL,
  hash bytea NOT NULL,
  log_seq bigint GENERATED BY DEFAULT AS IDENTITY,
  CONSTRAINT audit_log_pkey PRIMARY KEY (chain_id, seq)
);
CREATE INDEX audit_log_day_idx ON audit_log (((created_at AT TIME ZONE 'Asia/Kolkata')::date), log_seq);
CREATE INDEX audit_log_action_day_idx ON audit_log (action, ((created_at AT TIME ZONE 'Asia/Kolkata')::date), log_seq);
CREATE INDEX audit_log_actor_hash_idx ON audit_log (actor_id, hashtext(action), ((created_at AT TIME ZONE 'Asia/Kolkata')::date), log_seq);
CREATE INDEX audit_log_chain_hash_idx ON audit_log (hashtext(chain_id), ((created_at AT TIME ZONE 'Asia/Kolkata')::date), log_seq);
CREATE INDEX audit_log_entity_idx ON audit_log (entity_id text_pattern_ops);
CREATE INDEX audit_log_account_idx ON audit_log (chain_id, actor_id, created_at) WHERE action IN ('user.create', 'user.setPassword', 'user.verificationLevel');
CREATE INDEX audit_log_key_request_idx ON audit_log (chain_id, actor_id, created_at) WHERE action = 'transaction.request' AND after ? 'apiKeyId';
CREATE INDEX audit_log_sign_in_link_idx ON audit_log (chain_id, actor_id, created_at) WHERE action = 'sign-in-link.create';
CREATE INDEX audit_log_number_idx ON audit_log (log_seq);

CREATE TRIGGER audit_log_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON audit_log
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

REVOKE UPDATE, DELETE, TRUNCATE ON audit_log FROM PUBLIC;

-- As mark_event_writer: a transaction marks itself before its first record gets a number, so that the tree is built in an
-- order that no later commit changes.
CREATE FUNCTION mark_audit_writer() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_advisory_xact_lock_shared(
    (7261::bigint << 48) | (CASE WHEN is_called THEN last_value ELSE last_value - 1 END)) FROM audit_log_log_seq_seq;
  RETURN NULL;
END $$;

CREATE TRIGGER audit_log_mark_writer BEFORE INSERT ON audit_log
  FOR EACH STATEMENT EXECUTE FUNCTION mark_audit_writer();

CREATE TABLE audit_chains (
  chain_id text PRIMARY KEY,
  seq bigint NOT NULL,
  hash bytea NOT NULL
);

CREATE TABLE audit_tree (
  id integer PRIMARY KEY DEFAULT 1,
  log_id uuid NOT NULL,
  size bigint DEFAULT 0 NOT NULL,
  last_log_seq bigint DEFAULT -1 NOT NULL,
  last_chain_id text DEFAULT '' NOT NULL,
  last_seq bigint DEFAULT 0 NOT NULL,
  CONSTRAINT audit_tree_single_check CHECK (id = 1)
);

INSERT INTO audit_tree (log_id) VALUES (gen_random_uuid());

CREATE TABLE audit_tiles (
  level integer NOT NULL,
  index bigint NOT NULL,
  hashes bytea NOT NULL,
  CONSTRAINT audit_tiles_pkey PRIMARY KEY (level, index)
);

CREATE TABLE audit_keys (
  key_id text PRIMARY KEY,
  verifier_key text NOT NULL,
  created_at timestamptz(3) NOT NULL
);

CREATE TRIGGER audit_keys_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON audit_keys
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

CREATE TABLE audit_heads (
  number bigint PRIMARY KEY,
  tree_size bigint NOT NULL,
  root bytea NOT NULL,
  last_log_seq bigint NOT NULL,
  checkpoint text NOT NULL,
  signed_at timestamptz(3) NOT NULL
);
CREATE UNIQUE INDEX audit_heads_size_key ON audit_heads (tree_size);

CREATE TRIGGER audit_heads_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON audit_heads
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

CREATE TABLE audit_requirements (
  id integer PRIMARY KEY DEFAULT 1,
  digests_since timestamptz(3) NOT NULL,
  account_digests_since timestamptz(3) DEFAULT 'infinity' NOT NULL,
  CONSTRAINT audit_requirements_single_check CHECK (id = 1)
);

CREATE TRIGGER audit_requirements_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON audit_requirements
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- Every record of a new installation has digests.
INSERT INTO audit_requirements (digests_since, account_digests_since) VALUES ('-infinity', '-infinity');

CREATE TABLE audit_checks (
  id integer PRIMARY KEY DEFAULT 1,
  last jsonb,
  chains bigint DEFAULT 0 NOT NULL,
  rows bigint DEFAULT 0 NOT NULL,
  broken jsonb DEFAULT '[]'::jsonb NOT NULL,
  pass_ended_at timestamptz(3),
  pass_chains bigint DEFAULT 0 NOT NULL,
  pass_rows bigint DEFAULT 0 NOT NULL,
  pass_broken jsonb DEFAULT '[]'::jsonb NOT NULL,
  CONSTRAINT audit_checks_single_check CHECK (id = 1)
);

CREATE TABLE verifications (
  id integer PRIMARY KEY DEFAULT 1,
  started_at timestamptz(3) NOT NULL,
  checked_at timestamptz(3),
  duration_ms integer,
  failed jsonb DEFAULT '[]'::jsonb NOT NULL,
  CONSTRAINT verifications_single_check CHECK (id = 1)
);
--> statement-breakpoint
-- Events

CREATE TABLE events (
  id bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY,
  xid xid8 DEFAULT pg_current_xact_id() NOT NULL,
  user_id uuid,
  for_admins boolean NOT NULL,
  for_everyone boolean DEFAULT false NOT NULL,
  payload jsonb NOT NULL,
  created_at timestamptz(3) NOT NULL
);

-- Every transaction that writes events marks itself before its first event gets a number: it holds a shared advisory
-- lock, whose low 48 bits are the newest number given out so far. Readers find the mark in pg_locks and hold back all
-- events above it until the transaction ends. The lock blocks nobody.
CREATE FUNCTION mark_event_writer() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_advisory_xact_lock_shared(
    (7260::bigint << 48) | (CASE WHEN is_called THEN last_value ELSE last_value - 1 END)) FROM events_id_seq;
  RETURN NULL;
END $$;

CREATE TRIGGER events_mark_writer BEFORE INSERT ON events
  FOR EACH STATEMENT EXECUTE FUNCTION mark_event_writer();
--> statement-breakpoint
-- Files and receipts

CREATE TABLE files (
  id uuid PRIMARY KEY,
  kind text NOT NULL,
  user_id uuid,
  storage_key text NOT NULL,
  content_type text NOT NULL,
  byte_size integer NOT NULL,
  width integer NOT NULL,
  height integer NOT NULL,
  sha256 text NOT NULL,
  created_at timestamptz(3) NOT NULL,
  sealed_key text,
  is_hashed boolean DEFAULT false NOT NULL
);
ALTER TABLE files ADD CONSTRAINT files_kind_check CHECK (kind IN ('receipts', 'qr-codes', 'avatars', 'banner-images', 'documents', 'brand-images')) NOT VALID;
CREATE INDEX files_user_id_idx ON files (user_id, kind);
CREATE INDEX files_unhashed_idx ON files (id) WHERE kind = 'receipts' AND NOT is_hashed;
CREATE INDEX files_receipt_equal_idx ON files USING hash (sha256) WHERE kind = 'receipts';

CREATE TABLE stored_bytes (
  user_id uuid PRIMARY KEY,
  bytes bigint NOT NULL,
  CONSTRAINT stored_bytes_user_id_users_id_fk FOREIGN KEY (user_id) REFERENCES users (id) ON DELETE CASCADE
);

CREATE TABLE own_exports (
  user_id uuid NOT NULL,
  id uuid NOT NULL,
  file text NOT NULL,
  started_at timestamptz(3) NOT NULL,
  ended_at timestamptz(3),
  CONSTRAINT own_exports_pkey PRIMARY KEY (user_id, id),
  CONSTRAINT own_exports_user_id_users_id_fk FOREIGN KEY (user_id) REFERENCES users (id) ON DELETE CASCADE
);

-- Grids are stored apart from the rows, and rows are vacuumed early, so that lookups read indexes only.
CREATE TABLE receipt_hashes (
  file_id uuid PRIMARY KEY,
  upload_sha256 bytea,
  hash bigint,
  grid bytea,
  band0 integer GENERATED ALWAYS AS (((hash >> 48) & 65535)::integer) STORED,
  band1 integer GENERATED ALWAYS AS (((hash >> 32) & 65535)::integer) STORED,
  band2 integer GENERATED ALWAYS AS (((hash >> 16) & 65535)::integer) STORED,
  band3 integer GENERATED ALWAYS AS (((hash >> 0) & 65535)::integer) STORED,
  CONSTRAINT receipt_hashes_file_fkey FOREIGN KEY (file_id) REFERENCES files (id) ON DELETE CASCADE
) WITH (toast_tuple_target = 128, autovacuum_vacuum_insert_scale_factor = 0.02);
CREATE INDEX receipt_hashes_near0_idx ON receipt_hashes (band0, hash);
CREATE INDEX receipt_hashes_near1_idx ON receipt_hashes (band1, hash);
CREATE INDEX receipt_hashes_near2_idx ON receipt_hashes (band2, hash);
CREATE INDEX receipt_hashes_near3_idx ON receipt_hashes (band3, hash);
CREATE INDEX receipt_hashes_equal_idx ON receipt_hashes USING hash (upload_sha256);

CREATE TABLE uncompared_receipts (
  file_id uuid PRIMARY KEY,
  CONSTRAINT uncompared_receipts_file_fkey FOREIGN KEY (file_id) REFERENCES receipt_hashes (file_id) ON DELETE CASCADE
);

CREATE TABLE receipt_matches (
  file_id uuid NOT NULL,
  other_file_id uuid NOT NULL,
  other_transaction_id uuid NOT NULL,
  CONSTRAINT receipt_matches_pkey PRIMARY KEY (file_id, other_file_id),
  CONSTRAINT receipt_matches_file_fkey FOREIGN KEY (file_id) REFERENCES receipt_hashes (file_id) ON DELETE CASCADE,
  CONSTRAINT receipt_matches_other_fkey FOREIGN KEY (other_file_id) REFERENCES receipt_hashes (file_id) ON DELETE CASCADE
);
CREATE INDEX receipt_matches_other_idx ON receipt_matches (other_file_id);
--> statement-breakpoint
-- Verification and closure of accounts

CREATE TABLE verification_requests (
  user_id uuid NOT NULL,
  id uuid NOT NULL,
  level text NOT NULL,
  state text DEFAULT 'waiting' NOT NULL,
  reason text,
  created_at timestamptz(3) NOT NULL,
  decided_at timestamptz(3),
  decided_by uuid,
  erased_at timestamptz(3),
  CONSTRAINT verification_requests_pkey PRIMARY KEY (user_id, id),
  CONSTRAINT verification_requests_level_check CHECK (level IN ('basic', 'full')),
  CONSTRAINT verification_requests_state_check CHECK (state IN ('waiting', 'granted', 'rejected', 'withdrawn')),
  CONSTRAINT verification_requests_decided_check CHECK ((state = 'waiting') = (decided_at IS NULL)),
  CONSTRAINT verification_requests_user_id_users_id_fk FOREIGN KEY (user_id) REFERENCES users (id) ON DELETE CASCADE
);
CREATE UNIQUE INDEX verification_requests_waiting_key ON verification_requests (user_id) WHERE state = 'waiting';
CREATE INDEX verification_requests_queue_idx ON verification_requests (created_at, id) WHERE state = 'waiting';
CREATE INDEX verification_requests_ended_idx ON verification_requests (decided_at, id);
CREATE INDEX verification_requests_kept_idx ON verification_requests (decided_at) WHERE erased_at IS NULL AND decided_at IS NOT NULL;

CREATE TABLE verification_documents (
  user_id uuid NOT NULL,
  id uuid NOT NULL,
  request_id uuid,
  kind text NOT NULL,
  last_four text,
  created_at timestamptz(3) NOT NULL,
  deleted_at timestamptz(3),
  CONSTRAINT verification_documents_pkey PRIMARY KEY (user_id, id),
  CONSTRAINT verification_documents_kind_check CHECK (kind IN ('pan', 'aadhaar', 'address', 'selfie', 'other')),
  CONSTRAINT verification_documents_last_four_check CHECK (length(last_four) = 4),
  CONSTRAINT verification_documents_user_id_users_id_fk FOREIGN KEY (user_id) REFERENCES users (id) ON DELETE CASCADE,
  CONSTRAINT verification_documents_request_fkey FOREIGN KEY (user_id, request_id) REFERENCES verification_requests (user_id, id) ON DELETE CASCADE
);
CREATE INDEX verification_documents_request_idx ON verification_documents (user_id, request_id);
CREATE INDEX verification_documents_unsent_idx ON verification_documents (created_at) WHERE request_id IS NULL;

CREATE TABLE closure_requests (
  user_id uuid NOT NULL,
  id uuid NOT NULL,
  state text NOT NULL,
  reason text NOT NULL,
  refusal_reason text,
  ended_at timestamptz(3),
  created_at timestamptz(3) NOT NULL,
  CONSTRAINT closure_requests_pkey PRIMARY KEY (user_id, id),
  CONSTRAINT closure_requests_state_check CHECK (state IN ('open', 'withdrawn', 'refused')),
  CONSTRAINT closure_requests_user_id_users_id_fk FOREIGN KEY (user_id) REFERENCES users (id) ON DELETE CASCADE
);
CREATE UNIQUE INDEX closure_requests_one_open_key ON closure_requests (user_id) WHERE state = 'open';
CREATE INDEX closure_requests_open_idx ON closure_requests (created_at, id) WHERE state = 'open';
--> statement-breakpoint
-- Notifications, mails and push messages

CREATE TABLE notifications (
  user_id uuid NOT NULL,
  id uuid NOT NULL,
  title text NOT NULL,
  message text NOT NULL,
  title_key text,
  message_key text,
  params jsonb DEFAULT '{}'::jsonb NOT NULL,
  type text DEFAULT 'other' NOT NULL,
  category text DEFAULT 'system' NOT NULL,
  read boolean DEFAULT false NOT NULL,
  data jsonb DEFAULT '{}'::jsonb NOT NULL,
  created_at timestamptz(3) NOT NULL,
  CONSTRAINT notifications_pkey PRIMARY KEY (user_id, id),
  CONSTRAINT notifications_user_id_users_id_fk FOREIGN KEY (user_id) REFERENCES users (id) ON DELETE CASCADE
);
CREATE INDEX notifications_created_at_idx ON notifications (user_id, created_at, id);
CREATE INDEX notifications_unread_idx ON notifications (user_id) WHERE NOT read;
CREATE INDEX notifications_from_user_idx ON notifications ((data ->> 'from_user_id')) WHERE data ->> 'from_user_id' IS NOT NULL;

CREATE TABLE removed_notifications (
  user_id uuid NOT NULL,
  id uuid NOT NULL,
  title text NOT NULL,
  message text NOT NULL,
  title_key text,
  message_key text,
  params jsonb DEFAULT '{}'::jsonb NOT NULL,
  type text DEFAULT 'other' NOT NULL,
  category text DEFAULT 'system' NOT NULL,
  read boolean DEFAULT false NOT NULL,
  data jsonb DEFAULT '{}'::jsonb NOT NULL,
  created_at timestamptz(3) NOT NULL,
  removed_at timestamptz(3) NOT NULL,
  CONSTRAINT removed_notifications_pkey PRIMARY KEY (user_id, id),
  CONSTRAINT removed_notifications_user_id_users_id_fk FOREIGN KEY (user_id) REFERENCES users (id) ON DELETE CASCADE
);

CREATE TABLE mail_preferences (
  user_id uuid PRIMARY KEY,
  topics text[] NOT NULL,
  has_digest boolean DEFAULT false NOT NULL,
  digest_day date,
  push_topics text[],
  hides_details boolean DEFAULT false NOT NULL,
  CONSTRAINT mail_preferences_user_id_users_id_fk FOREIGN KEY (user_id) REFERENCES users (id) ON DELETE CASCADE
);

CREATE TABLE mail_queue (
  user_id uuid NOT NULL,
  id uuid NOT NULL,
  kind text NOT NULL,
  recipient text DEFAULT '' NOT NULL,
  attempts integer DEFAULT 0 NOT NULL,
  next_at timestamptz(3) NOT NULL,
  taken_until timestamptz(3),
  expires_at timestamptz(3) NOT NULL,
  created_at timestamptz(3) NOT NULL,
  content jsonb,
  failed_at timestamptz(3),
  failure text,
  subscription_id uuid,
  CONSTRAINT mail_queue_pkey PRIMARY KEY (user_id, id),
  CONSTRAINT mail_queue_user_id_users_id_fk FOREIGN KEY (user_id) REFERENCES users (id) ON DELETE CASCADE
);
CREATE UNIQUE INDEX mail_queue_kind_key ON mail_queue (user_id, kind, recipient);
CREATE INDEX mail_queue_next_at_idx ON mail_queue (next_at);
CREATE INDEX mail_queue_first_idx ON mail_queue (next_at) WHERE content IS NULL;
CREATE INDEX mail_queue_push_idx ON mail_queue (next_at) WHERE subscription_id IS NOT NULL;
CREATE INDEX mail_queue_failed_idx ON mail_queue (failed_at, id) WHERE failed_at IS NOT NULL;

CREATE TABLE push_keys (
  id integer PRIMARY KEY DEFAULT 1,
  public_key text NOT NULL,
  private_key text NOT NULL,
  created_at timestamptz(3) NOT NULL,
  CONSTRAINT push_keys_single_check CHECK (id = 1)
);

CREATE TABLE push_subscriptions (
  user_id uuid NOT NULL,
  id uuid NOT NULL,
  session_id uuid NOT NULL,
  endpoint text NOT NULL,
  endpoint_hash bytea NOT NULL,
  p256dh text NOT NULL,
  auth text NOT NULL,
  server_key text NOT NULL,
  created_at timestamptz(3) NOT NULL,
  CONSTRAINT push_subscriptions_pkey PRIMARY KEY (user_id, id),
  CONSTRAINT push_subscriptions_user_id_users_id_fk FOREIGN KEY (user_id) REFERENCES users (id) ON DELETE CASCADE
);
CREATE UNIQUE INDEX push_subscriptions_endpoint_key ON push_subscriptions (user_id, endpoint_hash);
CREATE INDEX push_subscriptions_endpoint_idx ON push_subscriptions (endpoint_hash);
--> statement-breakpoint
-- Support

CREATE TABLE support_messages (
  user_id uuid NOT NULL,
  id uuid PRIMARY KEY,
  name text NOT NULL,
  email text NOT NULL,
  category text NOT NULL,
  subject text NOT NULL,
  message text NOT NULL,
  created_at timestamptz(3) NOT NULL,
  request_key uuid,
  state text DEFAULT 'open' NOT NULL,
  since timestamptz(3),
  replied_at timestamptz(3),
  answered_by uuid,
  is_unread boolean DEFAULT false NOT NULL,
  CONSTRAINT support_messages_user_id_users_id_fk FOREIGN KEY (user_id) REFERENCES users (id) ON DELETE CASCADE
);
ALTER TABLE support_messages ADD CONSTRAINT support_messages_state_check CHECK (state IN ('open', 'answered')) NOT VALID;
CREATE UNIQUE INDEX support_messages_request_key_key ON support_messages (user_id, request_key);
CREATE INDEX support_messages_created_at_idx ON support_messages (user_id, created_at);
CREATE UNIQUE INDEX support_messages_owner_key ON support_messages (user_id, id);
CREATE INDEX support_messages_own_idx ON support_messages (user_id, (coalesce(replied_at, created_at)), id);
CREATE INDEX support_messages_unread_idx ON support_messages (user_id) WHERE is_unread;
CREATE INDEX support_messages_open_idx ON support_messages ((coalesce(since, created_at)), id) WHERE state = 'open';
CREATE INDEX support_messages_answered_idx ON support_messages ((coalesce(since, created_at)), id) WHERE state = 'answered';

CREATE TABLE support_replies (
  user_id uuid NOT NULL,
  id uuid NOT NULL,
  message_id uuid NOT NULL,
  author_id uuid NOT NULL,
  is_from_support boolean NOT NULL,
  text text NOT NULL,
  request_key uuid NOT NULL,
  created_at timestamptz(3) NOT NULL,
  CONSTRAINT support_replies_pkey PRIMARY KEY (user_id, id),
  CONSTRAINT support_replies_message_fkey FOREIGN KEY (user_id, message_id) REFERENCES support_messages (user_id, id) ON DELETE CASCADE
);
CREATE UNIQUE INDEX support_replies_request_key_key ON support_replies (user_id, author_id, request_key);
CREATE INDEX support_replies_message_idx ON support_replies (user_id, message_id, created_at, id);
CREATE INDEX support_replies_author_idx ON support_replies (author_id, created_at);
--> statement-breakpoint
-- API keys and webhooks

CREATE TABLE api_keys (
  id uuid PRIMARY KEY,
  user_id uuid NOT NULL,
  name text NOT NULL,
  scopes text[] NOT NULL,
  secret_hash bytea NOT NULL,
  last_four text NOT NULL,
  created_at timestamptz(3) NOT NULL,
  expires_at timestamptz(3),
  last_used_at timestamptz(3),
  revoked_at timestamptz(3),
  revoked_by uuid,
  suspension_reason text,
  day_paise bigint,
  day_commands integer,
  CONSTRAINT api_keys_secret_hash_key UNIQUE (secret_hash),
  CONSTRAINT api_keys_revoked_check CHECK ((revoked_at IS NULL) = (revoked_by IS NULL)),
  CONSTRAINT api_keys_user_id_users_id_fk FOREIGN KEY (user_id) REFERENCES users (id) ON DELETE CASCADE
);
CREATE INDEX api_keys_user_id_idx ON api_keys (user_id);

CREATE TABLE api_key_days (
  key_id uuid NOT NULL,
  day date NOT NULL,
  total_paise bigint NOT NULL,
  commands integer NOT NULL,
  CONSTRAINT api_key_days_pkey PRIMARY KEY (key_id, day),
  CONSTRAINT api_key_days_key_id_api_keys_id_fk FOREIGN KEY (key_id) REFERENCES api_keys (id) ON DELETE CASCADE
);

CREATE TABLE webhook_endpoints (
  id uuid PRIMARY KEY,
  url text NOT NULL,
  description text NOT NULL,
  event_types text[] NOT NULL,
  is_active boolean NOT NULL,
  secret text NOT NULL,
  previous_secret text,
  previous_secret_until timestamptz(3),
  failing_since timestamptz(3),
  stop_reason text,
  created_at timestamptz(3) NOT NULL,
  owner_id uuid
);

CREATE TABLE webhook_deliveries (
  endpoint_id uuid NOT NULL,
  id uuid NOT NULL,
  type text NOT NULL,
  body text NOT NULL,
  state text DEFAULT 'pending' NOT NULL,
  attempts integer DEFAULT 0 NOT NULL,
  next_at timestamptz(3),
  taken_until timestamptz(3),
  last_at timestamptz(3),
  last_ms integer,
  last_status integer,
  last_failure text,
  answer text,
  created_at timestamptz(3) NOT NULL,
  CONSTRAINT webhook_deliveries_pkey PRIMARY KEY (endpoint_id, id),
  CONSTRAINT webhook_deliveries_pending_check CHECK ((state = 'pending') = (next_at IS NOT NULL))
);
CREATE INDEX webhook_deliveries_pending_idx ON webhook_deliveries (endpoint_id, next_at) WHERE state = 'pending';
CREATE INDEX webhook_deliveries_created_at_idx ON webhook_deliveries (created_at);
--> statement-breakpoint
-- Bank statements

CREATE TABLE statement_accounts (
  id uuid PRIMARY KEY,
  name text NOT NULL,
  last_four text,
  is_active boolean DEFAULT true NOT NULL,
  created_at timestamptz(3) NOT NULL,
  CONSTRAINT statement_accounts_last_four_check CHECK (last_four ~ '^[0-9]{4}$')
);

CREATE TABLE deposit_accounts (
  id uuid PRIMARY KEY,
  account_holder_name text NOT NULL,
  account_number text NOT NULL,
  ifsc_code text NOT NULL,
  bank_name text NOT NULL,
  is_active boolean NOT NULL,
  digest_salt uuid NOT NULL,
  digest text NOT NULL,
  created_at timestamptz(3) NOT NULL,
  updated_at timestamptz(3) NOT NULL,
  CONSTRAINT deposit_accounts_ifsc_check CHECK (ifsc_code ~ '^[A-Z]{4}0[A-Z0-9]{6}$'),
  CONSTRAINT deposit_accounts_id_statement_accounts_id_fk FOREIGN KEY (id) REFERENCES statement_accounts (id)
);

CREATE TABLE statement_mappings (
  fingerprint text PRIMARY KEY,
  columns jsonb,
  signs text,
  date_order text,
  saved_by uuid NOT NULL,
  created_at timestamptz(3) NOT NULL
);

CREATE TABLE statement_imports (
  id uuid PRIMARY KEY,
  account_id uuid NOT NULL,
  imported_by uuid NOT NULL,
  created_at timestamptz(3) NOT NULL,
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
  undone_at timestamptz(3),
  undone_by uuid,
  matched_rows integer DEFAULT 0 NOT NULL,
  is_matched boolean DEFAULT false NOT NULL,
  confirmed_session_id uuid,
  layout text,
  matched_paise bigint DEFAULT 0 NOT NULL,
  CONSTRAINT statement_imports_undone_check CHECK ((undone_at IS NULL) = (undone_by IS NULL)),
  CONSTRAINT statement_imports_account_id_statement_accounts_id_fk FOREIGN KEY (account_id) REFERENCES statement_accounts (id)
);
CREATE INDEX statement_imports_unmatched_idx ON statement_imports (created_at, id) WHERE NOT is_matched AND undone_at IS NULL;
CREATE INDEX statement_imports_newest_idx ON statement_imports (created_at, id);
CREATE INDEX statement_imports_account_idx ON statement_imports (account_id, created_at);

CREATE TABLE statement_lines (
  id uuid PRIMARY KEY,
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
  CONSTRAINT statement_lines_paise_check CHECK (paise <> 0),
  CONSTRAINT statement_lines_claimed_check CHECK (claimed_paise = 0 OR claimed_paise BETWEEN 1 AND paise),
  CONSTRAINT statement_lines_account_id_statement_accounts_id_fk FOREIGN KEY (account_id) REFERENCES statement_accounts (id),
  CONSTRAINT statement_lines_import_id_statement_imports_id_fk FOREIGN KEY (import_id) REFERENCES statement_imports (id)
);
CREATE UNIQUE INDEX statement_lines_key ON statement_lines (account_id, line_key);
CREATE INDEX statement_lines_import_amount_idx ON statement_lines (import_id, abs(paise));
CREATE INDEX statement_lines_newest_idx ON statement_lines (booked_on, id);
CREATE INDEX statement_lines_utr_idx ON statement_lines (utr);
CREATE INDEX statement_lines_reference_idx ON statement_lines (our_reference);
CREATE INDEX statement_lines_unclaimed_idx ON statement_lines (booked_on, id) WHERE paise > claimed_paise;
CREATE INDEX statement_lines_utrs_idx ON statement_lines USING gin (string_to_array(utrs, ' ')) WITH (fastupdate = off);
CREATE INDEX statement_lines_free_idx ON statement_lines ((paise - claimed_paise), booked_on) WHERE paise > claimed_paise;

CREATE TABLE statement_line_keys (
  account_id uuid NOT NULL,
  line_key text NOT NULL,
  line_id uuid NOT NULL,
  import_id uuid NOT NULL,
  CONSTRAINT statement_line_keys_pkey PRIMARY KEY (account_id, line_key),
  CONSTRAINT statement_line_keys_line_id_statement_lines_id_fk FOREIGN KEY (line_id) REFERENCES statement_lines (id) ON DELETE CASCADE,
  CONSTRAINT statement_line_keys_import_id_statement_imports_id_fk FOREIGN KEY (import_id) REFERENCES statement_imports (id)
);
CREATE INDEX statement_line_keys_line_idx ON statement_line_keys (line_id);
CREATE INDEX statement_line_keys_import_idx ON statement_line_keys (import_id);

CREATE TABLE statement_findings (
  line_id uuid PRIMARY KEY,
  state text NOT NULL,
  request_ids uuid[] NOT NULL,
  created_at timestamptz(3) NOT NULL,
  CONSTRAINT statement_findings_line_id_statement_lines_id_fk FOREIGN KEY (line_id) REFERENCES statement_lines (id) ON DELETE CASCADE
);
CREATE INDEX statement_findings_requests_idx ON statement_findings USING gin (request_ids) WITH (fastupdate = off);

CREATE TABLE matched_requests (
  request_id uuid PRIMARY KEY,
  version integer NOT NULL
);

CREATE TABLE statement_matches (
  id uuid PRIMARY KEY,
  line_id uuid NOT NULL,
  account_id uuid NOT NULL,
  request_id uuid,
  kind text NOT NULL,
  paise bigint NOT NULL,
  grade text NOT NULL,
  reason text NOT NULL,
  note text,
  state text NOT NULL,
  created_at timestamptz(3) NOT NULL,
  created_by uuid,
  chosen_by uuid,
  accepted_at timestamptz(3),
  accepted_by uuid,
  ended_at timestamptz(3),
  ended_by uuid,
  not_automatic text,
  CONSTRAINT statement_matches_paise_check CHECK (paise > 0),
  CONSTRAINT statement_matches_kind_check CHECK ((kind = 'deposit') = (request_id IS NOT NULL) AND (kind = 'not_ours') = (note IS NOT NULL)),
  CONSTRAINT statement_matches_account_id_statement_accounts_id_fk FOREIGN KEY (account_id) REFERENCES statement_accounts (id)
);
ALTER TABLE statement_matches ADD CONSTRAINT statement_matches_state_check CHECK ((state = 'undone') = (ended_at IS NOT NULL) AND (state <> 'accepted' OR accepted_at IS NOT NULL)
  AND (accepted_by IS NULL OR accepted_at IS NOT NULL)) NOT VALID;
CREATE UNIQUE INDEX statement_matches_pair_key ON statement_matches (line_id, request_id) WHERE state <> 'undone';
CREATE UNIQUE INDEX statement_matches_not_ours_key ON statement_matches (line_id) WHERE kind = 'not_ours' AND state <> 'undone';
CREATE INDEX statement_matches_line_idx ON statement_matches (line_id);
CREATE INDEX statement_matches_request_idx ON statement_matches (request_id);
CREATE INDEX statement_matches_newest_idx ON statement_matches (state, created_at, id);
CREATE INDEX statement_matches_automatic_idx ON statement_matches (created_at, id) WHERE state = 'proposed' AND grade = 'certain' AND not_automatic IS NULL;
CREATE INDEX statement_matches_accepted_idx ON statement_matches (accepted_at) WHERE accepted_at IS NOT NULL AND accepted_by IS NULL;

CREATE TRIGGER statement_matches_kept BEFORE DELETE OR TRUNCATE ON statement_matches
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- What was matched with what is final. An accepted match can only be undone.
CREATE FUNCTION refuse_match_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'match % is %', OLD.id, OLD.state USING ERRCODE = 'insufficient_privilege';
END $$;

CREATE TRIGGER statement_matches_final BEFORE UPDATE ON statement_matches
  FOR EACH ROW WHEN (
    OLD.state = 'undone' OR (OLD.state = 'accepted' AND NEW.state <> 'undone') OR
    OLD.id IS DISTINCT FROM NEW.id OR OLD.line_id IS DISTINCT FROM NEW.line_id OR
    OLD.account_id IS DISTINCT FROM NEW.account_id OR OLD.request_id IS DISTINCT FROM NEW.request_id OR
    OLD.kind IS DISTINCT FROM NEW.kind OR OLD.created_at IS DISTINCT FROM NEW.created_at OR
    OLD.created_by IS DISTINCT FROM NEW.created_by OR
    (OLD.state = 'accepted' AND (OLD.paise IS DISTINCT FROM NEW.paise OR
      OLD.accepted_at IS DISTINCT FROM NEW.accepted_at OR OLD.accepted_by IS DISTINCT FROM NEW.accepted_by))
  ) EXECUTE FUNCTION refuse_match_change();

CREATE TABLE statement_entries (
  id bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY,
  account_id uuid NOT NULL,
  line_id uuid NOT NULL,
  match_id uuid,
  account text NOT NULL,
  amount_paise bigint NOT NULL,
  created_at timestamptz(3) NOT NULL,
  CONSTRAINT statement_entries_amount_check CHECK (amount_paise <> 0),
  CONSTRAINT statement_entries_account_check CHECK (account IN ('bank', 'unclaimed', 'matched', 'not_ours', 'paid_out')),
  CONSTRAINT statement_entries_account_id_statement_accounts_id_fk FOREIGN KEY (account_id) REFERENCES statement_accounts (id)
);
CREATE INDEX statement_entries_line_idx ON statement_entries (line_id);

CREATE TRIGGER statement_entries_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON statement_entries
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

REVOKE UPDATE, DELETE, TRUNCATE ON statement_entries FROM PUBLIC;

-- As mark_event_writer: writers mark themselves before their first entry gets a number.
CREATE FUNCTION mark_entry_writer() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_advisory_xact_lock_shared(
    (7263::bigint << 48) | (CASE WHEN is_called THEN last_value ELSE last_value - 1 END)) FROM statement_entries_id_seq;
  RETURN NULL;
END $$;

CREATE TRIGGER statement_entries_mark_writer BEFORE INSERT ON statement_entries
  FOR EACH STATEMENT EXECUTE FUNCTION mark_entry_writer();

CREATE TABLE statement_balances (
  account_id uuid NOT NULL,
  account text NOT NULL,
  amount_paise numeric NOT NULL,
  CONSTRAINT statement_balances_pkey PRIMARY KEY (account_id, account),
  CONSTRAINT statement_balances_account_id_statement_accounts_id_fk FOREIGN KEY (account_id) REFERENCES statement_accounts (id)
);

-- The database posts the lines of a statement itself.
CREATE FUNCTION post_inserted_lines() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO statement_entries (account_id, line_id, account, amount_paise, created_at)
    SELECT l.account_id, l.id, e.account, e.amount_paise, clock_timestamp() FROM new_rows l
    CROSS JOIN LATERAL (VALUES ('bank', l.paise),
      (CASE WHEN l.paise > 0 THEN 'unclaimed' ELSE 'paid_out' END, -l.paise)) AS e (account, amount_paise);
  RETURN NULL;
END $$;

CREATE FUNCTION post_deleted_lines() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO statement_entries (account_id, line_id, match_id, account, amount_paise, created_at)
    SELECT e.account_id, e.line_id, e.match_id, e.account, -sum(e.amount_paise), clock_timestamp()
    FROM statement_entries e JOIN old_rows l ON l.id = e.line_id
    GROUP BY e.account_id, e.line_id, e.match_id, e.account HAVING sum(e.amount_paise) <> 0;
  RETURN NULL;
END $$;

CREATE TRIGGER statement_lines_post_insert AFTER INSERT ON statement_lines
  REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION post_inserted_lines();

CREATE TRIGGER statement_lines_post_delete AFTER DELETE ON statement_lines
  REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION post_deleted_lines();
