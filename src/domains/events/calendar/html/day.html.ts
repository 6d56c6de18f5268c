import type { Say } from '#app/core/language/say.ts';
import type { Site } from '#app/site.ts';
import type { ViewBody } from '../view.ts';
import { eventCard } from './event-card.ts';
import { type Html, html } from '#app/core/text/html.ts';

/** The events of one day under the headings of their groups. */
export function dayHtml(site: Site, say: Say, { groups }: Extract<ViewBody, { kind: 'day' }>): Html {
  return html`${groups.map(
    ({ heading, events }, i) => html`<h2 class="evt-separator" id="evt-group-${i}">${heading}</h2>
<ul class="evt-list" aria-labelledby="evt-group-${i}">
${events.map((event) => html`<li>${eventCard(site, say, event)}</li>\n`)}</ul>`,
  )}`;
}
