import type { Prisma } from '#db';
import type { Row } from '#app/core/db/model.ts';
import type { Site } from '#app/site.ts';
import type { EventType } from './event-types.ts';

/** State of a message. */
export type MessageState = 'waiting' | 'delivered' | 'failed';

/** Filters of a list of messages. Omitted members do not filter. */
export interface MessageListOptions {
  endpointId?: number | null | undefined;
  state?: MessageState | null | undefined;
  type?: EventType | null | undefined;
}

const whereMessage = ({ endpointId, state, type }: MessageListOptions): Prisma.WebhookMessageWhereInput => ({
  ...(typeof endpointId === 'number' && { endpointId }),
  ...(state && { state }),
  ...(type && { type }),
});

/** Returns messages, newest first. `query` selects the page and the fields. */
export async function listMessages(
  site: Site,
  options: MessageListOptions,
  query: Pick<Prisma.WebhookMessageFindManyArgs, 'select' | 'include' | 'cursor' | 'take' | 'skip'>,
): Promise<Row<'WebhookMessage'>[]> {
  return (await site.db.prisma.webhookMessage.findMany({
    ...(query as object),
    where: whereMessage(options),
    orderBy: { id: 'desc' },
  })) as Row<'WebhookMessage'>[];
}

/** Counts messages. */
export async function countMessages(site: Site, options: MessageListOptions): Promise<number> {
  return await site.db.prisma.webhookMessage.count({ where: whereMessage(options) });
}
