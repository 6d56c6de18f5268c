import { now } from '#app/core/clock.ts';
import type { Site } from '#app/site.ts';
import { webhookKeptDays } from './webhooks.settings.ts';

const DAY_MS = 24 * 3600_000;

/** Removes messages whose time is over with the log of their delivery, and secrets that sign no more. Answers how many messages. */
export async function removeOldMessages(site: Site): Promise<number> {
  const moment = now();
  const before = new Date(moment.getTime() - site.settings.get(webhookKeptDays) * DAY_MS);
  const { prisma } = site.db;
  await prisma.webhookEndpoint.updateMany({
    where: { previousUntil: { lt: moment } },
    data: { previousSecretSealed: null, previousUntil: null },
  });
  const { count } = await prisma.webhookMessage.deleteMany({ where: { at: { lt: before } } });
  return count;
}
