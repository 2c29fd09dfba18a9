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
	CONSTRAINT "bank_accounts_user_id_id_pk" PRIMARY KEY("user_id","id"),
	CONSTRAINT "bank_accounts_user_id_provider_provider_account_id_unique" UNIQUE("user_id","provider","provider_account_id")
);
--> statement-breakpoint
CREATE TABLE "bank_records" (
	"user_id" uuid NOT NULL,
	"id" bigint GENERATED ALWAYS AS IDENTITY (sequence name "bank_records_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
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
	"category_primary" text,
	"category_detailed" text,
	"kind" text NOT NULL,
	"expense_category" text NOT NULL,
	"removed_at" timestamp with time zone,
	"is_matched_by_hand" boolean DEFAULT false NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "bank_records_user_id_id_pk" PRIMARY KEY("user_id","id"),
	CONSTRAINT "bank_records_user_id_account_id_transaction_id_unique" UNIQUE("user_id","account_id","transaction_id")
);
--> statement-breakpoint
CREATE TABLE "budget_changes" (
	"user_id" uuid NOT NULL,
	"day" date NOT NULL,
	"budget_cents" bigint NOT NULL,
	CONSTRAINT "budget_changes_user_id_day_pk" PRIMARY KEY("user_id","day")
);
--> statement-breakpoint
CREATE TABLE "connections" (
	"user_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"provider" text NOT NULL,
	"item_id" text NOT NULL,
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
	CONSTRAINT "connections_user_id_id_pk" PRIMARY KEY("user_id","id"),
	CONSTRAINT "connections_user_id_provider_item_id_unique" UNIQUE("user_id","provider","item_id")
);
--> statement-breakpoint
CREATE TABLE "expenses" (
	"user_id" uuid NOT NULL,
	"id" bigint GENERATED ALWAYS AS IDENTITY (sequence name "expenses_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"bank_record_id" bigint,
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
	"is_counted" boolean GENERATED ALWAYS AS (not (deleted_at is not null or withdrawn_at is not null) and coalesce(counted_by_hand, counts_by_kind) and currency = 'USD') STORED NOT NULL,
	"cost_cents" bigint GENERATED ALWAYS AS (greatest(0, abs(amount_cents) - refunded_cents)) STORED NOT NULL,
	"ranked_cents" bigint GENERATED ALWAYS AS (case when withdrawn_at is not null or not (currency = 'USD') or (bank_record_id is null and deleted_at is not null) then 0 when counts_by_kind then greatest(greatest(0, coalesce(bank_amount_cents, 0) - refunded_cents), greatest(0, abs(amount_cents) - refunded_cents)) when counted_by_hand and deleted_at is null then greatest(0, abs(amount_cents) - refunded_cents) else 0 end) STORED NOT NULL,
	CONSTRAINT "expenses_user_id_id_pk" PRIMARY KEY("user_id","id"),
	CONSTRAINT "expenses_user_id_bank_record_id_unique" UNIQUE("user_id","bank_record_id"),
	CONSTRAINT "expenses_day_of_month" CHECK (day_of_month between 1 and 31)
);
--> statement-breakpoint
CREATE TABLE "identities" (
	"issuer" text NOT NULL,
	"subject" text NOT NULL,
	"user_id" uuid NOT NULL,
	CONSTRAINT "identities_issuer_subject_pk" PRIMARY KEY("issuer","subject")
);
--> statement-breakpoint
CREATE TABLE "link_attempts" (
	"user_id" uuid NOT NULL,
	"state_hash" "bytea" NOT NULL,
	"provider" text NOT NULL,
	"link_token" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"claimed_until" timestamp with time zone,
	"completed_at" timestamp with time zone,
	"institution_name" text,
	CONSTRAINT "link_attempts_user_id_state_hash_pk" PRIMARY KEY("user_id","state_hash")
);
--> statement-breakpoint
CREATE TABLE "login_attempts" (
	"token_hash" "bytea" PRIMARY KEY NOT NULL,
	"state" text NOT NULL,
	"nonce" text NOT NULL,
	"code_verifier" text NOT NULL,
	"return_to" text NOT NULL,
	"expires_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "refund_matches" (
	"user_id" uuid NOT NULL,
	"refund_record_id" bigint NOT NULL,
	"expense_id" bigint NOT NULL,
	"amount_cents" bigint NOT NULL,
	"is_by_hand" boolean NOT NULL,
	CONSTRAINT "refund_matches_user_id_refund_record_id_expense_id_pk" PRIMARY KEY("user_id","refund_record_id","expense_id")
);
--> statement-breakpoint
CREATE TABLE "sessions" (
	"user_id" uuid NOT NULL,
	"token_hash" "bytea" NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"last_seen_at" timestamp with time zone NOT NULL,
	"user_agent" text NOT NULL,
	"id_token" text,
	CONSTRAINT "sessions_user_id_token_hash_pk" PRIMARY KEY("user_id","token_hash")
);
--> statement-breakpoint
CREATE TABLE "staged_changes" (
	"user_id" uuid NOT NULL,
	"connection_id" uuid NOT NULL,
	"run_id" bigint NOT NULL,
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
	"category_primary" text,
	"category_detailed" text,
	"kind" text,
	"expense_category" text,
	CONSTRAINT "staged_changes_user_id_connection_id_run_id_seq_pk" PRIMARY KEY("user_id","connection_id","run_id","seq")
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
	CONSTRAINT "sync_runs_user_id_connection_id_id_pk" PRIMARY KEY("user_id","connection_id","id")
);
--> statement-breakpoint
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
	"created_at" timestamp with time zone NOT NULL
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
ALTER TABLE "bank_accounts" ADD CONSTRAINT "bank_accounts_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "bank_records" ADD CONSTRAINT "bank_records_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "bank_records" ADD CONSTRAINT "bank_records_user_id_account_id_bank_accounts_user_id_id_fk" FOREIGN KEY ("user_id","account_id") REFERENCES "public"."bank_accounts"("user_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "budget_changes" ADD CONSTRAINT "budget_changes_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "connections" ADD CONSTRAINT "connections_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "expenses" ADD CONSTRAINT "expenses_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "expenses" ADD CONSTRAINT "expenses_user_id_bank_record_id_bank_records_user_id_id_fk" FOREIGN KEY ("user_id","bank_record_id") REFERENCES "public"."bank_records"("user_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "identities" ADD CONSTRAINT "identities_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "link_attempts" ADD CONSTRAINT "link_attempts_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "refund_matches" ADD CONSTRAINT "refund_matches_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "refund_matches" ADD CONSTRAINT "refund_matches_user_id_refund_record_id_bank_records_user_id_id_fk" FOREIGN KEY ("user_id","refund_record_id") REFERENCES "public"."bank_records"("user_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "refund_matches" ADD CONSTRAINT "refund_matches_user_id_expense_id_expenses_user_id_id_fk" FOREIGN KEY ("user_id","expense_id") REFERENCES "public"."expenses"("user_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sync_runs" ADD CONSTRAINT "sync_runs_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sync_runs" ADD CONSTRAINT "sync_runs_user_id_connection_id_connections_user_id_id_fk" FOREIGN KEY ("user_id","connection_id") REFERENCES "public"."connections"("user_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "weekly_totals" ADD CONSTRAINT "weekly_totals_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "bank_records_user_id_merchant_key_kind_index" ON "bank_records" USING btree ("user_id","merchant_key","kind");--> statement-breakpoint
CREATE INDEX "connections_provider_item_id_index" ON "connections" USING btree ("provider","item_id");--> statement-breakpoint
CREATE INDEX "expenses_user_id_day_id_index" ON "expenses" USING btree ("user_id","day","id");--> statement-breakpoint
CREATE INDEX "identities_user_id_index" ON "identities" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "refund_matches_user_id_expense_id_index" ON "refund_matches" USING btree ("user_id","expense_id");--> statement-breakpoint
CREATE INDEX "sessions_token_hash_index" ON "sessions" USING btree ("token_hash");--> statement-breakpoint
CREATE UNIQUE INDEX "sync_runs_one_unfinished" ON "sync_runs" USING btree ("user_id","connection_id") WHERE finished_at is null;