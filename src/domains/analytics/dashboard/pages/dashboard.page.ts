import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { rowShape } from '#app/core/db/columns.ts';
import { statement } from '#app/core/db/statement.ts';
import { html } from '#app/core/text/html.ts';
import type { Translate } from '#app/core/language/translate.ts';
import { toPlainText } from '#app/domains/events/calendar/plain-text.ts';
import { addDays } from '#app/core/time/days.ts';
import { getSiteToday } from '#app/domains/content/site-time.ts';
import { isDay, countDays, LONGEST_PERIOD, type Period } from '#app/domains/figures/reading/days.ts';
import { readBusiestEvents, loadStatistics } from '#app/domains/figures/reading/figures.ts';
import { toSitePath } from '#app/domains/identity/auth/redirect.ts';
import type { Viewer } from '#app/domains/identity/auth/viewer.ts';
import type { Site } from '#app/site.ts';
import { createFieldReader, FORM_LIMIT, requireOwnForm, getPageViewer } from '#app/web/pages/forms.ts';
import { getTextsForRequest } from '#app/web/pages/language.ts';
import { sendPage } from '#app/web/pages/layout.ts';
import { capabilities } from '../../access/capabilities.ts';
import { loadActor, SPLASH } from '../../access/facts.ts';
import { dismiss } from '../../dismissals/dismissals.ts';
import { isFrequency } from '../../email-reports/frequency.rules.ts';
import { changeSubscription } from '../../email-reports/subscription.service.ts';
import { loadStatisticsReader, type StatisticsReader, toStatisticsReader } from '../dashboard.access.ts';
import { dashboardStyles, mountDashboardAssets } from './assets.ts';
import { DASHBOARD_ACTION, renderSplash, renderSubscription } from './reader.parts.ts';
import { plotStyles } from '#app/web/pages/plot-styles.ts';
import { redirectToSignIn } from '#app/web/pages/redirect-to-sign-in.ts';

export const DASHBOARD_PATH = '/dashboard';

const DEFAULT_DAYS = 28;
const MAX_EVENTS = 15;

/** Returns the value of a form field or query parameter, or an empty string. */
type ReadField = (name: string) => string;

const getPeriodUntil = (to: string, days: number): Period => ({ from: addDays(to, 1 - days), to });

/**
 * Returns the requested period. Returns the last four weeks if no period is requested, or if the requested period is invalid. `error` then states the
 * reason.
 */
function parsePeriod(translate: Translate, today: string, readField: ReadField): { period: Period; error: string | null } {
  const defaultPeriod = getPeriodUntil(today, DEFAULT_DAYS);
  const requested = { from: readField('from'), to: readField('to') };
  if (requested.from === '' && requested.to === '') return { period: defaultPeriod, error: null };
  if (!isDay(requested.from) || !isDay(requested.to)) return { period: defaultPeriod, error: translate('figures.noDays') };
  const days = countDays(requested);
  if (days < 1) return { period: defaultPeriod, error: translate('figures.backwards') };
  return days > LONGEST_PERIOD
    ? { period: defaultPeriod, error: translate('figures.tooLong', { days: LONGEST_PERIOD }) }
    : { period: requested, error: null };
}

const selectEvent = statement(
  'event_of_figures',
  "SELECT c.id, c.title FROM event e JOIN content c ON c.id = e.content_id WHERE c.id = $1::int AND (c.status = 'publish' OR $2::bool)",
  rowShape({ id: 'int', title: 'text' }),
);

/** Returns the requested event. Null if no event or an unknown event is requested. The page then shows statistics of the whole site. */
async function findRequestedEvent(
  site: Site,
  translate: Translate,
  { canSeeSales }: StatisticsReader,
  readField: ReadField,
): Promise<{ id: number; title: string } | null> {
  const requested = readField('event');
  const [row] = /^[1-9]\d{0,8}$/.test(requested) ? await site.db.rows(selectEvent, [Number(requested), canSeeSales]) : [];
  return row ? { id: row.id, title: toPlainText(row.title) || translate('event.untitled') } : null;
}

