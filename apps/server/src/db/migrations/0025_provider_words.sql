ALTER TABLE "connections" RENAME COLUMN "item_id" TO "provider_connection_id";--> statement-breakpoint
ALTER TABLE "connections" RENAME COLUMN "public_token_hash" TO "one_time_token_hash";--> statement-breakpoint
ALTER TABLE "connections" DROP CONSTRAINT "connections_user_id_provider_item_id_unique";--> statement-breakpoint
DROP INDEX "connections_provider_item_id_index";--> statement-breakpoint
CREATE INDEX "connections_provider_provider_connection_id_index" ON "connections" USING btree ("provider","provider_connection_id");--> statement-breakpoint
ALTER TABLE "connections" ADD CONSTRAINT "connections_user_id_provider_provider_connection_id_unique" UNIQUE("user_id","provider","provider_connection_id");