ALTER TABLE "connections" ADD COLUMN "next_sync_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "connections" ADD COLUMN "failures" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
CREATE INDEX "connections_next_sync_at_index" ON "connections" USING btree ("next_sync_at");--> statement-breakpoint
-- Connections from before the schedule begin within its first six hours, not all at once.
UPDATE "connections" SET "next_sync_at" = now() + random() * interval '6 hours' WHERE "status" <> 'login_required';
