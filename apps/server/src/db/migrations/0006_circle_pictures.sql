CREATE TABLE "circle_shares" (
	"user_id" uuid PRIMARY KEY NOT NULL,
	"token" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "may_be_named" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "signs_pictures" boolean DEFAULT false NOT NULL;--> statement-breakpoint
CREATE INDEX "circle_shares_token_index" ON "circle_shares" USING btree ("token");