async function showDashboard(site: Site, request: FastifyRequest, reply: FastifyReply, viewer: Viewer): Promise<FastifyReply> {
  const headLinks = html`<link rel="stylesheet" href="${toSitePath(site, plotStyles.path)}"><link rel="stylesheet" href="${toSitePath(site, dashboardStyles.path)}">`;
  const path = toSitePath(site, DASHBOARD_PATH);
  const translate = getTextsForRequest(site, request);
  const title = translate('figures.title');
  const actor = await loadActor(site, viewer);
  const { facts } = actor;
  if (!facts.isAdministrator && capabilities.view_splash(facts))
    return sendPage(reply, site, { title, translate, viewer, isNarrow: true, body: renderSplash(site, translate, viewer, path) });
  const reader = toStatisticsReader(viewer, actor);
  const readField = createFieldReader(request.query);
  const today = getSiteToday(site);
  const { period, error } = parsePeriod(translate, today, readField);
  const event = await findRequestedEvent(site, translate, reader, readField);
  const [siteStatistics, below] = await Promise.all([
    loadStatistics(site, { period, eventId: event?.id ?? null, canSeeSales: reader.canSeeSales }),
    capabilities.view_dashboard(facts) ? renderSubscription(site, translate, viewer, path) : null,
  ]);
  const events = event ? [] : await readBusiestEvents(site, siteStatistics, MAX_EVENTS);
  const presets = [
    { label: translate('figures.span.week'), period: getPeriodUntil(today, 7) },
    { label: translate('figures.span.month'), period: getPeriodUntil(today, 28) },
    { label: translate('figures.span.quarter'), period: getPeriodUntil(today, 90) },
    { label: translate('figures.span.year'), period: getPeriodUntil(today, 365) },
  ];
  const { renderDashboard } = await import('./dashboard.view.ts');
  const body = renderDashboard({ translate, path, statistics: siteStatistics, events, event, presets, error, below });
  return sendPage(
    reply,
    site,
    { title, translate, body, viewer, head: headLinks, isForStaff: true },
    error === null ? {} : { status: 400 },
  );
}

/** Handles the forms of the page: opens the shared dashboard, or changes the subscription to reports. */
async function handleForm(site: Site, request: FastifyRequest, reply: FastifyReply, viewer: Viewer): Promise<FastifyReply> {
  requireOwnForm(site, request, viewer, DASHBOARD_ACTION);
  const readField = createFieldReader(request.body);
  if (readField('act') === 'open') {
    const { facts } = await loadActor(site, viewer);
    if (capabilities.view_splash(facts)) await dismiss(site, viewer.id, 'item', SPLASH, null);
  } else {
    const { facts } = await loadStatisticsReader(site, viewer);
    const frequency = readField('frequency');
    if (capabilities.view_dashboard(facts))
      await changeSubscription(site, viewer.id, {
        isSubscribed: readField('act') === 'subscribe',
        ...(isFrequency(frequency) && { frequency }),
      });
  }
  return reply.header('Cache-Control', 'no-store').redirect(toSitePath(site, DASHBOARD_PATH), 303);
}

/**
 * Mounts `/dashboard` with the site's own statistics, for administrators and users of the shared dashboard. Redirects visitors to the
 * sign-in page.
 */
export function mountDashboard(app: FastifyInstance, site: Site): void {
  mountDashboardAssets(app);
  const requireSignedIn =
    (handler: typeof showDashboard) =>
    async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
      const viewer = await getPageViewer(site, request);
      if (viewer) return await handler(site, request, reply, viewer);
      return redirectToSignIn(site, reply, toSitePath(site, request.method === 'GET' ? request.url : DASHBOARD_PATH));
    };
  app.get(DASHBOARD_PATH, requireSignedIn(showDashboard));
  app.post(DASHBOARD_PATH, { bodyLimit: FORM_LIMIT }, requireSignedIn(handleForm));
}
