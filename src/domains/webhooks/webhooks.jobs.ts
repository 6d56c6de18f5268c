import type { Job } from '#app/core/jobs/job.ts';
import type { Site } from '#app/site.ts';
import { deliverMessages } from './delivery.ts';

/**
 * Delivers messages that a killed process did not deliver or that an endpoint did not accept. New messages are delivered immediately, without this
 * job.
 */
export const deliverWebhooks: Job<Site> = {
  name: 'deliver-webhooks',
  cron: '* * * * *',
  run: async (site) => {
    const delivered = await deliverMessages(site);
    if (delivered > 0) site.log.info({ delivered }, 'webhook messages delivered');
  },
};

/** Calls `onWaiting` when a transaction of any process has written messages, or if a notification may have been missed. */
export function onWebhooksWaiting(site: Site, onWaiting: () => void): void {
  site.db.listen('webhook_waiting', onWaiting, onWaiting).catch((error: unknown) => {
    site.log.warn({ err: error }, 'cannot listen for new webhook messages; a job sends them every minute');
  });
}
