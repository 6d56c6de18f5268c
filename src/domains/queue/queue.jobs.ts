import type { Site } from '#app/site.ts';
import type { Job } from '#app/core/jobs/job.ts';
import { runPendingJobs } from './running.service.ts';
import { deleteDoneJobs } from './table.ts';

const BUDGET_MS = 50_000;

/** Runs the pending jobs of the service every minute, so that they do not depend on requests of clients. */
export const runQueueJobs: Job<Site> = {
  name: 'work-queue-off',
  cron: '* * * * *',
  run: async (site) => {
    const steps = await runPendingJobs(site, BUDGET_MS);
    await deleteDoneJobs(site);
    if (steps > 0) site.log.info({ steps }, 'jobs of the queue were run');
  },
};
