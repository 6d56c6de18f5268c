import { type EventType, eventTypes } from '#app/domains/webhooks/event-types.ts';
import { builder } from '../builder.ts';

const values = Object.fromEntries(
  Object.entries(eventTypes).map(([value, description]) => [value.toUpperCase().replace('.', '_'), { value, description }]),
) as Record<string, { value: EventType; description: string }>;

export const WebhookEventType = builder.enumType('WebhookEventType', {
  description: 'Type of a message to a webhook endpoint. Messages contain the name with a dot: `order.completed`.',
  values,
});
