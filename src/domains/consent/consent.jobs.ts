import type { Site } from '#app/site.ts';
import type { Job } from '#app/core/jobs/job.ts';
import { readConfiguration } from './configuration/configuration.ts';
import { queueCountryDatabase } from './country/country.queued.ts';
import { logEnd } from './log/log-end.ts';
import { deleteOldConsents } from './log/retention.service.ts';

/** Consents go when their time is over, also on a site where nobody gives new ones; they are looked for at most once in 24 hours. */
export const removeOldConsents: Job<Site> = {
  name: 'remove-old-consents',
  every: '23 * * * *',
  run: async (site) => {
    const removed = await deleteOldConsents(site);
    if (removed) site.log.info({ removed }, 'old consents deleted');
  },
};

/** Where the log of consents ends stands in another log every hour: whose keeper can tell later that nothing was cut off (`consent verify`). */
export const noteLogEnd: Job<Site> = {
  name: 'note-end-of-consents',
  every: '7 * * * *',
  run: async (site) => {
    const { position, link } = await logEnd(site);
    if (position > 0) site.log.info({ position, link }, 'end of the log of consents');
  },
};

/** While the banner asks for the countries of visitors, their map is read again every Sunday (section 2.5). */
export const refreshCountries: Job<Site> = {
  name: 'refresh-countries',
  every: '59 23 * * 0',
  run: async (site) => {
    const { options } = await readConfiguration(site);
    if (options.countryBypass) await queueCountryDatabase(site);
  },
};
