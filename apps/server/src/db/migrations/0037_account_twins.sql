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
CREATE TABLE "provider_links" (
	"provider" text PRIMARY KEY NOT NULL,
	"used" integer NOT NULL
);
--> statement-breakpoint
ALTER TABLE "bank_accounts" ADD COLUMN "replaced_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "bank_transactions" ADD COLUMN "is_held" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "account_twins" ADD CONSTRAINT "account_twins_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "account_twins" ADD CONSTRAINT "account_twins_user_id_older_account_id_bank_accounts_user_id_id_fk" FOREIGN KEY ("user_id","older_account_id") REFERENCES "public"."bank_accounts"("user_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "account_twins" ADD CONSTRAINT "account_twins_user_id_younger_account_id_bank_accounts_user_id_id_fk" FOREIGN KEY ("user_id","younger_account_id") REFERENCES "public"."bank_accounts"("user_id","id") ON DELETE cascade ON UPDATE no action;