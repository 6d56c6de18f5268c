import type { EventRecord } from '../../event.record.ts';
import type { ViewBody } from '../view.ts';
import { formatMonth } from '../format-days.ts';
import { type CardContext, renderEventCards } from './event-card.ts';
import { type Html, html } from '#app/core/text/html.ts';

type ListBody = Extract<ViewBody, { kind: 'list' }>;

function groupByMonth(events: readonly EventRecord[]): [string, EventRecord[]][] {
  const groups = new Map<string, EventRecord[]>();
  for (const event of events) {
    const month = event.startLocal.slice(0, 7);
    groups.set(month, [...(groups.get(month) ?? []), event]);
  }
  return [...groups];
}

/** Renders one list of events for each month, under the name of the month. */
export function renderList(context: CardContext, { events }: ListBody): Html {
  const months = groupByMonth(events).map(
    ([
      month,
      group,
    ]) => html`<h2 class="evt-separator" id="evt-month-${month}"><time datetime="${month}">${formatMonth(context.translate, month)}</time></h2>
<ul class="evt-list" aria-labelledby="evt-month-${month}">
${renderEventCards(context, group)}</ul>`,
  );
  return html`${months}`;
}

/** Renders the latest past events, below a view without upcoming events; false if none exist. */
export function renderLatestPast(context: CardContext, events: readonly EventRecord[]): Html | false {
  return (
    events.length > 0 &&
    html`<h2 class="evt-separator" id="evt-latest-past">${context.translate('calendar.latestPast')}</h2>
<ul class="evt-list" aria-labelledby="evt-latest-past">
${renderEventCards(context, events)}</ul>`
  );
}
