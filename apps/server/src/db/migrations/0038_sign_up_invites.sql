CREATE TABLE "first_sign_up" (
	"is_taken" boolean PRIMARY KEY DEFAULT true NOT NULL,
	"at" timestamp with time zone NOT NULL,
	CONSTRAINT "first_sign_up_is_taken" CHECK (is_taken)
);
--> statement-breakpoint
CREATE TABLE "sign_up_invites" (
	"token_hash" "bytea" PRIMARY KEY NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"expires_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "login_attempts" ADD COLUMN "invite_hash" "bytea";--> statement-breakpoint
CREATE INDEX "sign_up_invites_expires_at_index" ON "sign_up_invites" USING btree ("expires_at");--> statement-breakpoint
-- Where there are users, the first one has signed up.
INSERT INTO "first_sign_up" ("at") SELECT min("created_at") FROM "users" HAVING count(*) > 0;
