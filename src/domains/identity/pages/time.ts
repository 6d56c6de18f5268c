import { type Html, html } from '#app/core/text/html.ts';
import { formatUtc } from '#app/core/language/dates.ts';
import type { Say } from '#app/core/language/say.ts';

/** Renders a moment as a `<time>` element, in UTC. */
export function renderTime(say: Say, moment: Date): Html {
  return html`<time datetime="${moment.toISOString()}">${formatUtc(say, moment)}</time>`;
}
