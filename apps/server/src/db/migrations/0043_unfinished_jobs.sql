CREATE TABLE "job_starts" (
	"queue" text NOT NULL,
	"job_id" uuid NOT NULL,
	"starts" integer NOT NULL,
	CONSTRAINT "job_starts_queue_job_id_pk" PRIMARY KEY("queue","job_id")
);
--> statement-breakpoint
ALTER TABLE "connections" ADD COLUMN "unfinished_syncs" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
CREATE INDEX "connections_parked_index" ON "connections" USING btree ("id") WHERE error_code = 'SYNC_PARKED';