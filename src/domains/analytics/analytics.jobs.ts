import type { Site } from '#app/site.ts';
import type { Job } from '#app/core/jobs/job.ts';
import { startDueBatches } from './email-reports/batches.ts';
import { sendDueReports } from './email-reports/due-reports.ts';
import { detectEvents } from './modules/analytics-4/detected-events.ts';

/** Detects events once a day, at night (docs/behaviour/analytics.md 5.3). */
export const detectEventsJob: Job<Site> = { name: 'analytics-events', cron: '23 3 * * *', run: detectEvents };

/**
 * Mails the reports whose time has come (docs/behaviour/analytics.md 7.5). The database stores them, so that a late run or another process sends all
 * of them.
 */
export const mailReports: Job<Site> = {
  name: 'analytics-reports',
  cron: '* * * * *',
  run: async (site) => {
    await startDueBatches(site);
    const sent = await sendDueReports(site);
    if (sent > 0) site.log.info({ sent }, 'reports mailed');
  },
};
