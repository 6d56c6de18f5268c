import type { EventType } from '#app/domains/webhooks/event-types.ts';
import { countMessages, type MessageState, readMessages } from '#app/domains/webhooks/message.list.ts';
import { webhookId } from '#app/domains/webhooks/webhook-id.ts';
import { builder } from '../builder.ts';
import { seenBy } from '../global-ids.ts';
import { forAdministrators, managesWebhooks } from './access.ts';
import { WebhookEventType } from './event-type.ts';

const WebhookMessageState = builder.enumType('WebhookMessageState', {
  description: 'State of a message to a webhook endpoint.',
  values: {
    WAITING: { value: 'waiting', description: 'It is to be sent, or to be tried again.' },
    DELIVERED: { value: 'delivered', description: 'The endpoint has returned 2xx.' },
    FAILED: { value: 'failed', description: 'It was tried for a day and given up.' },
  } as const satisfies Record<Uppercase<MessageState>, { value: MessageState; description: string }>,
});

builder.prismaObject('WebhookAttempt', {
  description: 'An attempt at a message to a webhook endpoint.',
  fields: (t) => ({
    at: t.expose('at', { type: 'DateTime', description: 'When it began.' }),
    status: t.exposeInt('status', { nullable: true, description: 'Status that the endpoint returned; null without a response.' }),
    milliseconds: t.exposeInt('ms', { description: 'How long it took.' }),
    error: t.exposeString('error', {
      description:
        'Why nothing came: `timeout`, `unreachable`, `unresolved`, `forbidden_host` (an address within a private network), `port` …; empty where something did.',
    }),
  }),
});

/** Stands on the model `WebhookMessage`. */
export const WebhookMessage = builder.prismaNode('WebhookMessage', {
  description: 'A message to a webhook endpoint, with its state.',
  ...seenBy(managesWebhooks),
  fields: (t) => ({
    webhookId: t.string({
      description: 'Its id, as the endpoint gets it (`webhook-id`): the same for every attempt.',
      select: { id: true, at: true },
      resolve: ({ id, at }) => webhookId(BigInt(id), at as Date),
    }),
    type: t.field({
      type: WebhookEventType,
      description: 'What it is about.',
      select: { type: true },
      resolve: ({ type }) => type as EventType,
    }),
    at: t.expose('at', { type: 'DateTime', description: 'When it happened.' }),
    data: t.expose('data', { type: 'JSON', description: 'What it says: numbers and the main fields, no names or addresses of people.' }),
    state: t.field({
      type: WebhookMessageState,
      description: 'State of the message.',
      select: { state: true },
      resolve: ({ state }) => state as MessageState,
    }),
    attempts: t.exposeInt('attempts', { description: 'How often it was tried since it was written or sent again.' }),
    dueAt: t.expose('dueAt', { type: 'DateTime', nullable: true, description: 'When it is tried next; null = at once, or no more.' }),
    deliveredAt: t.expose('deliveredAt', { type: 'DateTime', nullable: true, description: 'When it arrived.' }),
    endpoint: t.relation('endpoint', { description: 'Whom it is for.' }),
    log: t.relation('log', { description: 'The attempts, the last fifty, newest first.', query: { orderBy: { id: 'desc' }, take: 50 } }),
  }),
});

builder.queryFields((t) => ({
  webhookMessages: t.prismaConnection(
    {
      type: WebhookMessage,
      cursor: 'id',
      description:
        'Messages to webhook endpoints, newest first, kept for as many days as the setting `webhook_kept_days` says. For administrators.',
      args: {
        endpointId: t.arg.int({ description: 'Only to this endpoint.' }),
        state: t.arg({ type: WebhookMessageState, description: 'Only in this state.' }),
        type: t.arg({ type: WebhookEventType, description: 'Only of this type.' }),
      },
      ...forAdministrators,
      totalCount: (_root, wish, { site }) => countMessages(site, wish),
      resolve: (query, _root, wish, { site }) => readMessages(site, wish, query),
    },
    { name: 'WebhookMessageConnection', description: 'A part of a list of messages to webhook endpoints.' },
    { name: 'WebhookMessageEdge', description: 'A place in a list of messages to webhook endpoints.' },
  ),
}));
