import type { TextKey } from '#app/core/language/texts/english.ts';
import { type Html, html } from '#app/core/text/html.ts';
import { isEventCancelled } from '#app/domains/events/calendar/event-status.ts';
import { loadEvents } from '#app/domains/events/event.reader.ts';
import type { EventRecord } from '#app/domains/events/event.record.ts';
import { listSeriesEventIds } from '#app/domains/events/series.reader.ts';
import { hasEventDiscountCodes } from '#app/domains/checkout/discounts/copy-codes.ts';
import { createFieldReader } from '#app/web/pages/forms.ts';
import { MAX_OCCURRENCES } from '../series/recurrence.rules.ts';
import { buildEventPath, type OrganizerContext } from './organizer-page.ts';
import { renderCheckbox, renderInput, renderOpenAttribute } from './fields.ts';
import { renderActionForm, formatStart, formatStatus, getEventTitle } from './parts.ts';

/** Renders a checkbox for copying the discount codes of an event. Returns null if the event has no codes. */
export async function renderCopyCodesField(
  { site, translate, request }: OrganizerContext,
  event: EventRecord,
  label: TextKey,
): Promise<Html | null> {
  if (!(await hasEventDiscountCodes(site, event.id))) return null;
  const field = createFieldReader(request.body);
  return renderCheckbox({ name: 'codes', label: translate(label), isChecked: request.method === 'GET' || field('codes') !== '' });
}

/** Renders the form that adds dates to a series. */
async function renderExtendForm(context: OrganizerContext, event: EventRecord, last: EventRecord): Promise<Html> {
  const { site, viewer, translate, request } = context;
  const until = createFieldReader(request.body)('until').slice(0, 10);
  const fields = html`<p class="hint">${translate('organize.extendHint')}</p>
${renderInput(null, { name: 'until', label: translate('organize.until'), type: 'date', value: until, attributes: 'required' })}
${await renderCopyCodesField(context, last, 'organize.withCodes')}`;
  const path = buildEventPath(site, event.id);
  return html`<details${renderOpenAttribute(until !== '')}><summary>${translate('organize.extendSeries')}</summary>${renderActionForm(site, viewer, { path, name: 'extend-series', id: event.id, label: translate('organize.addDates'), of: getEventTitle(translate, event), style: '', fields })}</details>`;
}

/** Renders the dates of an event's series, and a form that adds dates. Returns null for a single event. */
export async function renderSeriesPart(context: OrganizerContext, event: EventRecord): Promise<Html | null> {
  const { site, translate } = context;
  const ids = await listSeriesEventIds(site, event.id);
  if (ids.length < 2) return null;
  const events = new Map((await loadEvents(site, ids)).map((date) => [date.id, date]));
  const dates = ids.flatMap((id) => events.get(id) ?? []);
  const items = dates.map((date) => {
    const state = isEventCancelled(date)
      ? translate('event.cancelled')
      : date.status === 'publish'
        ? ''
        : formatStatus(translate, date.status);
    const when = formatStart(site, translate, date);
    return html`<li>${date.id === event.id ? html`<strong>${when}</strong> (${translate('organize.thisDate')})` : html`<a href="${buildEventPath(site, date.id)}">${when}</a>`}${state !== '' && html` <span class="org-state">${state}</span>`}</li>`;
  });
  return html`<h2 id="series">${translate('organize.datesOfSeries')}</h2><ul class="org-dates">${items}</ul>
${ids.length < MAX_OCCURRENCES && (await renderExtendForm(context, event, dates.at(-1) ?? event))}
<p><a href="${buildEventPath(site, event.id, '/cancel')}?scope=all">${translate('organize.cancelSeries')}</a></p>`;
}
