import { now } from '#app/core/time/clock.ts';
import type { FrontPart } from '#app/core/domain/domain.ts';
import { html } from '#app/core/text/html.ts';
import type { Translate } from '#app/core/language/translate.ts';
import { anonymous } from '#app/domains/identity/auth/viewer.ts';
import { toSitePath } from '#app/domains/identity/auth/redirect.ts';
import { getTicketing } from '../ticketing.ts';
import type { Site } from '#app/site.ts';
import { renderEventCards } from '../calendar/html/event-card.ts';
import { buildCalendarUrl, startPageQuery } from '../calendar/calendar-query.ts';
import { stylesheetPath } from '../calendar/stylesheet.ts';
import { loadEventsInOrder, findEventIds } from '../calendar/visible-events.ts';

const MAX_EVENTS = 6;

/** Renders the next public events for the front page; null if none exist. */
export async function renderNextEvents(site: Site, translate: Translate): Promise<FrontPart | null> {
  // `expiresWith`: a cached response expires when an event starts or ends
  const endsAfter = now({ expiresWith: ['events'] });
  const filter = { viewer: anonymous, keyword: '', isFeatured: false };
  const events = await loadEventsInOrder(site, await findEventIds(site, filter, { endsAfter }, { limit: MAX_EVENTS }));
  if (events.length === 0) return null;
  const tickets = await getTicketing(site).findTicketSummaries(
    site,
    translate,
    events.map(({ id }) => id),
  );
  return {
    head: html`<link rel="stylesheet" href="${toSitePath(site, stylesheetPath)}">`,
    body: html`<section class="evt-page" aria-labelledby="next-events">
<h2 id="next-events">${translate('event.next')}</h2>
<ul class="evt-cards">
${renderEventCards({ site, translate, tickets }, events)}</ul>
<p><a href="${buildCalendarUrl(site, startPageQuery)}">${translate('event.all')}</a></p>
</section>`,
  };
}
