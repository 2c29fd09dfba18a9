ALTER TABLE "friendships" ADD COLUMN "pact_agreed_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "friendships" ADD COLUMN "pact_from" date;--> statement-breakpoint
ALTER TABLE "friendships" ADD COLUMN "pact_ended_at" timestamp with time zone;