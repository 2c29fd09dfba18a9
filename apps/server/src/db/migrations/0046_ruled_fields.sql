ALTER TABLE "expenses" ADD COLUMN "ruled_fields" text[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "rule_changes" ADD COLUMN "name_before" text;--> statement-breakpoint
ALTER TABLE "rule_changes" ADD COLUMN "category_before" text;--> statement-breakpoint
ALTER TABLE "rule_changes" ADD COLUMN "is_counted_before" boolean;