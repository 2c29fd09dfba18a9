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
ALTER TABLE "rules" ADD CONSTRAINT "rules_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
-- A category for a merchant becomes a rule, named as the bank last named the merchant.
INSERT INTO "rules" ("user_id", "merchant_key", "merchant", "category")
SELECT m."user_id", m."merchant_key", coalesce(newest."merchant", m."merchant_key"), m."category"
FROM "merchant_categories" m LEFT JOIN (
	SELECT DISTINCT ON ("user_id", "merchant_key") "user_id", "merchant_key", coalesce("merchant_name", "name") AS "merchant"
	FROM "bank_transactions" ORDER BY "user_id", "merchant_key", "id" DESC
) newest USING ("user_id", "merchant_key");--> statement-breakpoint
-- Rules leave existing expenses alone, so syncs must keep the categories that were set for a merchant.
UPDATE "expenses" e SET "edited_fields" = array_append(e."edited_fields", 'category')
FROM "merchant_categories" m, "bank_transactions" r
WHERE r."user_id" = m."user_id" AND r."merchant_key" = m."merchant_key"
	AND e."user_id" = r."user_id" AND e."bank_transaction_id" = r."id"
	AND e."category" = m."category" AND NOT 'category' = ANY (e."edited_fields");--> statement-breakpoint
DROP TABLE "merchant_categories";
