import { purgeSessions } from '../auth/sessions.ts';
import { publishDueContent } from '../content/schedule.service.ts';
import { purgeTrash } from '../content/trash.service.ts';
import { purgeEmbeds } from '../embeds/embed-cache.ts';
import { purgeIdempotencyKeys } from '../http/idempotency-store.ts';
import { job, type Job } from './job.ts';

/** core-rest.md 12. Reads settle due content too, so that a missed run is never seen. */
export const publishScheduled = job({
  name: 'publish-scheduled',
  every: '* * * * *',
  run: async (site) => {
    const published = await publishDueContent(site);
    if (published.length > 0) site.log.info({ contents: published }, 'scheduled content published');
  },
});

export const emptyTrash = job({
  name: 'empty-trash',
  every: '17 3 * * *',
  run: async (site) => {
    const count = await purgeTrash(site);
    if (count > 0) site.log.info({ count }, 'old trash deleted');
  },
});

export const cleanUp = job({
  name: 'clean-up',
  every: '47 3 * * *',
  run: async (site) => {
    const [sessions, embeds, answers] = [await purgeSessions(site), await purgeEmbeds(site), await purgeIdempotencyKeys(site)];
    site.log.debug({ sessions, embeds, answers }, 'expired sessions, embeds and kept answers removed');
  },
});

/** Every job that comes back by itself. */
export const siteJobs: readonly Job[] = [publishScheduled, emptyTrash, cleanUp];
