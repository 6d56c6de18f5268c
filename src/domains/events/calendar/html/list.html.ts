import type { EventRecord } from '../../event.record.ts';
import type { Site } from '#app/site.ts';
import type { ViewBody } from '../view.ts';
import { monthName } from '../words.ts';
import { eventCard } from './event-card.ts';
import { type Html, html } from '#app/core/html.ts';

type ListBody = Extract<ViewBody, { kind: 'list' }>;

function monthGroups(events: readonly EventRecord[]): [string, EventRecord[]][] {
  const groups = new Map<string, EventRecord[]>();
  for (const event of events) {
    const month = event.startLocal.slice(0, 7);
    groups.set(month, [...(groups.get(month) ?? []), event]);
  }
  return [...groups];
}

function itemsOf(site: Site, events: readonly EventRecord[]): Html[] {
  return events.map((event) => html`<li>${eventCard(site, event)}</li>\n`);
}

/** Events month by month, each month a list under its name; below them what ended last where nothing is to come. */
export function listHtml(site: Site, { events, latestPast }: ListBody): Html {
  const months = monthGroups(events).map(
    ([month, group]) => html`<h2 class="evt-separator" id="evt-month-${month}"><time datetime="${month}">${monthName(month)}</time></h2>
<ul class="evt-list" aria-labelledby="evt-month-${month}">
${itemsOf(site, group)}</ul>`,
  );
  const past =
    latestPast.length > 0 &&
    html`<h2 class="evt-separator" id="evt-latest-past">Latest past events</h2>
<ul class="evt-list" aria-labelledby="evt-latest-past">
${itemsOf(site, latestPast)}</ul>`;
  return html`${months}${past}`;
}
