CREATE TABLE "merchant_categories" (
	"user_id" uuid NOT NULL,
	"merchant_key" text NOT NULL,
	"category" text NOT NULL,
	CONSTRAINT "merchant_categories_user_id_merchant_key_pk" PRIMARY KEY("user_id","merchant_key")
);
--> statement-breakpoint
ALTER TABLE "merchant_categories" ADD CONSTRAINT "merchant_categories_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;