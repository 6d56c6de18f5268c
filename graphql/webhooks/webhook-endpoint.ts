import type { EventType } from '#app/domains/webhooks/event-types.ts';
import type { DisableReason } from '#app/domains/webhooks/webhooks.mail.ts';
import { builder } from '../builder.ts';
import { visibleTo } from '../global-ids.ts';
import { webhookManagers, canManageWebhooks } from './access.ts';
import { WebhookEventType } from './event-type.ts';
import { declareFormerName } from '../public/former-names.ts';

const WebhookDisableReason = builder.enumType('WebhookOffReason', {
  description: 'Reason why the service deactivated an endpoint.',
  values: {
    FAILING: { value: 'failing', description: 'No message was accepted for the number of days in the setting `webhook_off_after_days`.' },
    GONE: { value: 'gone', description: 'The endpoint responded with status 410.' },
  } as const,
});

/** GraphQL type of the model `WebhookEndpoint`. */
export const WebhookEndpoint = builder.prismaNode('WebhookEndpoint', {
  description: 'A URL to which messages about changes of the site are sent, signed according to Standard Webhooks.',
  ...visibleTo(canManageWebhooks),
  fields: (t) => ({
    databaseId: t.exposeInt('id', { description: 'ID in the database.' }),
    url: t.exposeString('url', { description: 'URL to which messages are sent.' }),
    description: t.exposeString('description', { description: 'Description for administrators.' }),
    types: t.field({
      type: [WebhookEventType],
      description: 'Types of messages; empty if all types are sent.',
      resolve: ({ types }) => types as EventType[],
    }),
    isEnabled: t.exposeBoolean('isOn', {
      ...declareFormerName('isOn'),
      description: 'Whether messages are sent to the endpoint. Changes while the endpoint is disabled are not reported later.',
    }),
    offReason: t.field({
      type: WebhookDisableReason,
      nullable: true,
      description: 'Reason why the service deactivated the endpoint; null if the service did not deactivate it.',
      resolve: ({ offReason }) => (offReason === '' ? null : (offReason as DisableReason)),
    }),
    failingSince: t.expose('failingSince', {
      type: 'DateTime',
      nullable: true,
      description: 'Time since which all attempts have failed; null if the last attempt succeeded.',
    }),
    previousSecretUntil: t.expose('previousUntil', {
      type: 'DateTime',
      nullable: true,
      description: 'Time until which messages are also signed with the previous secret; null if there is no previous secret.',
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When the endpoint was added.' }),
  }),
});

builder.queryFields((t) => ({
  webhookEndpoints: t.prismaConnection(
    {
      type: WebhookEndpoint,
      cursor: 'id',
      description: 'Webhook endpoints, oldest first. For administrators.',
      ...webhookManagers,
      totalCount: (_root, _args, { site }) => site.db.prisma.webhookEndpoint.count(),
      resolve: (query, _root, _args, { site }) => site.db.prisma.webhookEndpoint.findMany({ ...query, orderBy: { id: 'asc' } }),
    },
    { name: 'WebhookEndpointConnection', description: 'A part of a list of webhook endpoints.' },
    { name: 'WebhookEndpointEdge', description: 'An item of a list of webhook endpoints.' },
  ),
}));
