CREATE TABLE "separate_purchases" (
	"user_id" uuid NOT NULL,
	"typed_expense_id" bigint NOT NULL,
	"bank_expense_id" bigint NOT NULL,
	CONSTRAINT "separate_purchases_user_id_typed_expense_id_bank_expense_id_pk" PRIMARY KEY("user_id","typed_expense_id","bank_expense_id")
);
--> statement-breakpoint
ALTER TABLE "expenses" ADD COLUMN "merged_into_id" bigint;
--> statement-breakpoint
ALTER TABLE "expenses" ADD COLUMN "lent_fields" text[];
--> statement-breakpoint
ALTER TABLE "expenses" drop column "is_counted";
--> statement-breakpoint
ALTER TABLE "expenses" ADD COLUMN "is_counted" boolean GENERATED ALWAYS AS (not (deleted_at is not null or withdrawn_at is not null or merged_into_id is not null) and coalesce(counted_by_hand, counts_by_kind) and currency = 'USD') STORED NOT NULL;
--> statement-breakpoint
ALTER TABLE "expenses" drop column "ranked_cents";
--> statement-breakpoint
ALTER TABLE "expenses" ADD COLUMN "ranked_cents" bigint GENERATED ALWAYS AS (case when withdrawn_at is not null or merged_into_id is not null or not (currency = 'USD') or (bank_record_id is null and deleted_at is not null) then 0 when counts_by_kind then greatest(greatest(0, coalesce(bank_amount_cents, 0) - refunded_cents), greatest(0, abs(amount_cents) - refunded_cents)) when counted_by_hand and deleted_at is null then greatest(0, abs(amount_cents) - refunded_cents) else 0 end) STORED NOT NULL;
--> statement-breakpoint
ALTER TABLE "separate_purchases" ADD CONSTRAINT "separate_purchases_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "separate_purchases" ADD CONSTRAINT "separate_purchases_user_id_typed_expense_id_expenses_user_id_id_fk" FOREIGN KEY ("user_id","typed_expense_id") REFERENCES "public"."expenses"("user_id","id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "separate_purchases" ADD CONSTRAINT "separate_purchases_user_id_bank_expense_id_expenses_user_id_id_fk" FOREIGN KEY ("user_id","bank_expense_id") REFERENCES "public"."expenses"("user_id","id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
CREATE INDEX "separate_purchases_user_id_bank_expense_id_index" ON "separate_purchases" USING btree ("user_id","bank_expense_id");
--> statement-breakpoint
ALTER TABLE "expenses" ADD CONSTRAINT "expenses_user_id_merged_into_id_expenses_user_id_id_fk" FOREIGN KEY ("user_id","merged_into_id") REFERENCES "public"."expenses"("user_id","id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
CREATE UNIQUE INDEX "expenses_one_merged_into" ON "expenses" USING btree ("user_id","merged_into_id") WHERE merged_into_id is not null;
--> statement-breakpoint
ALTER TABLE "expenses" ADD CONSTRAINT "expenses_merged" CHECK (merged_into_id is null or bank_record_id is null);
--> statement-breakpoint
ALTER TABLE "expenses" ADD CONSTRAINT "expenses_lent" CHECK (lent_fields is null or bank_record_id is not null);