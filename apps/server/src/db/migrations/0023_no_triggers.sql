-- `changeLedger` keeps weekly_totals from now on.
DROP TRIGGER expenses_inserted ON expenses;
--> statement-breakpoint
DROP TRIGGER expenses_updated ON expenses;
--> statement-breakpoint
DROP TRIGGER expenses_deleted ON expenses;
--> statement-breakpoint
DROP FUNCTION add_to_weekly_totals();
