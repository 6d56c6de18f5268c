import type { EventRecord } from '../../event.record.ts';
import type { ViewBody } from '../view.ts';
import { monthName } from '../words.ts';
import { type CardContext, eventCards } from './event-card.ts';
import { type Html, html } from '#app/core/text/html.ts';

type ListBody = Extract<ViewBody, { kind: 'list' }>;

function monthGroups(events: readonly EventRecord[]): [string, EventRecord[]][] {
  const groups = new Map<string, EventRecord[]>();
  for (const event of events) {
    const month = event.startLocal.slice(0, 7);
    groups.set(month, [...(groups.get(month) ?? []), event]);
  }
  return [...groups];
}

/** Renders one list of events for each month, under the name of the month. */
export function listHtml(context: CardContext, { events }: ListBody): Html {
  const months = monthGroups(events).map(
    ([
      month,
      group,
    ]) => html`<h2 class="evt-separator" id="evt-month-${month}"><time datetime="${month}">${monthName(context.say, month)}</time></h2>
<ul class="evt-list" aria-labelledby="evt-month-${month}">
${eventCards(context, group)}</ul>`,
  );
  return html`${months}`;
}

/** Renders the events that ended last, below a view without upcoming events. */
export function latestPastHtml(context: CardContext, events: readonly EventRecord[]): Html | false {
  return (
    events.length > 0 &&
    html`<h2 class="evt-separator" id="evt-latest-past">${context.say('calendar.latestPast')}</h2>
<ul class="evt-list" aria-labelledby="evt-latest-past">
${eventCards(context, events)}</ul>`
  );
}
