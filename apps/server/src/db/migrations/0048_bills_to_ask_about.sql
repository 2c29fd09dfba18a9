ALTER TABLE "users" ADD COLUMN "may_have_bill" boolean DEFAULT false NOT NULL;--> statement-breakpoint
-- The next sync finds out.
UPDATE "users" SET "may_have_bill" = true WHERE "bank_linked";