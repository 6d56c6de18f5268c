import type { Site } from '#app/site.ts';
import type { Job } from '#app/core/jobs/job.ts';
import { beginDueBatches } from './email-reports/batches.ts';
import { sendDueReports } from './email-reports/worker.ts';
import { detectEvents } from './modules/analytics-4/detected-events.ts';

/** analytics.md 5.3. Once a day, when few people wait for responses. */
export const detectedEvents: Job<Site> = { name: 'analytics-events', every: '23 3 * * *', run: detectEvents };

/** analytics.md 7.5. What is due waits in the database: a late run, or one on another process, misses nothing. */
export const mailReports: Job<Site> = {
  name: 'analytics-reports',
  every: '* * * * *',
  run: async (site) => {
    await beginDueBatches(site);
    const sent = await sendDueReports(site);
    if (sent > 0) site.log.info({ sent }, 'reports mailed');
  },
};
