import { type Html, html } from '#app/core/text/html.ts';
import { formatUtc } from '#app/core/language/dates.ts';
import type { Translate } from '#app/core/language/translate.ts';

/** Renders a moment as a `<time>` element, in UTC. */
export function renderTime(translate: Translate, moment: Date): Html {
  return html`<time datetime="${moment.toISOString()}">${formatUtc(translate, moment)}</time>`;
}
