CREATE TABLE "bank_consents" (
	"user_id" uuid NOT NULL,
	"notice_day" date NOT NULL,
	"given_at" timestamp with time zone NOT NULL,
	CONSTRAINT "bank_consents_user_id_notice_day_pk" PRIMARY KEY("user_id","notice_day")
);
--> statement-breakpoint
ALTER TABLE "bank_consents" ADD CONSTRAINT "bank_consents_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;