DROP INDEX "recurring_series_next_on_index";--> statement-breakpoint
DROP INDEX "expenses_upcoming";--> statement-breakpoint
CREATE INDEX "recurring_series_next_on_user_id_index" ON "recurring_series" USING btree ("next_on","user_id") WHERE ended_at is null;--> statement-breakpoint
CREATE INDEX "expenses_upcoming" ON "expenses" USING btree ("day","user_id") WHERE is_upcoming;