CREATE TABLE "users" (
	"id" uuid PRIMARY KEY NOT NULL,
	"email" text NOT NULL,
	"full_name" text,
	"time_zone" text,
	"bank_linked" boolean DEFAULT false NOT NULL,
	"friends_added" boolean DEFAULT false NOT NULL,
	"signup_completed" boolean DEFAULT false NOT NULL,
	"count_fixed_bills" boolean DEFAULT false NOT NULL,
	"monthly_savings_goal_cents" bigint DEFAULT 0 NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"is_on_board" boolean DEFAULT true NOT NULL,
	"next_week_close_at" timestamp with time zone DEFAULT 'epoch' NOT NULL,
	"notification_kinds" text[] DEFAULT '{}' NOT NULL,
	"sessions_ended_at" timestamp with time zone,
	"board_view" text DEFAULT 'ranks' NOT NULL,
	"has_chosen_notifications" boolean DEFAULT false NOT NULL,
	"is_email_confirmed" boolean DEFAULT false NOT NULL,
	"wants_recap_mail" boolean DEFAULT false NOT NULL,
	"recap_mailed_week" date,
	"may_have_bill" boolean DEFAULT false NOT NULL
);
--> statement-breakpoint
CREATE UNLOGGED TABLE "rate_limits" (
	"key" text PRIMARY KEY NOT NULL,
	"points" integer DEFAULT 0 NOT NULL,
	"expire" bigint
);
--> statement-breakpoint
CREATE TABLE "job_starts" (
	"queue" text NOT NULL,
	"job_id" uuid NOT NULL,
	"starts" integer NOT NULL,
	CONSTRAINT "job_starts_queue_job_id_pk" PRIMARY KEY("queue","job_id")
);
--> statement-breakpoint
CREATE TABLE "account_twins" (
	"user_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"older_account_id" uuid NOT NULL,
	"younger_account_id" uuid NOT NULL,
	"choice" text,
	"noticed_at" timestamp with time zone NOT NULL,
	CONSTRAINT "account_twins_user_id_id_pk" PRIMARY KEY("user_id","id"),
	CONSTRAINT "account_twins_user_id_older_account_id_younger_account_id_unique" UNIQUE("user_id","older_account_id","younger_account_id")
);
--> statement-breakpoint
CREATE TABLE "bank_accounts" (
	"user_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"connection_id" uuid,
	"provider" text NOT NULL,
	"provider_account_id" text NOT NULL,
	"institution_id" text,
	"institution_name" text NOT NULL,
	"name" text NOT NULL,
	"type" text NOT NULL,
	"subtype" text,
	"mask" text,
	"current_cents" bigint,
	"available_cents" bigint,
	"currency" text,
	"has_old_history" boolean DEFAULT false NOT NULL,
	"reported_at" timestamp with time zone,
	"replaced_at" timestamp with time zone,
	CONSTRAINT "bank_accounts_user_id_id_pk" PRIMARY KEY("user_id","id"),
	CONSTRAINT "bank_accounts_user_id_provider_provider_account_id_unique" UNIQUE("user_id","provider","provider_account_id")
);
--> statement-breakpoint
CREATE TABLE "bank_consents" (
	"user_id" uuid NOT NULL,
	"notice_day" date NOT NULL,
	"given_at" timestamp with time zone NOT NULL,
	CONSTRAINT "bank_consents_user_id_notice_day_pk" PRIMARY KEY("user_id","notice_day")
);
--> statement-breakpoint
CREATE TABLE "connections" (
	"user_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"provider" text NOT NULL,
	"provider_connection_id" text NOT NULL,
	"institution_id" text,
	"institution_name" text NOT NULL,
	"access_token" "bytea" NOT NULL,
	"access_token_key_id" text NOT NULL,
	"cursor" text,
	"status" text DEFAULT 'healthy' NOT NULL,
	"error_code" text,
	"last_synced_at" timestamp with time zone,
	"lease_owner" uuid,
	"lease_expires_at" timestamp with time zone,
	"created_at" timestamp with time zone NOT NULL,
	"next_sync_at" timestamp with time zone,
	"failures" integer DEFAULT 0 NOT NULL,
	"one_time_token_hash" "bytea",
	"problems" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"unfinished_syncs" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "connections_user_id_id_pk" PRIMARY KEY("user_id","id"),
	CONSTRAINT "connections_user_id_provider_provider_connection_id_unique" UNIQUE("user_id","provider","provider_connection_id")
);
--> statement-breakpoint
CREATE TABLE "link_sessions" (
	"user_id" uuid NOT NULL,
	"state_hash" "bytea" NOT NULL,
	"provider" text NOT NULL,
	"provider_session_id" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"claimed_until" timestamp with time zone,
	"completed_at" timestamp with time zone,
	"institution_name" text,
	"token_results" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"connection_id" uuid,
	CONSTRAINT "link_sessions_user_id_state_hash_pk" PRIMARY KEY("user_id","state_hash")
);
--> statement-breakpoint
CREATE TABLE "provider_links" (
	"provider" text PRIMARY KEY NOT NULL,
	"used" integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE "provider_requests" (
	"access_hash" "bytea" PRIMARY KEY NOT NULL,
	"requested_at" timestamp with time zone[] NOT NULL
);
--> statement-breakpoint
CREATE TABLE "sync_runs" (
	"user_id" uuid NOT NULL,
	"connection_id" uuid NOT NULL,
	"id" bigint GENERATED ALWAYS AS IDENTITY (sequence name "sync_runs_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"stage" text NOT NULL,
	"requested_at" timestamp with time zone NOT NULL,
	"finished_at" timestamp with time zone,
	"imported" integer DEFAULT 0 NOT NULL,
	"error_code" text,
	"added_before" integer,
	CONSTRAINT "sync_runs_user_id_connection_id_id_pk" PRIMARY KEY("user_id","connection_id","id")
);
--> statement-breakpoint
CREATE TABLE "budget_changes" (
	"user_id" uuid NOT NULL,
	"day" date NOT NULL,
	"budget_cents" bigint NOT NULL,
	"lowest_cents" bigint,
	CONSTRAINT "budget_changes_user_id_day_pk" PRIMARY KEY("user_id","day")
);
--> statement-breakpoint
CREATE TABLE "expense_imports" (
	"user_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"file_name" text NOT NULL,
	"rows" integer NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"undone_at" timestamp with time zone,
	CONSTRAINT "expense_imports_user_id_id_pk" PRIMARY KEY("user_id","id")
);
--> statement-breakpoint
CREATE TABLE "import_layouts" (
	"user_id" uuid NOT NULL,
	"file_kind" text NOT NULL,
	"layout" jsonb NOT NULL,
	"used_at" timestamp with time zone NOT NULL,
	CONSTRAINT "import_layouts_user_id_file_kind_pk" PRIMARY KEY("user_id","file_kind")
);
--> statement-breakpoint
CREATE TABLE "monthly_merchants" (
	"user_id" uuid NOT NULL,
	"merchant_key" text NOT NULL,
	"is_monthly" boolean NOT NULL,
	CONSTRAINT "monthly_merchants_user_id_merchant_key_pk" PRIMARY KEY("user_id","merchant_key")
);
--> statement-breakpoint
CREATE TABLE "recurring_series" (
	"user_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"name" text NOT NULL,
	"amount_cents" bigint NOT NULL,
	"category" text NOT NULL,
	"day_of_month" integer NOT NULL,
	"counted_by_hand" boolean,
	"next_on" date NOT NULL,
	"ended_at" timestamp with time zone,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "recurring_series_user_id_id_pk" PRIMARY KEY("user_id","id"),
	CONSTRAINT "recurring_series_day_of_month" CHECK (day_of_month between 1 and 31)
);
--> statement-breakpoint
CREATE TABLE "rules" (
	"user_id" uuid NOT NULL,
	"merchant_key" text NOT NULL,
	"merchant" text NOT NULL,
	"name" text,
	"category" text,
	"is_counted" boolean,
	CONSTRAINT "rules_user_id_merchant_key_pk" PRIMARY KEY("user_id","merchant_key"),
	CONSTRAINT "rules_do_something" CHECK (num_nonnulls(name, category, is_counted) > 0)
);
--> statement-breakpoint
CREATE TABLE "blocks" (
	"user_id" uuid NOT NULL,
	"blocked_id" uuid NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "blocks_user_id_blocked_id_pk" PRIMARY KEY("user_id","blocked_id")
);
--> statement-breakpoint
CREATE TABLE "friend_invites" (
	"user_id" uuid PRIMARY KEY NOT NULL,
	"code" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"sign_ups" integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "friendships" (
	"user_id" uuid NOT NULL,
	"friend_id" uuid NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "friendships_user_id_friend_id_pk" PRIMARY KEY("user_id","friend_id")
);
--> statement-breakpoint
CREATE TABLE "identities" (
	"issuer" text NOT NULL,
	"subject" text NOT NULL,
	"user_id" uuid NOT NULL,
	CONSTRAINT "identities_issuer_subject_pk" PRIMARY KEY("issuer","subject")
);
--> statement-breakpoint
CREATE TABLE "login_attempts" (
	"token_hash" "bytea" PRIMARY KEY NOT NULL,
	"state" text NOT NULL,
	"nonce" text NOT NULL,
	"code_verifier" text NOT NULL,
	"return_to" text NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"user_id" uuid,
	"invite_hash" "bytea"
);
--> statement-breakpoint
CREATE TABLE "sessions" (
	"user_id" uuid NOT NULL,
	"token_hash" "bytea" NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"last_seen_at" timestamp with time zone NOT NULL,
	"user_agent" text NOT NULL,
	"id_token" text,
	"authenticated_at" timestamp with time zone,
	CONSTRAINT "sessions_user_id_token_hash_pk" PRIMARY KEY("user_id","token_hash")
);
--> statement-breakpoint
CREATE TABLE "weekly_results" (
	"user_id" uuid NOT NULL,
	"week_start" date NOT NULL,
	"budget_cents" bigint NOT NULL,
	"spent_cents" bigint NOT NULL,
	"ranked_cents" bigint NOT NULL,
	"was_active" boolean NOT NULL,
	"closed_at" timestamp with time zone NOT NULL,
	"corrected_at" timestamp with time zone,
	"seen_at" timestamp with time zone,
	"highlight" jsonb,
	-- A board reads ten closed weeks of each friend: in the key they lie side by side, and its columns spare reading the table.
	CONSTRAINT "weekly_results_user_id_week_start_pk" PRIMARY KEY("user_id","week_start")
		INCLUDE ("budget_cents", "spent_cents", "ranked_cents", "was_active", "corrected_at", "seen_at")
);
--> statement-breakpoint
CREATE TABLE "bank_transactions" (
	"user_id" uuid NOT NULL,
	"id" bigint GENERATED ALWAYS AS IDENTITY (sequence name "bank_transactions_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"account_id" uuid NOT NULL,
	"connection_id" uuid NOT NULL,
	"transaction_id" text NOT NULL,
	"amount_cents" bigint NOT NULL,
	"currency" text NOT NULL,
	"day" date NOT NULL,
	"posted_on" date NOT NULL,
	"authorized_on" date,
	"name" text NOT NULL,
	"merchant_name" text,
	"merchant_key" text NOT NULL,
	"is_pending" boolean NOT NULL,
	"reported_category" text,
	"kind" text NOT NULL,
	"expense_category" text NOT NULL,
	"removed_at" timestamp with time zone,
	"is_matched_by_hand" boolean DEFAULT false NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"dismissed_at" timestamp with time zone,
	"is_held" boolean DEFAULT false NOT NULL,
	CONSTRAINT "bank_transactions_user_id_id_pk" PRIMARY KEY("user_id","id"),
	CONSTRAINT "bank_transactions_user_id_account_id_transaction_id_unique" UNIQUE("user_id","account_id","transaction_id")
);
--> statement-breakpoint
CREATE TABLE "expenses" (
	"user_id" uuid NOT NULL,
	"id" bigint GENERATED ALWAYS AS IDENTITY (sequence name "expenses_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"bank_transaction_id" bigint,
	"name" text NOT NULL,
	"amount_cents" bigint NOT NULL,
	"currency" text DEFAULT 'USD' NOT NULL,
	"day" date NOT NULL,
	"week_start" date GENERATED ALWAYS AS (day - (extract(isodow from day)::integer - 1)) STORED NOT NULL,
	"category" text NOT NULL,
	"type" text DEFAULT 'one-time' NOT NULL,
	"day_of_month" integer,
	"is_paid" boolean DEFAULT false NOT NULL,
	"is_pending" boolean DEFAULT false NOT NULL,
	"kind" text DEFAULT 'spending' NOT NULL,
	"counts_by_kind" boolean DEFAULT true NOT NULL,
	"counted_by_hand" boolean,
	"bank_amount_cents" bigint,
	"refunded_cents" bigint DEFAULT 0 NOT NULL,
	"edited_fields" text[] DEFAULT '{}' NOT NULL,
	"deleted_at" timestamp with time zone,
	"withdrawn_at" timestamp with time zone,
	"created_at" timestamp with time zone NOT NULL,
	"cost_cents" bigint GENERATED ALWAYS AS (greatest(0, abs(amount_cents) - refunded_cents)) STORED NOT NULL,
	"series_id" uuid,
	"series_month" date,
	"request_id" uuid,
	"merged_into_id" bigint,
	"fields_from_manual" text[],
	"import_id" uuid,
	"import_ref" "bytea",
	"is_upcoming" boolean DEFAULT false NOT NULL,
	"is_counted" boolean GENERATED ALWAYS AS (not (deleted_at is not null or withdrawn_at is not null or merged_into_id is not null or is_upcoming) and coalesce(counted_by_hand, counts_by_kind) and currency = 'USD') STORED NOT NULL,
	"ranked_cents" bigint GENERATED ALWAYS AS (case when withdrawn_at is not null or merged_into_id is not null or is_upcoming or not (currency = 'USD') or (bank_transaction_id is null and deleted_at is not null) then 0 when counts_by_kind then greatest(greatest(0, coalesce(bank_amount_cents, 0) - refunded_cents), greatest(0, abs(amount_cents) - refunded_cents)) when counted_by_hand and deleted_at is null then greatest(0, abs(amount_cents) - refunded_cents) else 0 end) STORED NOT NULL,
	"ruled_fields" text[] DEFAULT '{}' NOT NULL,
	CONSTRAINT "expenses_user_id_id_pk" PRIMARY KEY("user_id","id"),
	CONSTRAINT "expenses_user_id_bank_transaction_id_unique" UNIQUE("user_id","bank_transaction_id"),
	CONSTRAINT "expenses_day_of_month" CHECK (day_of_month between 1 and 31),
	CONSTRAINT "expenses_series" CHECK ((series_id is null) = (series_month is null)),
	CONSTRAINT "expenses_upcoming_of_series" CHECK (not is_upcoming or series_id is not null),
	CONSTRAINT "expenses_merged" CHECK (merged_into_id is null or bank_transaction_id is null),
	CONSTRAINT "expenses_fields_from_manual" CHECK (fields_from_manual is null or bank_transaction_id is not null)
);
--> statement-breakpoint
CREATE TABLE "refund_matches" (
	"user_id" uuid NOT NULL,
	"refund_transaction_id" bigint NOT NULL,
	"expense_id" bigint NOT NULL,
	"amount_cents" bigint NOT NULL,
	"is_by_hand" boolean NOT NULL,
	CONSTRAINT "refund_matches_user_id_refund_transaction_id_expense_id_pk" PRIMARY KEY("user_id","refund_transaction_id","expense_id")
);
--> statement-breakpoint
CREATE TABLE "rule_changes" (
	"user_id" uuid NOT NULL,
	"change_id" uuid NOT NULL,
	"expense_id" bigint NOT NULL,
	"name" text,
	"category" text,
	"is_counted" boolean,
	"created_at" timestamp with time zone NOT NULL,
	"name_before" text,
	"category_before" text,
	"is_counted_before" boolean,
	CONSTRAINT "rule_changes_user_id_change_id_expense_id_pk" PRIMARY KEY("user_id","change_id","expense_id")
);
--> statement-breakpoint
CREATE TABLE "separate_expenses" (
	"user_id" uuid NOT NULL,
	"manual_expense_id" bigint NOT NULL,
	"bank_expense_id" bigint NOT NULL,
	CONSTRAINT "separate_expenses_user_id_manual_expense_id_bank_expense_id_pk" PRIMARY KEY("user_id","manual_expense_id","bank_expense_id")
);
--> statement-breakpoint
CREATE TABLE "staged_changes" (
	"user_id" uuid NOT NULL,
	"connection_id" uuid NOT NULL,
	"lease_owner" uuid NOT NULL,
	"seq" integer NOT NULL,
	"transaction_id" text NOT NULL,
	"provider_account_id" text NOT NULL,
	"is_removal" boolean NOT NULL,
	"pending_transaction_id" text,
	"amount_cents" bigint,
	"currency" text,
	"posted_on" date,
	"authorized_on" date,
	"name" text,
	"merchant_name" text,
	"merchant_key" text,
	"is_pending" boolean,
	"reported_category" text,
	"kind" text,
	"expense_category" text,
	CONSTRAINT "staged_changes_user_id_connection_id_lease_owner_seq_pk" PRIMARY KEY("user_id","connection_id","lease_owner","seq")
);
--> statement-breakpoint
CREATE TABLE "weekly_totals" (
	"user_id" uuid NOT NULL,
	"week_start" date NOT NULL,
	"spent_cents" bigint NOT NULL,
	"ranked_cents" bigint NOT NULL,
	"purchases" integer NOT NULL,
	CONSTRAINT "weekly_totals_user_id_week_start_pk" PRIMARY KEY("user_id","week_start")
);
--> statement-breakpoint
CREATE TABLE "unsubscribe_tokens" (
	"token" text PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL
);
--> statement-breakpoint
CREATE TABLE "notifications" (
	"user_id" uuid NOT NULL,
	"id" bigint GENERATED ALWAYS AS IDENTITY (sequence name "notifications_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"event" jsonb NOT NULL,
	"event_key" text NOT NULL,
	"friend_id" uuid,
	"connection_id" uuid,
	"created_at" timestamp with time zone NOT NULL,
	"read_at" timestamp with time zone,
	CONSTRAINT "notifications_user_id_id_pk" PRIMARY KEY("user_id","id"),
	CONSTRAINT "notifications_user_id_event_key_unique" UNIQUE("user_id","event_key")
);
--> statement-breakpoint
CREATE TABLE "push_keys" (
	"id" integer PRIMARY KEY DEFAULT 1 NOT NULL,
	"public_key" text NOT NULL,
	"private_key" "bytea" NOT NULL,
	"private_key_key_id" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "push_keys_one_pair" CHECK (id = 1)
);
--> statement-breakpoint
CREATE TABLE "push_subscriptions" (
	"user_id" uuid NOT NULL,
	"endpoint_hash" "bytea" NOT NULL,
	"endpoint" text NOT NULL,
	"p256dh" text NOT NULL,
	"auth" text NOT NULL,
	"user_agent" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "push_subscriptions_user_id_endpoint_hash_pk" PRIMARY KEY("user_id","endpoint_hash")
);
--> statement-breakpoint
CREATE TABLE "personal_tokens" (
	"user_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"token_hash" "bytea" NOT NULL,
	"name" text NOT NULL,
	"scopes" text[] NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"last_used_at" timestamp with time zone,
	"expires_at" timestamp with time zone NOT NULL,
	CONSTRAINT "personal_tokens_user_id_id_pk" PRIMARY KEY("user_id","id")
);
--> statement-breakpoint
CREATE TABLE "map_shares" (
	"user_id" uuid PRIMARY KEY NOT NULL,
	"token" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "first_sign_up" (
	"is_taken" boolean PRIMARY KEY DEFAULT true NOT NULL,
	"at" timestamp with time zone NOT NULL,
	CONSTRAINT "first_sign_up_is_taken" CHECK (is_taken)
);
--> statement-breakpoint
CREATE TABLE "sign_up_invites" (
	"token_hash" "bytea" PRIMARY KEY NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"expires_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "account_twins" ADD CONSTRAINT "account_twins_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "account_twins" ADD CONSTRAINT "account_twins_user_id_older_account_id_bank_accounts_user_id_id_fk" FOREIGN KEY ("user_id","older_account_id") REFERENCES "public"."bank_accounts"("user_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "account_twins" ADD CONSTRAINT "account_twins_user_id_younger_account_id_bank_accounts_user_id_id_fk" FOREIGN KEY ("user_id","younger_account_id") REFERENCES "public"."bank_accounts"("user_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "bank_accounts" ADD CONSTRAINT "bank_accounts_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "bank_consents" ADD CONSTRAINT "bank_consents_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "connections" ADD CONSTRAINT "connections_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "link_sessions" ADD CONSTRAINT "link_sessions_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sync_runs" ADD CONSTRAINT "sync_runs_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sync_runs" ADD CONSTRAINT "sync_runs_user_id_connection_id_connections_user_id_id_fk" FOREIGN KEY ("user_id","connection_id") REFERENCES "public"."connections"("user_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "budget_changes" ADD CONSTRAINT "budget_changes_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "expense_imports" ADD CONSTRAINT "expense_imports_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "import_layouts" ADD CONSTRAINT "import_layouts_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "monthly_merchants" ADD CONSTRAINT "monthly_merchants_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "recurring_series" ADD CONSTRAINT "recurring_series_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "rules" ADD CONSTRAINT "rules_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "blocks" ADD CONSTRAINT "blocks_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "friendships" ADD CONSTRAINT "friendships_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "weekly_results" ADD CONSTRAINT "weekly_results_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "bank_transactions" ADD CONSTRAINT "bank_transactions_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "bank_transactions" ADD CONSTRAINT "bank_transactions_user_id_account_id_bank_accounts_user_id_id_fk" FOREIGN KEY ("user_id","account_id") REFERENCES "public"."bank_accounts"("user_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "expenses" ADD CONSTRAINT "expenses_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "expenses" ADD CONSTRAINT "expenses_user_id_merged_into_id_expenses_user_id_id_fk" FOREIGN KEY ("user_id","merged_into_id") REFERENCES "public"."expenses"("user_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "expenses" ADD CONSTRAINT "expenses_user_id_series_id_recurring_series_user_id_id_fk" FOREIGN KEY ("user_id","series_id") REFERENCES "public"."recurring_series"("user_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "expenses" ADD CONSTRAINT "expenses_user_id_bank_transaction_id_bank_transactions_user_id_id_fk" FOREIGN KEY ("user_id","bank_transaction_id") REFERENCES "public"."bank_transactions"("user_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "expenses" ADD CONSTRAINT "expenses_user_id_import_id_expense_imports_user_id_id_fk" FOREIGN KEY ("user_id","import_id") REFERENCES "public"."expense_imports"("user_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "refund_matches" ADD CONSTRAINT "refund_matches_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "refund_matches" ADD CONSTRAINT "refund_matches_user_id_refund_transaction_id_bank_transactions_user_id_id_fk" FOREIGN KEY ("user_id","refund_transaction_id") REFERENCES "public"."bank_transactions"("user_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "refund_matches" ADD CONSTRAINT "refund_matches_user_id_expense_id_expenses_user_id_id_fk" FOREIGN KEY ("user_id","expense_id") REFERENCES "public"."expenses"("user_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "rule_changes" ADD CONSTRAINT "rule_changes_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "rule_changes" ADD CONSTRAINT "rule_changes_user_id_expense_id_expenses_user_id_id_fk" FOREIGN KEY ("user_id","expense_id") REFERENCES "public"."expenses"("user_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "separate_expenses" ADD CONSTRAINT "separate_expenses_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "separate_expenses" ADD CONSTRAINT "separate_expenses_user_id_manual_expense_id_expenses_user_id_id_fk" FOREIGN KEY ("user_id","manual_expense_id") REFERENCES "public"."expenses"("user_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "separate_expenses" ADD CONSTRAINT "separate_expenses_user_id_bank_expense_id_expenses_user_id_id_" FOREIGN KEY ("user_id","bank_expense_id") REFERENCES "public"."expenses"("user_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "staged_changes" ADD CONSTRAINT "staged_changes_user_id_connection_id_connections_user_id_id_fk" FOREIGN KEY ("user_id","connection_id") REFERENCES "public"."connections"("user_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "weekly_totals" ADD CONSTRAINT "weekly_totals_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notifications" ADD CONSTRAINT "notifications_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notifications" ADD CONSTRAINT "notifications_friend" FOREIGN KEY ("user_id","friend_id") REFERENCES "public"."friendships"("user_id","friend_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notifications" ADD CONSTRAINT "notifications_bank" FOREIGN KEY ("user_id","connection_id") REFERENCES "public"."connections"("user_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "push_subscriptions" ADD CONSTRAINT "push_subscriptions_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "personal_tokens" ADD CONSTRAINT "personal_tokens_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "users_next_week_close_at_index" ON "users" USING btree ("next_week_close_at");--> statement-breakpoint
CREATE INDEX "connections_provider_provider_connection_id_index" ON "connections" USING btree ("provider","provider_connection_id");--> statement-breakpoint
CREATE INDEX "connections_next_sync_at_index" ON "connections" USING btree ("next_sync_at");--> statement-breakpoint
CREATE INDEX "connections_parked_index" ON "connections" USING btree ("id") WHERE error_code = 'SYNC_PARKED';--> statement-breakpoint
CREATE UNIQUE INDEX "sync_runs_one_unfinished" ON "sync_runs" USING btree ("user_id","connection_id") WHERE finished_at is null;--> statement-breakpoint
CREATE INDEX "recurring_series_next_on_user_id_index" ON "recurring_series" USING btree ("next_on","user_id") WHERE ended_at is null;--> statement-breakpoint
CREATE INDEX "blocks_blocked_id_index" ON "blocks" USING btree ("blocked_id");--> statement-breakpoint
CREATE INDEX "friend_invites_code_index" ON "friend_invites" USING btree ("code");--> statement-breakpoint
CREATE INDEX "friendships_friend_id_index" ON "friendships" USING btree ("friend_id");--> statement-breakpoint
CREATE INDEX "identities_user_id_index" ON "identities" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "login_attempts_expires_at_index" ON "login_attempts" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "sessions_token_hash_index" ON "sessions" USING btree ("token_hash");--> statement-breakpoint
CREATE INDEX "bank_transactions_user_id_merchant_key_kind_day_index" ON "bank_transactions" USING btree ("user_id","merchant_key","kind","day");--> statement-breakpoint
CREATE INDEX "expenses_user_id_name_index" ON "expenses" USING btree ("user_id","name");--> statement-breakpoint
CREATE UNIQUE INDEX "expenses_one_a_request" ON "expenses" USING btree ("user_id","request_id") WHERE request_id is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "expenses_one_a_month" ON "expenses" USING btree ("user_id","series_id","series_month") WHERE series_id is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "expenses_one_merged_into" ON "expenses" USING btree ("user_id","merged_into_id") WHERE merged_into_id is not null;--> statement-breakpoint
CREATE INDEX "expenses_user_id_day_id_index" ON "expenses" USING btree ("user_id","day","id");--> statement-breakpoint
CREATE INDEX "expenses_upcoming" ON "expenses" USING btree ("day","user_id") WHERE is_upcoming;--> statement-breakpoint
CREATE INDEX "expenses_user_id_import_id_index" ON "expenses" USING btree ("user_id","import_id") WHERE import_id is not null;--> statement-breakpoint
CREATE INDEX "expenses_user_id_import_ref_index" ON "expenses" USING btree ("user_id","import_ref") WHERE import_ref is not null;--> statement-breakpoint
CREATE INDEX "refund_matches_user_id_expense_id_index" ON "refund_matches" USING btree ("user_id","expense_id");--> statement-breakpoint
CREATE INDEX "rule_changes_user_id_expense_id_index" ON "rule_changes" USING btree ("user_id","expense_id");--> statement-breakpoint
CREATE INDEX "separate_expenses_user_id_bank_expense_id_index" ON "separate_expenses" USING btree ("user_id","bank_expense_id");--> statement-breakpoint
CREATE INDEX "unsubscribe_tokens_user_id_index" ON "unsubscribe_tokens" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "notifications_unread" ON "notifications" USING btree ("user_id") WHERE read_at is null;--> statement-breakpoint
CREATE INDEX "personal_tokens_token_hash_index" ON "personal_tokens" USING btree ("token_hash");--> statement-breakpoint
CREATE INDEX "map_shares_token_index" ON "map_shares" USING btree ("token");--> statement-breakpoint
CREATE INDEX "sign_up_invites_expires_at_index" ON "sign_up_invites" USING btree ("expires_at");