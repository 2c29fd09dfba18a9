ALTER TABLE "blocks" DROP CONSTRAINT "blocks_blocked_id_users_id_fk";
--> statement-breakpoint
ALTER TABLE "friend_invites" DROP CONSTRAINT "friend_invites_user_id_users_id_fk";
--> statement-breakpoint
ALTER TABLE "friendships" DROP CONSTRAINT "friendships_friend_id_users_id_fk";
--> statement-breakpoint
ALTER TABLE "identities" DROP CONSTRAINT "identities_user_id_users_id_fk";
--> statement-breakpoint
ALTER TABLE "login_attempts" DROP CONSTRAINT "login_attempts_user_id_users_id_fk";
--> statement-breakpoint
ALTER TABLE "map_shares" DROP CONSTRAINT "map_shares_user_id_users_id_fk";
