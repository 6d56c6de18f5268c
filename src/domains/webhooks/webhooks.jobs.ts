import type { Job } from '#app/core/jobs/job.ts';
import type { Site } from '#app/site.ts';
import { deliverMessages } from './delivery.ts';

/** Delivers messages that a killed process left or an endpoint did not accept. New messages are delivered without this job. */
export const deliverWebhooks: Job<Site> = {
  name: 'deliver-webhooks',
  every: '* * * * *',
  run: async (site) => {
    const delivered = await deliverMessages(site);
    if (delivered > 0) site.log.info({ delivered }, 'webhook messages delivered');
  },
};

/** Calls `heard` when a transaction of any process has written messages, or if a notification may have been missed. */
export function onWebhooksWaiting(site: Site, heard: () => void): void {
  site.db.listen('webhook_waiting', heard, heard).catch((error: unknown) => {
    site.log.warn({ err: error }, 'new webhook messages are not heard of; they wait for the next minute');
  });
}
