ALTER TABLE "bank_records" RENAME COLUMN "category_detailed" TO "reported_category";--> statement-breakpoint
ALTER TABLE "staged_changes" RENAME COLUMN "category_detailed" TO "reported_category";--> statement-breakpoint
ALTER TABLE "bank_records" DROP COLUMN "category_primary";--> statement-breakpoint
ALTER TABLE "staged_changes" DROP COLUMN "category_primary";