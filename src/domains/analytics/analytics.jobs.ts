import type { Site } from '#app/site.ts';
import type { Job } from '#app/core/jobs/job.ts';
import { beginDueBatches } from './email-reports/batches.ts';
import { sendDueReports } from './email-reports/worker.ts';
import { detectEvents } from './modules/analytics-4/detected-events.ts';

/** Runs once a day, at a time with few visitors (analytics.md 5.3). */
export const detectedEvents: Job<Site> = { name: 'analytics-events', every: '23 3 * * *', run: detectEvents };

/** Mails reports (analytics.md 7.5). Due reports are stored in the database, so that a late run or another process sends them all. */
export const mailReports: Job<Site> = {
  name: 'analytics-reports',
  every: '* * * * *',
  run: async (site) => {
    await beginDueBatches(site);
    const sent = await sendDueReports(site);
    if (sent > 0) site.log.info({ sent }, 'reports mailed');
  },
};
