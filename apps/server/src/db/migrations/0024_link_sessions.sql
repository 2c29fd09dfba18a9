ALTER TABLE "link_attempts" RENAME TO "link_sessions";--> statement-breakpoint
ALTER TABLE "link_sessions" RENAME COLUMN "link_token" TO "provider_session_id";--> statement-breakpoint
ALTER TABLE "link_sessions" DROP CONSTRAINT "link_attempts_user_id_users_id_fk";
--> statement-breakpoint
ALTER TABLE "link_sessions" DROP CONSTRAINT "link_attempts_user_id_state_hash_pk";--> statement-breakpoint
ALTER TABLE "link_sessions" ADD CONSTRAINT "link_sessions_user_id_state_hash_pk" PRIMARY KEY("user_id","state_hash");--> statement-breakpoint
ALTER TABLE "link_sessions" ADD CONSTRAINT "link_sessions_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;