import { Failure } from '#app/core/failures/failure.ts';
import { siteLanguage } from '#app/core/settings/site.settings.ts';
import type { Site } from '#app/site.ts';
import type { Prisma } from '#db';
import { type Credentials, findCredentials } from '../connection/credentials.ts';
import { missingParameter } from '../failures.ts';
import { isRecord, type Json, getString } from '../json.ts';
import { sendRequest, type ProviderRequest } from '../provider/client.ts';
import type { ConnectorState } from '../access/actor.ts';

export type AnalyticsNotification = Prisma.AnalyticsNotificationGetPayload<object>;

/** States that administrators can set for a notification. */
const MARKED_STATES: ReadonlySet<string> = new Set(['accepted', 'dismissed']);

const brokerRefused = (message: string) => new Failure('broker_refused', 500, message);

/**
 * Sends a request to the broker and returns the parsed response. Returns undefined if the site has no broker or no credentials. Throws
 * `broker_refused` for an error or invalid JSON.
 */
async function callBroker(site: Site, build: (credentials: Credentials) => Omit<ProviderRequest, 'family'>): Promise<unknown> {
  if (site.config.analytics.addresses.broker === undefined) return undefined;
  const credentials = await findCredentials(site);
  if (!credentials) return undefined;
  const reply = await sendRequest(site, { family: 'broker', ...build(credentials) });
  let body: unknown;
  try {
    body = JSON.parse(reply.text()) as unknown;
  } catch {
    throw brokerRefused('The response of the broker is not valid JSON.');
  }
  if (isRecord(body) && body['error'] !== undefined) throw brokerRefused(getString(body, 'error') || 'The broker refused the request.');
  return body;
}

const toNotification = (notification: Json): AnalyticsNotification => ({
  id: getString(notification, 'id'),
  title: getString(notification, 'title'),
  content: getString(notification, 'content'),
  ctaUrl: getString(notification, 'ctaURL'),
  ctaLabel: getString(notification, 'ctaLabel'),
  ctaTarget: getString(notification, 'ctaTarget'),
  learnMoreUrl: getString(notification, 'learnMoreURL'),
  learnMoreLabel: getString(notification, 'learnMoreLabel'),
  isDismissible: notification['dismissible'] !== false,
  dismissLabel: getString(notification, 'dismissLabel') || 'Dismiss',
  state: 'open',
  createdAt: new Date(0),
});

/** Lists the site's open notifications, oldest first, then those of the broker. Returns an empty list if the site has its own OAuth client. */
export async function listNotifications(site: Site, { usesBroker }: Pick<ConnectorState, 'usesBroker'>): Promise<AnalyticsNotification[]> {
  if (!usesBroker) return [];
  const [stored, response] = await Promise.all([
    site.db.prisma.analyticsNotification.findMany({ where: { state: 'open' }, orderBy: [{ createdAt: 'asc' }, { id: 'asc' }] }),
    callBroker(site, ({ clientId }) => ({
      method: 'GET',
      path: 'notifications/',
      query: { site_id: clientId, hl: site.settings.get(siteLanguage) },
    })),
  ]);
  return [...stored, ...(Array.isArray(response) ? (response as unknown[]).filter(isRecord).map(toNotification) : [])];
}

/** Marks a notification of the site or the broker as `accepted` or `dismissed`. Returns false for an unknown notification or another state. */
export async function markNotification(site: Site, id: string, state: string): Promise<boolean> {
  if (id === '') throw missingParameter('data.notificationID');
  if (state === '') throw missingParameter('data.notificationState');
  if (!MARKED_STATES.has(state)) return false;
  const { count } = await site.db.prisma.analyticsNotification.updateMany({ where: { id }, data: { state } });
  if (count > 0) return true;
  const response = await callBroker(site, ({ clientId, clientSecret }) => ({
    method: 'POST',
    path: 'notifications/mark/',
    body: { site_id: clientId, site_secret: clientSecret, notification_id: id, notification_state: state },
  }));
  return isRecord(response) && response['success'] === true;
}
