import type { Site } from '#app/site.ts';
import type { Job } from '#app/core/jobs/job.ts';
import { runPendingJobs } from './running.service.ts';
import { forgetDone } from './table.ts';

const WORKS_MS = 50_000;

/** Runs the service's pending jobs in the queue, even if no client requests it. */
export const runQueueJobs: Job<Site> = {
  name: 'work-queue-off',
  every: '* * * * *',
  run: async (site) => {
    const steps = await runPendingJobs(site, WORKS_MS);
    await forgetDone(site);
    if (steps > 0) site.log.info({ steps }, 'jobs of the queue worked off');
  },
};
