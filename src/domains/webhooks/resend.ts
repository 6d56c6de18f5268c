import { notFound } from '#app/core/failures/failure.ts';
import type { Site } from '#app/site.ts';
import { deliverNow } from './delivery.ts';
import { getEndpoint } from './endpoint.service.ts';
import { readWebhookId } from './webhook-id.ts';

/** What makes a message wait once more, as if it were new. */
const AGAIN = { state: 'waiting', attempts: 0, dueAt: null, claimedUntil: null, deliveredAt: null } as const;

/** Sends a message again under the same id, whatever became of it, and returns its number. Throws `webhook_message_not_found`. */
export async function resendMessage(site: Site, text: string): Promise<bigint> {
  const named = readWebhookId(text);
  const where = named && { id: named.id, at: named.at };
  const message = where && (await site.db.prisma.webhookMessage.findFirst({ where, select: { id: true, endpointId: true } }));
  if (!message) throw notFound('webhook_message_not_found', 'There is no such message.');
  await site.db.prisma.webhookMessage.updateMany({ where: { id: message.id }, data: AGAIN });
  await deliverNow(site, message.endpointId, message.id);
  return message.id;
}

/** Has all messages sent again that an endpoint did not take since a moment; returns how many. Throws `webhook_endpoint_not_found`. */
export async function resendFailed(site: Site, endpointId: number, since: Date): Promise<number> {
  await getEndpoint(site, endpointId);
  const where = { endpointId, state: 'failed', at: { gte: since } };
  return (await site.db.prisma.webhookMessage.updateMany({ where, data: AGAIN })).count;
}

/** Sends a message that means nothing, and returns its number. Throws `webhook_endpoint_not_found`. */
export async function sendTest(site: Site, endpointId: number): Promise<bigint> {
  const { id } = await getEndpoint(site, endpointId);
  const message = await site.db.prisma.webhookMessage.create({
    data: { endpointId: id, type: 'webhook.test', object: `test ${id}`, data: { endpointId: id } },
    select: { id: true },
  });
  await deliverNow(site, id, message.id);
  return message.id;
}
