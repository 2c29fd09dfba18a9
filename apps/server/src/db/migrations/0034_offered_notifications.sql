ALTER TABLE "users" ADD COLUMN "has_chosen_notifications" boolean DEFAULT false NOT NULL;--> statement-breakpoint
UPDATE "users" SET "has_chosen_notifications" = true WHERE "notification_kinds" <> '{}';
