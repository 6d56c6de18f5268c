import { notFound } from '#app/core/failures/failure.ts';
import type { Site } from '#app/site.ts';
import { deliverNow } from './delivery.ts';
import { getEndpoint } from './endpoint.service.ts';
import { parseWebhookId } from './webhook-id.ts';

/** Values of a message that waits to be sent. */
const WAITING = { state: 'waiting', attempts: 0, dueAt: null, claimedUntil: null, deliveredAt: null } as const;

/** Sends a message in any state again, with the same ID. Returns the database ID. Throws `webhook_message_not_found`. */
export async function resendMessage(site: Site, text: string): Promise<bigint> {
  const parsedId = parseWebhookId(text);
  const where = parsedId && { id: parsedId.id, at: parsedId.at };
  const message = where && (await site.db.prisma.webhookMessage.findFirst({ where, select: { id: true, endpointId: true } }));
  if (!message) throw notFound('webhook_message_not_found', 'There is no such message.');
  await site.db.prisma.webhookMessage.updateMany({ where: { id: message.id }, data: WAITING });
  await deliverNow(site, message.endpointId, message.id);
  return message.id;
}

/** Queues again all failed messages that an endpoint has had since a moment. Returns their number. Throws `webhook_endpoint_not_found`. */
export async function resendFailed(site: Site, endpointId: number, since: Date): Promise<number> {
  await getEndpoint(site, endpointId);
  const where = { endpointId, state: 'failed', at: { gte: since } };
  return (await site.db.prisma.webhookMessage.updateMany({ where, data: WAITING })).count;
}

/** Sends a test message and returns its database ID. Throws `webhook_endpoint_not_found`. */
export async function sendTest(site: Site, endpointId: number): Promise<bigint> {
  const { id } = await getEndpoint(site, endpointId);
  const message = await site.db.prisma.webhookMessage.create({
    data: { endpointId: id, type: 'webhook.test', object: `test ${id}`, data: { endpointId: id } },
    select: { id: true },
  });
  await deliverNow(site, id, message.id);
  return message.id;
}
