CREATE TABLE "monthly_merchants" (
	"user_id" uuid NOT NULL,
	"merchant_key" text NOT NULL,
	"is_monthly" boolean NOT NULL,
	CONSTRAINT "monthly_merchants_user_id_merchant_key_pk" PRIMARY KEY("user_id","merchant_key")
);
--> statement-breakpoint
CREATE TABLE "recurring_series" (
	"user_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"name" text NOT NULL,
	"amount_cents" bigint NOT NULL,
	"category" text NOT NULL,
	"day_of_month" integer NOT NULL,
	"counted_by_hand" boolean,
	"next_on" date NOT NULL,
	"ended_at" timestamp with time zone,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "recurring_series_user_id_id_pk" PRIMARY KEY("user_id","id"),
	CONSTRAINT "recurring_series_day_of_month" CHECK (day_of_month between 1 and 31)
);
--> statement-breakpoint
ALTER TABLE "expenses" ADD COLUMN "series_id" uuid;--> statement-breakpoint
ALTER TABLE "expenses" ADD COLUMN "series_month" date;--> statement-breakpoint
ALTER TABLE "monthly_merchants" ADD CONSTRAINT "monthly_merchants_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "recurring_series" ADD CONSTRAINT "recurring_series_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "recurring_series_next_on_index" ON "recurring_series" USING btree ("next_on") WHERE ended_at is null;--> statement-breakpoint
ALTER TABLE "expenses" ADD CONSTRAINT "expenses_user_id_series_id_recurring_series_user_id_id_fk" FOREIGN KEY ("user_id","series_id") REFERENCES "public"."recurring_series"("user_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "expenses_one_a_month" ON "expenses" USING btree ("user_id","series_id","series_month") WHERE series_id is not null;--> statement-breakpoint
ALTER TABLE "expenses" ADD CONSTRAINT "expenses_series" CHECK ((series_id is null) = (series_month is null));--> statement-breakpoint
-- What was entered as recurring so far becomes series, the same name of several months one of them: nothing was ever created for it, so
-- whoever wanted it every month typed it every month. The newest entry says what recurs, from the next day of it on.
WITH entered AS (
	SELECT user_id, id, name, amount_cents, category, counted_by_hand, day, lower(name) AS key,
		coalesce(day_of_month, extract(day FROM day)::integer) AS recurs_on,
		date_trunc('month', day)::date AS month,
		row_number() OVER (PARTITION BY user_id, lower(name), date_trunc('month', day) ORDER BY id) AS nth
	FROM expenses
	WHERE type = 'recurring' AND bank_record_id IS NULL AND deleted_at IS NULL AND day < '9999-11-01'
), newest AS (
	SELECT DISTINCT ON (user_id, key, nth) *,
		greatest((month + interval '1 month')::date, date_trunc('month', current_date)::date) AS soonest
	FROM entered ORDER BY user_id, key, nth, day DESC, id DESC
), begun AS MATERIALIZED (
	SELECT *, gen_random_uuid() AS series_id FROM newest
), added AS (
	INSERT INTO recurring_series (user_id, id, name, amount_cents, category, day_of_month, counted_by_hand, next_on, created_at)
	SELECT user_id, series_id, name, amount_cents, category, recurs_on, counted_by_hand,
		(SELECT min(o.day)
			FROM (VALUES (soonest), ((soonest + interval '1 month')::date)) m (month)
			CROSS JOIN LATERAL (SELECT least(m.month + recurs_on - 1, (m.month + interval '1 month' - interval '1 day')::date) AS day) o
			WHERE o.day > current_date),
		now()
	FROM begun
)
UPDATE expenses e SET series_id = b.series_id, series_month = entered.month
FROM entered JOIN begun b USING (user_id, key, nth)
WHERE e.user_id = entered.user_id AND e.id = entered.id;
