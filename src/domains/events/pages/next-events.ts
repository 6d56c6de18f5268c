import { now } from '#app/core/clock.ts';
import type { FrontPart } from '#app/core/domain/domain.ts';
import { html, trusted } from '#app/core/html.ts';
import { anonymous } from '#app/domains/identity/auth/viewer.ts';
import { sitePath } from '#app/domains/identity/auth/redirect.ts';
import type { Site } from '#app/site.ts';
import { eventCard } from '../calendar/html/event-card.ts';
import { addressOf, frontPlace } from '../calendar/place.ts';
import { stylesheetPath } from '../calendar/stylesheet.ts';
import { eventsInOrder, findEventIds } from '../calendar/visible-events.ts';

const SHOWN = 4;

/** The next events, as the front page shows them to everybody; null while there are none. */
export async function nextEvents(site: Site): Promise<FrontPart | null> {
  const choice = { viewer: anonymous, keyword: '', isFeatured: false };
  const events = await eventsInOrder(site, await findEventIds(site, choice, { endsAfter: now() }, { limit: SHOWN }));
  if (events.length === 0) return null;
  const items = events.map((event) => html`<li>${eventCard(site, event)}</li>\n`);
  return {
    head: html`<link rel="stylesheet" href="${sitePath(site, stylesheetPath)}">`,
    body: html`<section class="evt-page" aria-labelledby="next-events">
<h2 id="next-events">Next events</h2>
${trusted('<ul class="evt-list">\n')}${items}${trusted('</ul>')}
<p><a href="${addressOf(site, frontPlace)}">All events</a></p>
</section>`,
  };
}
