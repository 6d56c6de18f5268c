import type { FastifyReply } from 'fastify';
import { type Html, html, trustHtml } from '#app/core/text/html.ts';
import type { Translate } from '#app/core/language/translate.ts';
import type { TextKey } from '#app/core/language/texts/english.ts';
import { toSitePath } from '#app/domains/identity/auth/redirect.ts';
import { isEventCancelled } from '#app/domains/events/calendar/event-status.ts';
import type { EventRecord } from '#app/domains/events/event.record.ts';
import type { Site } from '#app/site.ts';
import { createFieldReader, parseNumber } from '#app/web/pages/forms.ts';
import { getSettingsLinks } from '#app/web/pages/navigation.ts';
import { type EventScope, eventScopes, listOrganizedEvents } from '../event.list.ts';
import { type EventSales, loadSales } from '../sales.reader.ts';
import { buildEventPath, ORGANIZE_PATH, sendOrganizerPage, type OrganizerContext } from './organizer-page.ts';
import { renderSalesList, renderPageLinks, renderSearchForm, formatStart, formatStatus, getEventTitle } from './parts.ts';

const PER_PAGE = 20;

const labels: Readonly<Record<EventScope, TextKey>> = {
  upcoming: 'organize.scope.upcoming',
  past: 'organize.scope.past',
  drafts: 'organize.scope.drafts',
};
const emptyTexts: Readonly<Record<EventScope, TextKey>> = {
  upcoming: 'organize.nothing.upcoming',
  past: 'organize.nothing.past',
  drafts: 'organize.nothing.drafts',
};

function renderItem(site: Site, translate: Translate, event: EventRecord, sales: EventSales | undefined): Html {
  const { id, status } = event;
  return html`<li class="org-event"><h2 dir="auto"><a href="${buildEventPath(site, id)}">${getEventTitle(translate, event)}</a></h2>
<p class="quiet">${formatStart(site, translate, event)}${status !== 'publish' && html` <span class="org-state">${formatStatus(translate, status)}</span>`}${isEventCancelled(event) && html` <span class="org-state">${translate('event.cancelled')}</span>`}</p>
${sales && renderSalesList(site, translate, sales, 'org-facts')}</li>`;
}

/** Shows a user's editable events with their sales. Runs the same number of SQL statements for every page. */
export async function showList(context: OrganizerContext): Promise<FastifyReply> {
  const { site, request, viewer, translate } = context;
  const field = createFieldReader(request.query);
  const scope = eventScopes.find((name) => name === field('show')) ?? 'upcoming';
  const query = field('q').trim().slice(0, 200);
  const page = Math.max(parseNumber(field('page')), 1);
  const events = await listOrganizedEvents(site, viewer, { scope, search: query, page, perPage: PER_PAGE });
  const ids = events.nodes.map(({ id }) => id);
  const sales = new Map((await loadSales(site, ids)).map((eventSales) => [eventSales.id, eventSales]));
  const settings = await getSettingsLinks(site, viewer, translate);
  const path = toSitePath(site, ORGANIZE_PATH);
  const buildPageUrl = (pageNumber: number) => `${path}?${new URLSearchParams({ show: scope, q: query, page: String(pageNumber) })}`;
  const tabs = eventScopes.map(
    (name) =>
      html`<li><a href="${path}?show=${name}"${name === scope && trustHtml(' aria-current="page"')}>${translate(labels[name])}</a></li>`,
  );
  const body = html`<div class="org-top"><h1>${translate('organize.yours')}</h1><a class="button" href="${toSitePath(site, `${ORGANIZE_PATH}/events/new`)}">${translate('organize.new')}</a></div>
<nav class="org-tabs" aria-label="${translate('organize.which')}"><ul>${tabs}</ul></nav>
${renderSearchForm(translate, path, translate('organize.words'), query, { show: scope })}
${events.nodes.length === 0 && html`<p>${translate(query === '' ? emptyTexts[scope] : 'organize.noWords')}</p>`}
<ul class="org-list">${events.nodes.map((event) => renderItem(site, translate, event, sales.get(event.id)))}</ul>
${renderPageLinks(translate, buildPageUrl, page, events.totalPages)}
${settings.length > 0 && html`<h2>${translate('organize.settings')}</h2><ul class="plain">${settings.map((link) => html`<li><a href="${toSitePath(site, link.path)}">${link.label}</a></li>`)}</ul>`}`;
  return sendOrganizerPage(context, translate('event.organize'), body);
}
