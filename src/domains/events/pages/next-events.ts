import { now } from '#app/core/time/clock.ts';
import type { FrontPart } from '#app/core/domain/domain.ts';
import { html } from '#app/core/text/html.ts';
import type { Say } from '#app/core/language/say.ts';
import { anonymous } from '#app/domains/identity/auth/viewer.ts';
import { sitePath } from '#app/domains/identity/auth/redirect.ts';
import { ticketingOfEvents } from '../ticketing.ts';
import type { Site } from '#app/site.ts';
import { eventCards } from '../calendar/html/event-card.ts';
import { addressOf, frontPlace } from '../calendar/place.ts';
import { stylesheetPath } from '../calendar/stylesheet.ts';
import { eventsInOrder, findEventIds } from '../calendar/visible-events.ts';

const SHOWN = 6;

/** Renders the next public events for the front page; null if none exist. */
export async function nextEvents(site: Site, say: Say): Promise<FrontPart | null> {
  const choice = { viewer: anonymous, keyword: '', isFeatured: false };
  const events = await eventsInOrder(
    site,
    await findEventIds(site, choice, { endsAfter: now({ expiresWith: ['events'] }) }, { limit: SHOWN }),
  );
  if (events.length === 0) return null;
  const tickets = await ticketingOfEvents(site).findTicketSummaries(
    site,
    say,
    events.map(({ id }) => id),
  );
  return {
    head: html`<link rel="stylesheet" href="${sitePath(site, stylesheetPath)}">`,
    body: html`<section class="evt-page" aria-labelledby="next-events">
<h2 id="next-events">${say('event.next')}</h2>
<ul class="evt-cards">
${eventCards({ site, say, tickets }, events)}</ul>
<p><a href="${addressOf(site, frontPlace)}">${say('event.all')}</a></p>
</section>`,
  };
}
