import { Command } from '@commander-js/extra-typings';
import { CLOCK_QUEUES } from '../jobs/job-list.ts';
import { queueDatabase, resumeParkedJobs } from '../jobs/unfinished-jobs.ts';
import type { Installation } from './installation.ts';
import type { Opener } from './open-installation.ts';

export function resumeJobsCommand({ answer }: Opener) {
  return new Command('resume-jobs')
    .description('lets jobs start again that did not end twice in a row; doctor lists them')
    .action(() => answer(resumeJobs));
}

/** Lets parked jobs start again. Parked syncs are their users' to try. */
async function resumeJobs({ db }: Installation): Promise<string> {
  const resumed = await resumeParkedJobs(queueDatabase(db), CLOCK_QUEUES);
  if (resumed === 0) return 'No job is parked.';
  return `Resumed ${resumed === 1 ? 'one job' : `${resumed} jobs`}. The server starts them within minutes.`;
}
