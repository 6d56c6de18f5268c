import type { Site } from '#app/site.ts';
import type { Job } from '#app/core/jobs/job.ts';
import { publishDueContent } from './schedule.service.ts';
import { purgeTrash } from './trash.service.ts';

/**
 * Publishes scheduled content (docs/behaviour/core-rest.md 12). A late run has no visible effect, because reads already treat content whose
 * date has passed as published.
 */
export const publishScheduled: Job<Site> = {
  name: 'publish-scheduled',
  cron: '* * * * *',
  run: async (site) => {
    const published = await publishDueContent(site);
    if (published.length > 0) site.log.info({ contents: published }, 'scheduled content published');
  },
};

export const emptyTrash: Job<Site> = {
  name: 'empty-trash',
  cron: '17 3 * * *',
  run: async (site) => {
    const count = await purgeTrash(site);
    if (count > 0) site.log.info({ count }, 'old trash deleted');
  },
};
