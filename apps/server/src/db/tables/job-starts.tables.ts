import { integer, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';

/** Starts of jobs that have not ended. Few: an end deletes them. */
export const jobStarts = pgTable(
  'job_starts',
  {
    queue: text('queue').notNull(),
    jobId: uuid('job_id').notNull(),
    starts: integer('starts').notNull(),
  },
  (table) => [primaryKey({ columns: [table.queue, table.jobId] })],
);
