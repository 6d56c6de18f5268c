import {
  createEndpoint,
  deleteEndpoint,
  type EndpointWithSecret,
  rotateSecret,
  updateEndpoint,
} from '#app/domains/webhooks/endpoint.service.ts';
import { resendFailed, resendMessage, sendTest } from '#app/domains/webhooks/resend.ts';
import { builder } from '../builder.ts';
import { webhookManagers } from './access.ts';
import { WebhookEventType } from './event-type.ts';
import { WebhookEndpoint } from './webhook-endpoint.ts';
import { WebhookMessage } from './webhook-message.ts';
import { nulls } from '../public/nulls.ts';
import { payload } from '../public/payload.ts';
import { declareFormerName } from '../public/former-names.ts';

const CreateInput = builder.inputType('CreateWebhookEndpointInput', {
  description: 'The webhook endpoint to create.',
  fields: (t) => ({
    url: t.string({
      required: true,
      description:
        'URL to which messages are sent, with https. The operator has to allow URLs in private networks (`WEBHOOK_PRIVATE_ORIGINS`).',
    }),
    description: t.string({ description: 'Description, at most 200 characters.' }),
    types: t.field({ type: [WebhookEventType], description: 'Types of messages; all types if the list is absent or empty.' }),
    isEnabled: t.boolean({ ...declareFormerName('isOn'), description: 'Whether messages are sent to the endpoint; true by default.' }),
  }),
});

const UpdateInput = builder.inputType('UpdateWebhookEndpointInput', {
  ...nulls({ clearedBy: { description: '', types: [] } }),
  description: 'The fields of a webhook endpoint to change.',
  fields: (t) => ({
    url: t.string({ description: 'New URL, with the same rules as for a new endpoint.' }),
    description: t.string({ description: 'Description, at most 200 characters.' }),
    types: t.field({ type: [WebhookEventType], description: 'Types of messages; an empty list means all types.' }),
    isEnabled: t.boolean({
      ...declareFormerName('isOn'),
      description: 'Whether messages are sent to the endpoint. When the endpoint is enabled again, waiting messages are sent.',
    }),
  }),
});

const WithSecret = builder.objectRef<EndpointWithSecret>('WebhookEndpointSecretPayload').implement({
  description: 'A webhook endpoint with its new secret.',
  fields: (t) => ({
    endpoint: t.prismaField({
      type: WebhookEndpoint,
      description: 'The endpoint after the change.',
      resolve: (query, { id }, _args, { site }) => site.db.prisma.webhookEndpoint.findUniqueOrThrow({ ...query, where: { id } }),
    }),
    secret: t.exposeString('secret', {
      description:
        'Signing secret: `whsec_` followed by base64, the format that Standard Webhooks libraries expect. It is shown only once.',
    }),
  }),
});

const endpointId = { required: true, description: 'ID of the endpoint.' } as const;

builder.mutationFields((t) => ({
  createWebhookEndpoint: t.field({
    type: WithSecret,
    ...webhookManagers,
    description:
      'Creates an endpoint to which messages about changes are sent. Error codes: `invalid_arguments`, `too_many_webhook_endpoints`. For administrators.',
    args: { input: t.arg({ type: CreateInput, required: true, description: 'The endpoint to create.' }) },
    resolve: (_root, { input }, { site }) => createEndpoint(site, input),
  }),
  updateWebhookEndpoint: t.prismaField({
    type: WebhookEndpoint,
    ...webhookManagers,
    description: 'Changes an endpoint. Error codes: `webhook_endpoint_not_found`, `invalid_arguments`. For administrators.',
    args: { id: t.arg.int(endpointId), input: t.arg({ type: UpdateInput, required: true, description: 'The fields to change.' }) },
    resolve: async (query, _root, args, { site }) => {
      await updateEndpoint(site, args.id, args.input);
      return await site.db.prisma.webhookEndpoint.findUniqueOrThrow({ ...query, where: { id: args.id } });
    },
  }),
  deleteWebhookEndpoint: t.boolean({
    ...payload('isDeleted', 'True once the endpoint is deleted.'),
    ...webhookManagers,
    description: 'Deletes an endpoint with its messages; always returns true. Error code `webhook_endpoint_not_found`. For administrators.',
    args: { id: t.arg.int(endpointId) },
    resolve: async (_root, args, { site }) => {
      await deleteEndpoint(site, args.id);
      return true;
    },
  }),
  rotateWebhookSecret: t.field({
    type: WithSecret,
    ...webhookManagers,
    description:
      'Replaces the secret of an endpoint. For some hours, messages are signed with both secrets, so that the receiver has time to change. Error code `webhook_endpoint_not_found`. For administrators.',
    args: {
      id: t.arg.int(endpointId),
      overlapHours: t.arg.int({
        defaultValue: 24,
        required: true,
        description: 'Hours for which both secrets are valid, at most 720; with 0, the previous secret is invalid at once.',
      }),
    },
    resolve: (_root, args, { site }) => rotateSecret(site, args.id, Math.min(Math.max(args.overlapHours, 0), 720)),
  }),
  testWebhookEndpoint: t.prismaField({
    type: WebhookMessage,
    ...webhookManagers,
    description:
      'Sends a message of the type `webhook.test` to an active endpoint and returns the message; the result is in its `log`. Error code `webhook_endpoint_not_found`. For administrators.',
    args: { id: t.arg.int(endpointId) },
    resolve: async (query, _root, args, { site }) => {
      const messageId = await sendTest(site, args.id);
      return await site.db.prisma.webhookMessage.findUniqueOrThrow({ ...query, where: { id: messageId } });
    },
  }),
  resendWebhookMessage: t.prismaField({
    type: WebhookMessage,
    ...webhookManagers,
    description:
      'Resends a message at once, with the same ID, whatever its state. Error code `webhook_message_not_found`. For administrators.',
    args: { webhookId: t.arg.string({ required: true, description: 'ID of the message.' }) },
    resolve: async (query, _root, args, { site }) => {
      const messageId = await resendMessage(site, args.webhookId);
      return await site.db.prisma.webhookMessage.findUniqueOrThrow({ ...query, where: { id: messageId } });
    },
  }),
  resendFailedWebhookMessages: t.int({
    ...payload('count', 'Number of messages that are sent again.'),
    ...webhookManagers,
    description:
      'Resends all messages that an endpoint did not accept, and returns their number. Error code `webhook_endpoint_not_found`. For administrators.',
    args: {
      endpointId: t.arg.int(endpointId),
      since: t.arg({ type: 'DateTime', required: true, description: 'Time of the oldest changes to send.' }),
    },
    resolve: (_root, { endpointId, since }, { site }) => resendFailed(site, endpointId, since),
  }),
}));
