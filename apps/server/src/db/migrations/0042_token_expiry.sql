-- Tokens of older versions get a year from the update.
ALTER TABLE "personal_tokens" ADD COLUMN "expires_at" timestamp with time zone DEFAULT now() + interval '1 year' NOT NULL;--> statement-breakpoint
ALTER TABLE "personal_tokens" ALTER COLUMN "expires_at" DROP DEFAULT;
