import type { Prisma } from '#db';
import type { Row } from '#app/core/db/model.ts';
import type { Site } from '#app/site.ts';
import type { EventType } from './event-types.ts';

/** How a message stands. */
export type MessageState = 'waiting' | 'delivered' | 'failed';

/** Which messages; what is absent does not limit. */
export interface MessageListOptions {
  endpointId?: number | null | undefined;
  state?: MessageState | null | undefined;
  type?: EventType | null | undefined;
}

const given = ({ endpointId, state, type }: MessageListOptions): Prisma.WebhookMessageWhereInput => ({
  ...(typeof endpointId === 'number' && { endpointId }),
  ...(state && { state }),
  ...(type && { type }),
});

/** Messages, newest first: the part and with it what `reading` says. */
export async function readMessages(
  site: Site,
  wish: MessageListOptions,
  reading: Pick<Prisma.WebhookMessageFindManyArgs, 'select' | 'include' | 'cursor' | 'take' | 'skip'>,
): Promise<Row<'WebhookMessage'>[]> {
  return (await site.db.prisma.webhookMessage.findMany({
    ...(reading as object),
    where: given(wish),
    orderBy: { id: 'desc' },
  })) as Row<'WebhookMessage'>[];
}

/** The number of messages. */
export async function countMessages(site: Site, wish: MessageListOptions): Promise<number> {
  return await site.db.prisma.webhookMessage.count({ where: given(wish) });
}
