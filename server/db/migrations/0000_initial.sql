CREATE EXTENSION IF NOT EXISTS citext;--> statement-breakpoint
CREATE TABLE "ad_banners" (
	"id" uuid PRIMARY KEY NOT NULL,
	"title" text NOT NULL,
	"description" text,
	"image_url" text NOT NULL,
	"link_url" text,
	"is_active" boolean DEFAULT true NOT NULL,
	"display_order" integer NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "audit_chains" (
	"chain_id" text PRIMARY KEY NOT NULL,
	"seq" bigint NOT NULL,
	"hash" "bytea" NOT NULL
);
--> statement-breakpoint
CREATE TABLE "audit_log" (
	"chain_id" text NOT NULL,
	"seq" bigint NOT NULL,
	"id" uuid NOT NULL,
	"actor_id" uuid,
	"action" text NOT NULL,
	"entity" text NOT NULL,
	"entity_id" text NOT NULL,
	"before" jsonb,
	"after" jsonb,
	"ip" text,
	"created_at" timestamp (3) with time zone NOT NULL,
	"previous_hash" "bytea" NOT NULL,
	"hash" "bytea" NOT NULL,
	CONSTRAINT "audit_log_pkey" PRIMARY KEY("chain_id","seq")
);
--> statement-breakpoint
CREATE TABLE "bank_accounts" (
	"user_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"account_holder_name" text NOT NULL,
	"account_number" text NOT NULL,
	"bank_name" text NOT NULL,
	"ifsc_code" text,
	"is_default" boolean DEFAULT false NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"deleted_at" timestamp (3) with time zone,
	CONSTRAINT "bank_accounts_pkey" PRIMARY KEY("user_id","id"),
	CONSTRAINT "bank_accounts_number_check" CHECK (length("bank_accounts"."account_number") >= 5)
);
--> statement-breakpoint
CREATE TABLE "banks" (
	"id" uuid PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"code" text NOT NULL,
	"is_active" boolean DEFAULT true NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "carousel_settings" (
	"id" integer PRIMARY KEY DEFAULT 1 NOT NULL,
	"slide_duration" integer NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "carousel_settings_single_check" CHECK ("carousel_settings"."id" = 1),
	CONSTRAINT "carousel_settings_duration_check" CHECK ("carousel_settings"."slide_duration" BETWEEN 5 AND 60)
);
--> statement-breakpoint
CREATE TABLE "daily_nets" (
	"user_id" uuid NOT NULL,
	"day" date NOT NULL,
	"net_paise" bigint NOT NULL,
	CONSTRAINT "daily_nets_pkey" PRIMARY KEY("user_id","day")
);
--> statement-breakpoint
CREATE TABLE "events" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "events_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"xid" "xid8" DEFAULT pg_current_xact_id() NOT NULL,
	"user_id" uuid,
	"for_admins" boolean NOT NULL,
	"for_everyone" boolean DEFAULT false NOT NULL,
	"payload" jsonb NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "files" (
	"id" uuid PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"user_id" uuid,
	"storage_key" text NOT NULL,
	"content_type" text NOT NULL,
	"byte_size" integer NOT NULL,
	"width" integer NOT NULL,
	"height" integer NOT NULL,
	"sha256" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "files_kind_check" CHECK ("files"."kind" IN ('receipts', 'qr-codes', 'avatars', 'banner-images'))
);
--> statement-breakpoint
CREATE TABLE "ledger_entries" (
	"user_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"transaction_id" uuid NOT NULL,
	"account" text NOT NULL,
	"amount_paise" bigint NOT NULL,
	"seq" bigint,
	"balance_after_paise" bigint,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "ledger_entries_pkey" PRIMARY KEY("user_id","id"),
	CONSTRAINT "ledger_entries_account_check" CHECK ("ledger_entries"."account" IN ('wallet', 'house')),
	CONSTRAINT "ledger_entries_amount_check" CHECK ("ledger_entries"."amount_paise" <> 0),
	CONSTRAINT "ledger_entries_wallet_check" CHECK (("ledger_entries"."account" = 'wallet') = ("ledger_entries"."seq" IS NOT NULL AND "ledger_entries"."balance_after_paise" IS NOT NULL)),
	CONSTRAINT "ledger_entries_balance_check" CHECK ("ledger_entries"."balance_after_paise" >= 0)
);
--> statement-breakpoint
CREATE TABLE "login_throttles" (
	"key" text PRIMARY KEY NOT NULL,
	"failures" integer NOT NULL,
	"window_started_at" timestamp (3) with time zone NOT NULL,
	"blocked_until" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "notifications" (
	"user_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"title" text NOT NULL,
	"message" text NOT NULL,
	"title_key" text,
	"message_key" text,
	"params" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"type" text DEFAULT 'other' NOT NULL,
	"category" text DEFAULT 'system' NOT NULL,
	"read" boolean DEFAULT false NOT NULL,
	"data" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "notifications_pkey" PRIMARY KEY("user_id","id")
);
--> statement-breakpoint
CREATE TABLE "qr_codes" (
	"id" uuid PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"description" text,
	"qr_image_url" text NOT NULL,
	"is_active" boolean DEFAULT true NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "qr_codes_name_check" CHECK (length(trim("qr_codes"."name")) > 0)
);
--> statement-breakpoint
CREATE TABLE "sessions" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"token_hash" "bytea" NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"last_seen_at" timestamp (3) with time zone NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"ended_at" timestamp (3) with time zone,
	"ended_reason" text,
	"ip" text,
	"user_agent" text,
	CONSTRAINT "sessions_token_hash_key" UNIQUE("token_hash")
);
--> statement-breakpoint
CREATE TABLE "site_urls" (
	"id" uuid PRIMARY KEY NOT NULL,
	"title" text NOT NULL,
	"url" text NOT NULL,
	"description" text,
	"display_order" integer DEFAULT 0 NOT NULL,
	"is_active" boolean DEFAULT true NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "site_urls_url_check" CHECK ("site_urls"."url" ~* '^https?://'),
	CONSTRAINT "site_urls_order_check" CHECK ("site_urls"."display_order" >= 0)
);
--> statement-breakpoint
CREATE TABLE "sources" (
	"id" uuid PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"description" text,
	"is_active" boolean DEFAULT true NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "support_messages" (
	"user_id" uuid NOT NULL,
	"id" uuid PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"email" text NOT NULL,
	"category" text NOT NULL,
	"subject" text NOT NULL,
	"message" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "transaction_total_deltas" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "transaction_total_deltas_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"type" text NOT NULL,
	"status" text NOT NULL,
	"count" bigint NOT NULL,
	"amount_paise" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "transaction_totals" (
	"type" text NOT NULL,
	"status" text NOT NULL,
	"count" bigint NOT NULL,
	"amount_paise" bigint NOT NULL,
	CONSTRAINT "transaction_totals_pkey" PRIMARY KEY("type","status")
);
--> statement-breakpoint
CREATE TABLE "transactions" (
	"user_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"type" text NOT NULL,
	"kind" text DEFAULT 'request' NOT NULL,
	"amount_paise" bigint NOT NULL,
	"status" text DEFAULT 'pending' NOT NULL,
	"payment_method" text DEFAULT 'UPI',
	"reference_id" text NOT NULL,
	"bank_account_id" uuid,
	"beneficiary" jsonb,
	"receipt_url" text,
	"permanent_receipt_url" text,
	"qr_code_id" uuid,
	"source_id" uuid,
	"user_notes" text,
	"admin_notes" text,
	"request_key" uuid,
	"decision_key" uuid,
	"decided_by" uuid,
	"decided_at" timestamp (3) with time zone,
	"approved_by" uuid,
	"approved_at" timestamp (3) with time zone,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "transactions_pkey" PRIMARY KEY("user_id","id"),
	CONSTRAINT "transactions_reference_key" UNIQUE("reference_id"),
	CONSTRAINT "transactions_type_check" CHECK ("transactions"."type" IN ('deposit', 'withdrawal')),
	CONSTRAINT "transactions_kind_check" CHECK ("transactions"."kind" IN ('request', 'adjustment', 'closure')),
	CONSTRAINT "transactions_status_check" CHECK ("transactions"."status" IN ('pending', 'approved', 'rejected')),
	CONSTRAINT "transactions_amount_check" CHECK ("transactions"."amount_paise" > 0 AND "transactions"."amount_paise" <= 9007199254740991),
	CONSTRAINT "transactions_minimum_check" CHECK ("transactions"."kind" <> 'request' OR "transactions"."type" <> 'withdrawal' OR "transactions"."amount_paise" >= 1000),
	CONSTRAINT "transactions_decided_check" CHECK (("transactions"."status" = 'pending') = ("transactions"."decided_at" IS NULL) AND ("transactions"."status" = 'approved') = ("transactions"."approved_at" IS NOT NULL)),
	CONSTRAINT "transactions_receipt_check" CHECK ("transactions"."kind" <> 'request' OR "transactions"."type" <> 'deposit' OR "transactions"."permanent_receipt_url" IS NOT NULL OR "transactions"."receipt_url" IS NOT NULL),
	CONSTRAINT "transactions_beneficiary_check" CHECK ("transactions"."kind" <> 'request' OR "transactions"."type" <> 'withdrawal' OR "transactions"."beneficiary" IS NOT NULL)
);
--> statement-breakpoint
CREATE TABLE "user_profiles" (
	"user_id" uuid PRIMARY KEY NOT NULL,
	"first_name" text,
	"last_name" text,
	"email" text,
	"phone" text,
	"address" text,
	"city" text,
	"country" text,
	"avatar_url" text,
	"updated_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "users" (
	"id" uuid PRIMARY KEY NOT NULL,
	"username" "citext" NOT NULL,
	"password_hash" text NOT NULL,
	"role" text DEFAULT 'user' NOT NULL,
	"status" text DEFAULT 'active' NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "users_username_key" UNIQUE("username"),
	CONSTRAINT "users_role_check" CHECK ("users"."role" IN ('user', 'admin')),
	CONSTRAINT "users_status_check" CHECK ("users"."status" IN ('active', 'inactive')),
	CONSTRAINT "users_username_check" CHECK (length("users"."username"::text) >= 3)
);
--> statement-breakpoint
CREATE TABLE "wallet_balances" (
	"user_id" uuid PRIMARY KEY NOT NULL,
	"balance_paise" bigint DEFAULT 0 NOT NULL,
	"held_paise" bigint DEFAULT 0 NOT NULL,
	"seq" bigint DEFAULT 0 NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "wallet_balances_held_check" CHECK (0 <= "wallet_balances"."held_paise" AND "wallet_balances"."held_paise" <= "wallet_balances"."balance_paise"),
	CONSTRAINT "wallet_balances_range_check" CHECK ("wallet_balances"."balance_paise" <= 9007199254740991)
);
--> statement-breakpoint
ALTER TABLE "bank_accounts" ADD CONSTRAINT "bank_accounts_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notifications" ADD CONSTRAINT "notifications_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "support_messages" ADD CONSTRAINT "support_messages_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "transactions" ADD CONSTRAINT "transactions_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "transactions" ADD CONSTRAINT "transactions_qr_code_id_qr_codes_id_fk" FOREIGN KEY ("qr_code_id") REFERENCES "public"."qr_codes"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "transactions" ADD CONSTRAINT "transactions_source_id_sources_id_fk" FOREIGN KEY ("source_id") REFERENCES "public"."sources"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "transactions" ADD CONSTRAINT "transactions_bank_account_fkey" FOREIGN KEY ("user_id","bank_account_id") REFERENCES "public"."bank_accounts"("user_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "user_profiles" ADD CONSTRAINT "user_profiles_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "audit_log_created_at_idx" ON "audit_log" USING btree ("created_at","id");--> statement-breakpoint
CREATE UNIQUE INDEX "bank_accounts_one_default_key" ON "bank_accounts" USING btree ("user_id") WHERE "bank_accounts"."is_default" AND "bank_accounts"."deleted_at" IS NULL;--> statement-breakpoint
CREATE INDEX "bank_accounts_created_at_idx" ON "bank_accounts" USING btree ("user_id","created_at","id");--> statement-breakpoint
CREATE INDEX "events_xid_idx" ON "events" USING btree ("xid","id");--> statement-breakpoint
CREATE INDEX "events_created_at_idx" ON "events" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "files_user_id_idx" ON "files" USING btree ("user_id","kind");--> statement-breakpoint
CREATE UNIQUE INDEX "ledger_entries_wallet_seq_key" ON "ledger_entries" USING btree ("user_id","seq") WHERE "ledger_entries"."account" = 'wallet';--> statement-breakpoint
CREATE UNIQUE INDEX "ledger_entries_posting_key" ON "ledger_entries" USING btree ("user_id","transaction_id","account");--> statement-breakpoint
CREATE INDEX "login_throttles_window_idx" ON "login_throttles" USING btree ("window_started_at");--> statement-breakpoint
CREATE INDEX "notifications_created_at_idx" ON "notifications" USING btree ("user_id","created_at","id");--> statement-breakpoint
CREATE INDEX "notifications_unread_idx" ON "notifications" USING btree ("user_id") WHERE NOT "notifications"."read";--> statement-breakpoint
CREATE INDEX "sessions_user_id_idx" ON "sessions" USING btree ("user_id") WHERE "sessions"."ended_at" IS NULL;--> statement-breakpoint
CREATE INDEX "sessions_expires_at_idx" ON "sessions" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "transactions_id_idx" ON "transactions" USING btree ("id");--> statement-breakpoint
CREATE UNIQUE INDEX "transactions_request_key_key" ON "transactions" USING btree ("user_id","request_key");--> statement-breakpoint
CREATE INDEX "transactions_user_created_at_idx" ON "transactions" USING btree ("user_id","created_at","id");--> statement-breakpoint
CREATE INDEX "transactions_pending_idx" ON "transactions" USING btree ("type","created_at","id") WHERE "transactions"."status" = 'pending';--> statement-breakpoint
CREATE INDEX "transactions_history_idx" ON "transactions" USING btree ("type","created_at","id") WHERE "transactions"."status" <> 'pending';--> statement-breakpoint
CREATE INDEX "users_created_at_idx" ON "users" USING btree ("created_at","id");