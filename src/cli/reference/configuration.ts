import { z } from 'zod';
import { analyticsVariables } from '../../config/analytics.ts';
import { environment } from '../../config/environment.ts';
import { paymentsVariables } from '../../config/payments.ts';
import { tracesVariables } from '../../config/traces.ts';
import { uploadsVariables } from '../../config/uploads.ts';
import type { Variables } from '../../config/variables.ts';
import { walletVariables } from '../../config/wallet.ts';
import { webhooksVariables } from '../../config/webhooks.ts';

const formatCode = (text: unknown) => `\`${String(text)}\``;

/** Describes the type of a value: its choices, or the kind of number or string. */
function describeType({ type, format, enum: choices, minimum }: z.core.JSONSchema.BaseSchema): string {
  if (choices) return choices.map(formatCode).join(', ');
  if (type === 'integer') return typeof minimum === 'number' && minimum > 0 ? `integer from ${minimum}` : 'integer';
  return format === 'uri' ? 'URL' : format === 'email' ? 'email address' : 'string';
}

/** Returns the variables of the schema with their descriptions. */
function describeVariables(): Variables {
  const { properties = {} } = z.toJSONSchema(environment, { io: 'output', unrepresentable: 'any' });
  const variables = Object.entries(environment.shape).map(([name, schema]) => {
    const { description, fallback } = schema.meta() ?? {};
    const property = properties[name];
    if (description === undefined || typeof property !== 'object')
      throw new Error(`${name} has no description in src/config/environment.ts.`);
    const constant = property.default === undefined || property.default === '' ? undefined : formatCode(property.default);
    const defaultText = fallback ?? constant;
    return [name, { type: describeType(property), description, ...(defaultText !== undefined && { fallback: defaultText }) }] as const;
  });
  return Object.fromEntries(variables);
}

const renderTable = (title: string, variables: Variables) => [
  `## ${title}`,
  '',
  '| Variable | Type | Default | Meaning |',
  '|---|---|---|---|',
  ...Object.entries(variables).map(
    ([name, { type, fallback, description }]) => `| ${formatCode(name)} | ${type} | ${fallback ?? 'none'} | ${description} |`,
  ),
  '',
];

/** Renders the page of all environment variables as Markdown. */
export function renderConfigurationPage(): string {
  return [
    '# Configuration',
    '',
    'Printed from `src/config` by `npm run print`. All settings of the process are environment variables. If some are invalid, the start fails and lists every fault.',
    '',
    ...renderTable('Service', describeVariables()),
    ...renderTable('Uploaded files', uploadsVariables),
    ...renderTable('Payments', paymentsVariables),
    ...renderTable('Wallets', walletVariables),
    ...renderTable('Webhooks', webhooksVariables),
    ...renderTable('Traces', tracesVariables),
    ...renderTable('Analytics', analyticsVariables),
  ].join('\n');
}
