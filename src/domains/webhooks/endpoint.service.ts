import { now } from '#app/core/time/clock.ts';
import { rowShape } from '#app/core/db/columns.ts';
import type { Row } from '#app/core/db/model.ts';
import { retryOnConflict } from '#app/core/db/retry-on-conflict.ts';
import { statement } from '#app/core/db/statement.ts';
import { invalid, invalidArguments, notFound } from '#app/core/failures/failure.ts';
import type { Site } from '#app/site.ts';
import type { EventType } from './event-types.ts';
import { createSecret, sealSecret } from './secret.ts';

/** Input of an endpoint. Omitted values do not change. In a new endpoint, they have their defaults. */
export interface EndpointInput {
  url?: string | null | undefined;
  description?: string | null | undefined;
  types?: readonly EventType[] | null | undefined;
  isEnabled?: boolean | null | undefined;
}

/** An endpoint with its secret, which cannot be read later. */
export interface EndpointWithSecret {
  id: number;
  secret: string;
}

const MAX_ENDPOINTS = 50;
const MAX_URL_LENGTH = 2000;
const HOUR_MS = 3_600_000;

/** True if the operator has allowed the origin of the URL, which may be in a private network. */
export const isPrivateOrigin = ({ config }: Pick<Site, 'config'>, url: string): boolean =>
  config.webhooks.privateOrigins.includes(new URL(url).origin);

/** Normalizes a URL for storing. Throws `invalid_arguments` if messages must not be sent to it. */
function checkUrl(site: Site, text: string): string {
  const url = URL.parse(text.trim());
  const refuse = (message: string) => invalidArguments({ 'input.url': { code: 'webhook_url', message } });
  if (!url || !['http:', 'https:'].includes(url.protocol) || url.href.length > MAX_URL_LENGTH)
    throw refuse(`This is not an HTTP URL of at most ${MAX_URL_LENGTH} characters.`);
  if (url.username !== '' || url.password !== '')
    throw refuse('The URL must not contain a user name or a password. Messages are signed instead.');
  if (url.protocol === 'http:' && !isPrivateOrigin(site, url.href)) throw refuse('The URL must use HTTPS.');
  return url.href;
}

const toColumns = (site: Site, { url, description, types, isEnabled }: EndpointInput) => ({
  ...(typeof url === 'string' && { url: checkUrl(site, url) }),
  ...(typeof description === 'string' && { description: description.slice(0, 200) }),
  ...(types && { types: [...new Set(types)] }),
  ...(typeof isEnabled === 'boolean' && { isOn: isEnabled }),
});

/** Creates an endpoint. It receives messages about changes from now on. Throws `invalid_arguments` or `too_many_webhook_endpoints`. */
export async function createEndpoint(site: Site, input: EndpointInput & { url: string }): Promise<EndpointWithSecret> {
  const secret = createSecret();
  const data = { ...toColumns(site, input), url: checkUrl(site, input.url), secretSealed: sealSecret(site, secret), createdAt: now() };
  const { id } = await site.db.transaction(async (tx) => {
    if ((await tx.webhookEndpoint.count()) >= MAX_ENDPOINTS)
      throw invalid('too_many_webhook_endpoints', `There are already ${MAX_ENDPOINTS} endpoints. Delete one first.`);
    return await tx.webhookEndpoint.create({ data, select: { id: true } });
  });
  return { id, secret };
}

const endpointNotFound = () => notFound('webhook_endpoint_not_found', 'There is no such endpoint.');

/** Returns an endpoint. Throws `webhook_endpoint_not_found`. */
export async function getEndpoint(site: Site, id: number): Promise<Row<'WebhookEndpoint'>> {
  const endpoint = await site.db.prisma.webhookEndpoint.findUnique({ where: { id } });
  if (!endpoint) throw endpointNotFound();
  return endpoint;
}

/** Updates an endpoint. Enabling it resets its failures. Throws `webhook_endpoint_not_found` or `invalid_arguments`. */
export async function updateEndpoint(site: Site, id: number, input: EndpointInput): Promise<void> {
  const data = { ...toColumns(site, input), ...(input.isEnabled === true && { offReason: '', failingSince: null }) };
  const { count } = await site.db.prisma.webhookEndpoint.updateMany({ where: { id }, data });
  if (count === 0) throw endpointNotFound();
}

/** Deletes an endpoint with its messages. Throws `webhook_endpoint_not_found`. */
export async function deleteEndpoint(site: Site, id: number): Promise<void> {
  const { count } = await site.db.prisma.webhookEndpoint.deleteMany({ where: { id } });
  if (count === 0) throw endpointNotFound();
}

const rotateStatement = statement(
  'rotate_webhook_secret',
  `UPDATE webhook_endpoint SET previous_secret_sealed = CASE WHEN $3::timestamptz IS NULL THEN NULL ELSE secret_sealed END, previous_until = $3::timestamptz, secret_sealed = $2
  WHERE id = $1 RETURNING id`,
  rowShape({ id: 'int' }),
);

/**
 * Creates a new secret for an endpoint. For `overlapHours`, messages are also signed with the previous secret. Throws `webhook_endpoint_not_found`.
 */
export async function rotateSecret(site: Site, id: number, overlapHours: number): Promise<EndpointWithSecret> {
  const secret = createSecret();
  const previousUntil = overlapHours > 0 ? new Date(now().getTime() + overlapHours * HOUR_MS) : null;
  const [rotated] = await retryOnConflict(() => site.db.rows(rotateStatement, [id, sealSecret(site, secret), previousUntil]));
  if (!rotated) throw endpointNotFound();
  return { id, secret };
}
