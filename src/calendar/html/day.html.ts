import type { Site } from '../../site.ts';
import type { ViewBody } from '../view.ts';
import { eventCard } from './event-card.ts';
import { type Markup, markup } from './markup.ts';

/** The events of one day under the headings of their groups. */
export function dayHtml(site: Site, { groups }: Extract<ViewBody, { kind: 'day' }>): Markup {
  return markup`${groups.map(
    ({ heading, events }, i) => markup`<h2 class="evt-separator" id="evt-group-${i}">${heading}</h2>
<ul class="evt-list" aria-labelledby="evt-group-${i}">
${events.map((event) => markup`<li>${eventCard(site, event)}</li>\n`)}</ul>`,
  )}`;
}
