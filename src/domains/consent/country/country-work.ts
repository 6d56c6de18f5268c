import type { QueueJobType } from '#app/core/jobs/queue-job-type.ts';
import { addJobs, hasJobs } from '#app/domains/queue/job.service.ts';
import type { Site } from '#app/site.ts';
import { loadCountryDatabase } from './country.service.ts';

const COUNTRY_JOB = 'xcb-country-database';

/** Queued work that reloads the map of IP addresses to countries. */
export const countryWork: QueueJobType<Site> = {
  type: COUNTRY_JOB,
  label: 'Map from IP addresses to countries',
  description: 'The file that maps IP addresses to countries could not be read. The previous map remains in use.',
  remedies: () => [
    { action: 'delete', linkText: 'Keep the previous map' },
    { action: 'skip', linkText: 'Try again next week' },
  ],
  async run(site, { processTotal }) {
    await loadCountryDatabase(site);
    return { process: processTotal };
  },
};

/** Queues a reload of the map, unless one is already queued. */
export async function queueCountryDatabase(site: Site): Promise<void> {
  if (await hasJobs(site, COUNTRY_JOB)) return;
  await addJobs(site, [{ type: COUNTRY_JOB, worker: 'server', retries: 3, data: {} }]);
}
