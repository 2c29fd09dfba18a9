ALTER TABLE "expenses" ADD COLUMN "is_upcoming" boolean DEFAULT false NOT NULL;
--> statement-breakpoint
ALTER TABLE "expenses" drop column "is_counted";
--> statement-breakpoint
ALTER TABLE "expenses" ADD COLUMN "is_counted" boolean GENERATED ALWAYS AS (not (deleted_at is not null or withdrawn_at is not null or merged_into_id is not null or is_upcoming) and coalesce(counted_by_hand, counts_by_kind) and currency = 'USD') STORED NOT NULL;
--> statement-breakpoint
ALTER TABLE "expenses" drop column "ranked_cents";
--> statement-breakpoint
ALTER TABLE "expenses" ADD COLUMN "ranked_cents" bigint GENERATED ALWAYS AS (case when withdrawn_at is not null or merged_into_id is not null or is_upcoming or not (currency = 'USD') or (bank_record_id is null and deleted_at is not null) then 0 when counts_by_kind then greatest(greatest(0, coalesce(bank_amount_cents, 0) - refunded_cents), greatest(0, abs(amount_cents) - refunded_cents)) when counted_by_hand and deleted_at is null then greatest(0, abs(amount_cents) - refunded_cents) else 0 end) STORED NOT NULL;
--> statement-breakpoint
CREATE INDEX "expenses_upcoming" ON "expenses" USING btree ("day") WHERE is_upcoming;
--> statement-breakpoint
ALTER TABLE "expenses" ADD CONSTRAINT "expenses_upcoming_of_series" CHECK (not is_upcoming or series_id is not null);
--> statement-breakpoint
-- The newest row of a running series may lie ahead: the first one was counted at once. The job corrects users in other zones.
UPDATE "expenses" SET "is_upcoming" = true WHERE "series_id" IS NOT NULL AND "type" = 'recurring' AND "day" > current_date;
