-- What is staged outlives no run, so the table is drawn anew rather than altered: pages now belong to the lease they were fetched under,
-- are written to the log like everything else, and go with their connection.
DROP TABLE "staged_changes";--> statement-breakpoint
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
	"category_primary" text,
	"category_detailed" text,
	"kind" text,
	"expense_category" text,
	CONSTRAINT "staged_changes_user_id_connection_id_lease_owner_seq_pk" PRIMARY KEY("user_id","connection_id","lease_owner","seq")
);--> statement-breakpoint
ALTER TABLE "staged_changes" ADD CONSTRAINT "staged_changes_user_id_connection_id_connections_user_id_id_fk" FOREIGN KEY ("user_id","connection_id") REFERENCES "public"."connections"("user_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
-- Builds between the two releases had these already.
CREATE INDEX IF NOT EXISTS "login_attempts_expires_at_index" ON "login_attempts" USING btree ("expires_at");--> statement-breakpoint
ALTER TABLE "link_attempts" ADD COLUMN IF NOT EXISTS "token_results" jsonb DEFAULT '{}'::jsonb NOT NULL;
