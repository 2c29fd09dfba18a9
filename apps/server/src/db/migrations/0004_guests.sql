CREATE TABLE "guest_taps" (
	"user_id" uuid NOT NULL,
	"guest_id" uuid NOT NULL,
	"week_start" date NOT NULL,
	"is_kept" boolean NOT NULL,
	CONSTRAINT "guest_taps_user_id_guest_id_week_start_pk" PRIMARY KEY("user_id","guest_id","week_start")
);
--> statement-breakpoint
CREATE TABLE "guests" (
	"user_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"name" text NOT NULL,
	"token_hash" "bytea" NOT NULL,
	"first_week" date NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"last_tap_at" timestamp with time zone NOT NULL,
	"pact_agreed_at" timestamp with time zone,
	"pact_from" date,
	"claimed_by" uuid,
	CONSTRAINT "guests_user_id_id_pk" PRIMARY KEY("user_id","id")
);
--> statement-breakpoint
CREATE TABLE "tapped_weeks" (
	"user_id" uuid NOT NULL,
	"week_start" date NOT NULL,
	"is_kept" boolean NOT NULL,
	CONSTRAINT "tapped_weeks_user_id_week_start_pk" PRIMARY KEY("user_id","week_start")
);
--> statement-breakpoint
ALTER TABLE "guest_taps" ADD CONSTRAINT "guest_taps_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "guest_taps" ADD CONSTRAINT "guest_taps_user_id_guest_id_guests_user_id_id_fk" FOREIGN KEY ("user_id","guest_id") REFERENCES "public"."guests"("user_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "guests" ADD CONSTRAINT "guests_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "tapped_weeks" ADD CONSTRAINT "tapped_weeks_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;