import type { EventType } from '#app/domains/webhooks/event-types.ts';
import { countMessages, type MessageState, listMessages } from '#app/domains/webhooks/message.list.ts';
import { formatWebhookId } from '#app/domains/webhooks/webhook-id.ts';
import { builder } from '../builder.ts';
import { visibleTo } from '../global-ids.ts';
import { webhookManagers, canManageWebhooks } from './access.ts';
import { WebhookEventType } from './event-type.ts';

const WebhookMessageState = builder.enumType('WebhookMessageState', {
  description: 'State of a message to a webhook endpoint.',
  values: {
    WAITING: { value: 'waiting', description: 'The message is queued.' },
    DELIVERED: { value: 'delivered', description: 'The endpoint responded with a 2xx status.' },
    FAILED: { value: 'failed', description: 'All attempts within a day failed.' },
  } as const satisfies Record<Uppercase<MessageState>, { value: MessageState; description: string }>,
});

builder.prismaObject('WebhookAttempt', {
  description: 'An attempt to send a message to a webhook endpoint.',
  fields: (t) => ({
    at: t.expose('at', { type: 'DateTime', description: 'When the attempt started.' }),
    status: t.exposeInt('status', { nullable: true, description: 'HTTP status of the response; null without a response.' }),
    milliseconds: t.exposeInt('ms', { description: 'Duration in milliseconds.' }),
    error: t.exposeString('error', {
      description:
        'Reason why there was no response: `timeout`, `unreachable`, `unresolved`, `forbidden_host` (a URL in a private network), `port` …; empty if there was one.',
    }),
  }),
});

/** GraphQL type of the model `WebhookMessage`. */
export const WebhookMessage = builder.prismaNode('WebhookMessage', {
  description: 'A message to a webhook endpoint, with its state.',
  ...visibleTo(canManageWebhooks),
  fields: (t) => ({
    webhookId: t.string({
      description: 'ID of the message, which the endpoint gets in the header `webhook-id`. It is the same for each attempt.',
      select: { id: true, at: true },
      resolve: ({ id, at }) => formatWebhookId(BigInt(id), at as Date),
    }),
    type: t.field({
      type: WebhookEventType,
      description: 'Type of the message.',
      select: { type: true },
      resolve: ({ type }) => type as EventType,
    }),
    at: t.expose('at', { type: 'DateTime', description: 'Time of the change that the message reports.' }),
    data: t.expose('data', {
      type: 'JSON',
      description: 'Content of the message: IDs and the main fields, no names or email addresses of people.',
    }),
    state: t.field({
      type: WebhookMessageState,
      description: 'State of the message.',
      select: { state: true },
      resolve: ({ state }) => state as MessageState,
    }),
    attempts: t.exposeInt('attempts', { description: 'Number of attempts since the message was created or resent.' }),
    dueAt: t.expose('dueAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When the next attempt is due; null if it is due at once, or if no further attempt is planned.',
    }),
    deliveredAt: t.expose('deliveredAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When the endpoint accepted the message; null if it has not accepted it.',
    }),
    endpoint: t.relation('endpoint', { description: 'The endpoint to which the message is sent.' }),
    log: t.relation('log', { description: 'The last fifty attempts, newest first.', query: { orderBy: { id: 'desc' }, take: 50 } }),
  }),
});

builder.queryFields((t) => ({
  webhookMessages: t.prismaConnection(
    {
      type: WebhookMessage,
      cursor: 'id',
      description:
        'Messages to webhook endpoints, newest first. They are stored for the number of days in the setting `webhook_kept_days`. For administrators.',
      args: {
        endpointId: t.arg.int({ description: 'Only messages to this endpoint.' }),
        state: t.arg({ type: WebhookMessageState, description: 'Only messages with this state.' }),
        type: t.arg({ type: WebhookEventType, description: 'Only messages of this type.' }),
      },
      ...webhookManagers,
      totalCount: (_root, filter, { site }) => countMessages(site, filter),
      resolve: (query, _root, filter, { site }) => listMessages(site, filter, query),
    },
    { name: 'WebhookMessageConnection', description: 'A part of a list of messages to webhook endpoints.' },
    { name: 'WebhookMessageEdge', description: 'An item of a list of messages to webhook endpoints.' },
  ),
}));
