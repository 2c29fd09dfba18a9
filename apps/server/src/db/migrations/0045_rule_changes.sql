CREATE TABLE "rule_changes" (
	"user_id" uuid NOT NULL,
	"change_id" uuid NOT NULL,
	"expense_id" bigint NOT NULL,
	"name" text,
	"category" text,
	"is_counted" boolean,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "rule_changes_user_id_change_id_expense_id_pk" PRIMARY KEY("user_id","change_id","expense_id")
);
--> statement-breakpoint
ALTER TABLE "rule_changes" ADD CONSTRAINT "rule_changes_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "rule_changes" ADD CONSTRAINT "rule_changes_user_id_expense_id_expenses_user_id_id_fk" FOREIGN KEY ("user_id","expense_id") REFERENCES "public"."expenses"("user_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "rule_changes_user_id_expense_id_index" ON "rule_changes" USING btree ("user_id","expense_id");