ALTER TABLE "expense_imports" ADD COLUMN "rows_in_all" integer;--> statement-breakpoint
UPDATE "expense_imports" SET "rows_in_all" = "rows";--> statement-breakpoint
ALTER TABLE "expense_imports" ALTER COLUMN "rows_in_all" SET NOT NULL;