-- Tables and columns take the glossary's words: transaction, manual expense, close a week. Data stays as it is.
ALTER TABLE "bank_records" RENAME TO "bank_transactions";--> statement-breakpoint
ALTER TABLE "expenses" RENAME COLUMN "bank_record_id" TO "bank_transaction_id";--> statement-breakpoint
ALTER TABLE "expenses" RENAME COLUMN "lent_fields" TO "fields_from_manual";--> statement-breakpoint
ALTER TABLE "refund_matches" RENAME COLUMN "refund_record_id" TO "refund_transaction_id";--> statement-breakpoint
ALTER TABLE "separate_purchases" RENAME TO "separate_expenses";--> statement-breakpoint
ALTER TABLE "separate_expenses" RENAME COLUMN "typed_expense_id" TO "manual_expense_id";--> statement-breakpoint
ALTER TABLE "users" RENAME COLUMN "next_settle_at" TO "next_week_close_at";--> statement-breakpoint
ALTER TABLE "weekly_results" RENAME COLUMN "settled_at" TO "closed_at";--> statement-breakpoint
-- PostgreSQL keeps the old words in the names of constraints, indexes and sequences. Renaming a constraint renames its index.
DO $$
DECLARE
	renamed record;
	new_name text;
BEGIN
	FOR renamed IN
		SELECT format('table %s rename constraint %I', conrelid::regclass, conname) AS command, conname::text AS old_name FROM pg_constraint
			WHERE connamespace = 'public'::regnamespace AND conrelid <> 0
		UNION ALL
		SELECT format('index %s rename', c.oid::regclass), c.relname::text FROM pg_class c
			WHERE c.relnamespace = 'public'::regnamespace AND c.relkind = 'i'
			AND NOT EXISTS (SELECT FROM pg_constraint WHERE conindid = c.oid)
		UNION ALL
		SELECT format('sequence %s rename', c.oid::regclass), c.relname::text FROM pg_class c
			WHERE c.relnamespace = 'public'::regnamespace AND c.relkind = 'S'
	LOOP
		new_name := replace(renamed.old_name, 'bank_record', 'bank_transaction');
		new_name := replace(new_name, 'refund_record', 'refund_transaction');
		new_name := replace(new_name, 'separate_purchases', 'separate_expenses');
		new_name := replace(new_name, 'typed_expense', 'manual_expense');
		new_name := replace(new_name, 'expenses_lent', 'expenses_fields_from_manual');
		new_name := replace(new_name, 'next_settle_at', 'next_week_close_at');
		new_name := replace(new_name, 'settled_at', 'closed_at');
		IF new_name <> renamed.old_name THEN
			EXECUTE format('ALTER %s TO %I', renamed.command, left(new_name, 63));
		END IF;
	END LOOP;
END $$;
