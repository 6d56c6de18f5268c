import type { Variables } from './variables.ts';

/** Configuration of webhooks. */
export interface WebhooksConfig {
  /** Origins in the operator's own network that webhooks may be sent to, such as `http://crm.internal:8080`. */
  privateOrigins: readonly string[];
}

/** Reads the environment variables of webhooks. Adds a sentence to `faults` for each fault. */
export function readWebhooks(env: Readonly<Record<string, string | undefined>>, faults: string[]): WebhooksConfig {
  const origins = (env['WEBHOOK_PRIVATE_ORIGINS'] ?? '')
    .split(',')
    .map((text) => text.trim())
    .filter(Boolean);
  const privateOrigins = origins.map((text) => URL.parse(text));
  if (privateOrigins.some((url) => !url || !['http:', 'https:'].includes(url.protocol) || url.username !== '' || url.pathname !== '/'))
    faults.push('WEBHOOK_PRIVATE_ORIGINS: must be origins such as http://crm.internal:8080, separated by commas');
  return { privateOrigins: privateOrigins.flatMap((url) => (url ? [url.origin] : [])) };
}

/** Environment variables of webhooks. */
export const webhooksVariables: Variables = {
  WEBHOOK_PRIVATE_ORIGINS: {
    type: 'origins',
    description: 'Origins in your own network that webhooks may be sent to, separated by commas ([Webhooks](../operating/webhooks.md)).',
  },
};
