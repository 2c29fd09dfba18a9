CREATE TABLE "message_places" (
	"user_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"type" text NOT NULL,
	"name" text NOT NULL,
	"host" text NOT NULL,
	"target" "bytea" NOT NULL,
	"target_key_id" text NOT NULL,
	"kinds" text[] NOT NULL,
	"includes_amounts" boolean NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"failing_since" timestamp with time zone,
	"ended_at" timestamp with time zone,
	"end_reason" text,
	"attempts" jsonb NOT NULL,
	CONSTRAINT "message_places_user_id_id_pk" PRIMARY KEY("user_id","id")
);
--> statement-breakpoint
ALTER TABLE "message_places" ADD CONSTRAINT "message_places_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;