import type { FastifyReply } from 'fastify';
import { type Html, html, trustHtml } from '#app/core/text/html.ts';
import { isEventCancelled } from '#app/domains/events/calendar/event-status.ts';
import { listSeriesEventIds } from '#app/domains/events/series.reader.ts';
import { createFieldReader, requireOwnForm } from '#app/web/pages/forms.ts';
import { getOrganizedEvent } from '../access.ts';
import { cancelSeriesEvents, previewSeriesCancellation } from '../series/cancel.service.ts';
import { type SeriesScope, seriesScopes } from '../series/series.service.ts';
import { buildEventPath, ORGANIZE_ACTION, sendOrganizerPage, type OrganizerContext } from './organizer-page.ts';
import { parseEventId } from './event.page.ts';
import { renderActionForm, formatCount, renderEventTabs, formatMoney, getEventTitle } from './parts.ts';

/** Returns the part of the series that the query of the URL selects. */
function parseScope({ request }: OrganizerContext): SeriesScope {
  const selected = createFieldReader(request.query)('scope');
  return seriesScopes.find((scope) => scope === selected) ?? 'one';
}

const scopeNames = { one: 'organize.scope.one', following: 'organize.scope.following', all: 'organize.scope.all' } as const;

/** Renders the choice between one date and several dates of a series. Returns null for a single event. */
async function renderScopeChoice({ site, translate }: OrganizerContext, eventId: number, chosen: SeriesScope): Promise<Html | null> {
  if ((await listSeriesEventIds(site, eventId)).length < 2) return null;
  const items = seriesScopes.map(
    (scope) =>
      html`<li><a href="${buildEventPath(site, eventId, '/cancel')}?scope=${scope}"${scope === chosen && trustHtml(' aria-current="true"')}>${translate(scopeNames[scope])}</a></li>`,
  );
  return html`<nav class="org-tabs" aria-label="${translate('organize.cancelWhich')}"><ul>${items}</ul></nav>`;
}

/** Shows the consequences of cancelling an event before it is cancelled. */
export async function showCancelForm(context: OrganizerContext): Promise<FastifyReply> {
  const { site, viewer, translate } = context;
  const event = await getOrganizedEvent(site, viewer, parseEventId(context));
  const scope = parseScope(context);
  const { eventIds, people, refunds } = await previewSeriesCancellation(site, viewer, event.id, scope);
  const title = translate('organize.cancelEventTitle', { event: getEventTitle(translate, event) });
  const amounts = refunds.map(({ minor, currency }) => formatMoney(site, translate, minor, currency)).join(', ');
  const isCancelled = isEventCancelled(event) && people === 0 && eventIds.length === 1;
  const choice = await renderScopeChoice(context, event.id, scope);
  const body = html`<h1 dir="auto">${title}</h1>
${renderEventTabs(site, translate, event, '/cancel')}
${choice}
${
  isCancelled
    ? html`<p>${translate('organize.eventIsCancelled')}</p>`
    : html`${eventIds.length > 1 && html`<p>${translate('organize.cancelEventDates', { count: formatCount(translate, eventIds.length) })}</p>`}
<p>${translate('organize.cancelEventPeople', { people: formatCount(translate, people) })}</p>
<p>${amounts === '' ? translate('organize.cancelEventNoMoney') : translate('organize.cancelEventMoney', { amount: amounts })}</p>
<p>${translate('organize.cancelEventWhy')}</p>
${renderActionForm(site, viewer, { path: `${buildEventPath(site, event.id, '/cancel')}?scope=${scope}`, name: 'cancel-event', id: event.id, label: translate(eventIds.length > 1 ? 'organize.cancelSeriesSure' : 'organize.cancelEventSure'), of: getEventTitle(translate, event), style: 'danger' })}
<p><a href="${buildEventPath(site, event.id)}">${translate('organize.cancelEventNot')}</a></p>`
}`;
  return sendOrganizerPage(context, title, body);
}

/** Cancels the event and redirects to its page. */
export async function cancelFromPage(context: OrganizerContext): Promise<FastifyReply> {
  const { site, request, reply, viewer } = context;
  requireOwnForm(site, request, viewer, ORGANIZE_ACTION);
  const id = parseEventId(context);
  await cancelSeriesEvents(site, viewer, id, parseScope(context));
  return reply.redirect(`${buildEventPath(site, id)}?done=event-cancelled`, 303);
}
