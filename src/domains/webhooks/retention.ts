import { now } from '#app/core/time/clock.ts';
import { subtractDays, declareBatchDelete, deleteInBatches } from '#app/core/db/expiry.ts';
import type { Site } from '#app/site.ts';
import { webhookKeptDays } from './webhooks.settings.ts';

const oldMessages = declareBatchDelete('remove_old_webhook_messages', 'webhook_message', 'id', 'at < $1');

/** Deletes old messages with their delivery logs, and expired previous secrets. Returns the number of deleted messages. */
export async function removeOldMessages(site: Site): Promise<number> {
  const moment = now();
  const { prisma } = site.db;
  await prisma.webhookEndpoint.updateMany({
    where: { previousUntil: { lt: moment } },
    data: { previousSecretSealed: null, previousUntil: null },
  });
  return await deleteInBatches(site, oldMessages, [subtractDays(moment, site.settings.get(webhookKeptDays))]);
}
