import type { EventType } from '#app/domains/webhooks/event-types.ts';
import type { OffReason } from '#app/domains/webhooks/webhooks.mail.ts';
import { builder } from '../builder.ts';
import { seenBy } from '../global-ids.ts';
import { forAdministrators, managesWebhooks } from './access.ts';
import { WebhookEventType } from './event-type.ts';
import { formerly } from '../public/former-names.ts';

const WebhookOffReason = builder.enumType('WebhookOffReason', {
  description: 'Why the service itself has switched an endpoint off.',
  values: {
    FAILING: { value: 'failing', description: 'No message has arrived for as many days as the setting `webhook_off_after_days` says.' },
    GONE: { value: 'gone', description: 'It has returned 410.' },
  } as const,
});

/** Stands on the model `WebhookEndpoint`. */
export const WebhookEndpoint = builder.prismaNode('WebhookEndpoint', {
  description: 'An address that gets messages about changes of the site, signed as Standard Webhooks define.',
  ...seenBy(managesWebhooks),
  fields: (t) => ({
    databaseId: t.exposeInt('id', { description: 'Number that identifies it.' }),
    url: t.exposeString('url', { description: 'Where messages go.' }),
    description: t.exposeString('description', { description: 'What administrators call it.' }),
    types: t.field({
      type: [WebhookEventType],
      description: 'Types of messages; empty = all.',
      resolve: ({ types }) => types as EventType[],
    }),
    isEnabled: t.exposeBoolean('isOn', {
      ...formerly('isOn'),
      description: 'Whether it gets messages. What changes while it does not is not told later.',
    }),
    offReason: t.field({
      type: WebhookOffReason,
      nullable: true,
      description: 'Why the service itself has switched it off; null where it did not.',
      resolve: ({ offReason }) => (offReason === '' ? null : (offReason as OffReason)),
    }),
    failingSince: t.expose('failingSince', {
      type: 'DateTime',
      nullable: true,
      description: 'Since when no message has arrived although some were tried; null where the last one did.',
    }),
    previousSecretUntil: t.expose('previousUntil', {
      type: 'DateTime',
      nullable: true,
      description: 'Until then messages are signed with the secret before as well.',
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When it was added.' }),
  }),
});

builder.queryFields((t) => ({
  webhookEndpoints: t.prismaConnection(
    {
      type: WebhookEndpoint,
      cursor: 'id',
      description: 'Endpoints that get messages about changes, in the order in which they were added. For administrators.',
      ...forAdministrators,
      totalCount: (_root, _args, { site }) => site.db.prisma.webhookEndpoint.count(),
      resolve: (query, _root, _args, { site }) => site.db.prisma.webhookEndpoint.findMany({ ...query, orderBy: { id: 'asc' } }),
    },
    { name: 'WebhookEndpointConnection', description: 'A part of a list of webhook endpoints.' },
    { name: 'WebhookEndpointEdge', description: 'A place in a list of webhook endpoints.' },
  ),
}));
