DROP INDEX "bank_transactions_user_id_merchant_key_kind_index";--> statement-breakpoint
ALTER TABLE "bank_accounts" ADD COLUMN "has_old_history" boolean DEFAULT false NOT NULL;--> statement-breakpoint
CREATE INDEX "bank_transactions_user_id_merchant_key_kind_day_index" ON "bank_transactions" USING btree ("user_id","merchant_key","kind","day");--> statement-breakpoint
UPDATE "bank_accounts" SET "has_old_history" = true WHERE "connection_id" IS NOT NULL;
