import type { ViewBody } from '../view.ts';
import { type CardContext, renderEventCards } from './event-card.ts';
import { type Html, html } from '#app/core/text/html.ts';

/** Renders the events of one day under the headings of their groups. */
export function renderDay(context: CardContext, { groups }: Extract<ViewBody, { kind: 'day' }>): Html {
  return html`${groups.map(
    ({ heading, events }, i) => html`<h2 class="evt-separator" id="evt-group-${i}">${heading}</h2>
<ul class="evt-list" aria-labelledby="evt-group-${i}">
${renderEventCards(context, events)}</ul>`,
  )}`;
}
