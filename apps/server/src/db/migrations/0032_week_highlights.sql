ALTER TABLE "weekly_results" ADD COLUMN "highlight" jsonb;--> statement-breakpoint
-- Stored results get the highlight that is certain without reading their weeks again.
UPDATE "notifications" SET "event" = "event" || jsonb_build_object('highlight', jsonb_build_object('kind',
  CASE WHEN ("event"->>'isUnder')::boolean THEN 'budget-kept' ELSE 'fresh-start' END)) WHERE "event"->>'kind' = 'result';
