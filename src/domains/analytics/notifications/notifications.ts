import { Failure } from '#app/core/failures/failure.ts';
import { siteLanguage } from '#app/core/settings/site.settings.ts';
import type { Site } from '#app/site.ts';
import type { Prisma } from '#db';
import { type Credentials, findCredentials } from '../connection/credentials.ts';
import { missingParameter } from '../failures.ts';
import { isRecord, type Json, textAt } from '../json.ts';
import { exchange, type ProviderRequest } from '../provider/client.ts';
import type { ConnectorState } from '../access/actor.ts';

export type AnalyticsNotification = Prisma.AnalyticsNotificationGetPayload<object>;

/** States that administrators can give a notification. */
const marked: ReadonlySet<string> = new Set(['accepted', 'dismissed']);

const brokerRefused = (message: string) => new Failure('broker_refused', 500, message);

/** Requests the broker's notifications. Returns undefined without a broker. Throws `broker_refused` for a refusal or an unreadable response. */
async function askBroker(site: Site, build: (credentials: Credentials) => Omit<ProviderRequest, 'family'>): Promise<unknown> {
  if (site.config.analytics.addresses.broker === undefined) return undefined;
  const credentials = await findCredentials(site);
  if (!credentials) return undefined;
  const response = await exchange(site, { family: 'broker', ...build(credentials) });
  let body: unknown;
  try {
    body = JSON.parse(response.text()) as unknown;
  } catch {
    throw brokerRefused('The broker sent no readable response.');
  }
  if (isRecord(body) && body['error'] !== undefined) throw brokerRefused(textAt(body, 'error') || 'The broker refused the request.');
  return body;
}

const fromBroker = (one: Json): AnalyticsNotification => ({
  id: textAt(one, 'id'),
  title: textAt(one, 'title'),
  content: textAt(one, 'content'),
  ctaUrl: textAt(one, 'ctaURL'),
  ctaLabel: textAt(one, 'ctaLabel'),
  ctaTarget: textAt(one, 'ctaTarget'),
  learnMoreUrl: textAt(one, 'learnMoreURL'),
  learnMoreLabel: textAt(one, 'learnMoreLabel'),
  isDismissible: one['dismissible'] !== false,
  dismissLabel: textAt(one, 'dismissLabel') || 'Dismiss',
  state: 'open',
  createdAt: new Date(0),
});

/** Lists open notifications, oldest first, and those of the broker. Empty if the site has its own OAuth client. */
export async function listNotifications(site: Site, { usesBroker }: Pick<ConnectorState, 'usesBroker'>): Promise<AnalyticsNotification[]> {
  if (!usesBroker) return [];
  const [own, told] = await Promise.all([
    site.db.prisma.analyticsNotification.findMany({ where: { state: 'open' }, orderBy: [{ createdAt: 'asc' }, { id: 'asc' }] }),
    askBroker(site, ({ clientId }) => ({
      method: 'GET',
      path: 'notifications/',
      query: { site_id: clientId, hl: site.settings.get(siteLanguage) },
    })),
  ]);
  return [...own, ...(Array.isArray(told) ? (told as unknown[]).filter(isRecord).map(fromBroker) : [])];
}

/** Marks a notification as `accepted` or `dismissed`. Returns false for an unknown notification or another state. */
export async function markNotification(site: Site, id: string, state: string): Promise<boolean> {
  if (id === '') throw missingParameter('data.notificationID');
  if (state === '') throw missingParameter('data.notificationState');
  if (!marked.has(state)) return false;
  const { count } = await site.db.prisma.analyticsNotification.updateMany({ where: { id }, data: { state } });
  if (count > 0) return true;
  const told = await askBroker(site, ({ clientId, clientSecret }) => ({
    method: 'POST',
    path: 'notifications/mark/',
    body: { site_id: clientId, site_secret: clientSecret, notification_id: id, notification_state: state },
  }));
  return isRecord(told) && told['success'] === true;
}
