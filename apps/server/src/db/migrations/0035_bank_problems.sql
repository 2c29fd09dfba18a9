ALTER TABLE "bank_accounts" ADD COLUMN "reported_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "connections" ADD COLUMN "problems" jsonb DEFAULT '[]'::jsonb NOT NULL;