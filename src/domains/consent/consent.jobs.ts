import type { Site } from '#app/site.ts';
import type { Job } from '#app/core/jobs/job.ts';
import { readConfiguration } from './configuration/configuration.ts';
import { queueCountryDatabase } from './country/country-work.ts';
import { readLogEnd } from './log/log-end.ts';
import { deleteOldConsents } from './log/retention.service.ts';

/** Deletes expired consents, even if no new ones are documented. Starts every hour, but deletes at most once in 24 hours. */
export const removeOldConsents: Job<Site> = {
  name: 'remove-old-consents',
  cron: '23 * * * *',
  run: async (site) => {
    const removed = await deleteOldConsents(site);
    if (removed) site.log.info({ removed }, 'old consents deleted');
  },
};

/**
 * Writes the end of the consent log to the server log every hour, so that operators can later prove that no entries at its end were deleted
 * (`consent verify`).
 */
export const recordLogEnd: Job<Site> = {
  name: 'note-end-of-consents',
  cron: '7 * * * *',
  run: async (site) => {
    const { position, link } = await readLogEnd(site);
    if (position > 0) site.log.info({ position, link }, 'end of the consent log');
  },
};

/** Reloads the map of IP addresses to countries every Sunday while the country bypass is on (docs/behaviour/consent-queue-product.md 2.5). */
export const refreshCountries: Job<Site> = {
  name: 'refresh-countries',
  cron: '59 23 * * 0',
  run: async (site) => {
    const { options } = await readConfiguration(site);
    if (options.countryBypass) await queueCountryDatabase(site);
  },
};
