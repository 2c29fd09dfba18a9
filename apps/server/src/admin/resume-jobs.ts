import { CLOCK_QUEUES } from '../jobs/job-queue.ts';
import { queueDatabase, resumeParkedJobs } from '../jobs/unfinished-jobs.ts';
import type { Admin } from './admin.ts';

/** Lets parked jobs start again. Parked syncs are their users' to try. */
export async function resumeJobsCommand({ db }: Admin): Promise<string> {
  const resumed = await resumeParkedJobs(queueDatabase(db), CLOCK_QUEUES);
  if (resumed === 0) return 'No job is parked.';
  return `Resumed ${resumed === 1 ? 'one job' : `${resumed} jobs`}. The server starts them within minutes.`;
}
