ALTER TABLE "users" ALTER COLUMN "board_view" DROP DEFAULT;--> statement-breakpoint
ALTER TABLE "users" ALTER COLUMN "board_view" DROP NOT NULL;