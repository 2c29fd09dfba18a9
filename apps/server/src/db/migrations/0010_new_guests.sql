ALTER TABLE "guests" ADD COLUMN "seen" jsonb;--> statement-breakpoint
ALTER TABLE "notifications" ADD COLUMN "guest_id" uuid;--> statement-breakpoint
ALTER TABLE "notifications" ADD CONSTRAINT "notifications_guest" FOREIGN KEY ("user_id","guest_id") REFERENCES "public"."guests"("user_id","id") ON DELETE cascade ON UPDATE no action;