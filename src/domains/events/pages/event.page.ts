import type { FastifyReply, FastifyRequest } from 'fastify';
import { anonymous } from '#app/domains/identity/auth/viewer.ts';
import { badges, shownVenues } from '../calendar/html/event-card.ts';
import { addressOf, frontPlace } from '../calendar/place.ts';
import { plainOf } from '../calendar/plain.ts';
import { canEdit } from '../../content/content.permissions.ts';
import { isHidden } from '../../content/rendering.ts';
import { isPublicStatus } from '../../content/statuses.ts';
import { formatWall } from '../../events/date-format.ts';
import type { EventRecord } from '../../events/event.record.ts';
import { customFields } from '../../events/events.settings.ts';
import { eventJsonLd } from '../../events/json-ld.ts';
import type { VenueRecord } from '../../events/linked.record.ts';
import { scheduleText } from '../../events/schedule-text.ts';
import { addressParts, costOf, directionsOf, pageOf } from '../../events/views.ts';
import { dateFormat, timeFormat } from '#app/core/settings/site.settings.ts';
import { eventFile } from '../icalendar/feed.service.ts';
import type { Site } from '#app/site.ts';
import { eventCategory, tag } from '#app/domains/content/terms/taxonomies.ts';
import { termLink } from '#app/domains/content/terms/term.record.ts';
import { embedHead } from '#app/domains/content/pages/discovery.ts';
import { hasOpened } from '#app/domains/content/pages/post-password.ts';
import { sendPublic } from '#app/domains/content/pages/send-public.ts';
import { placesParts } from '#app/web/pages/domain-parts.ts';
import { viewerOfPage } from '#app/web/pages/forms.ts';
import { offersPart } from '#app/domains/tickets/pages/offers.part.ts';
import { type Html, html, trusted } from '#app/core/html.ts';
import {
  fact,
  feedLinks,
  feedOf,
  headOf,
  jsonLdBlock,
  nameOf,
  picture,
  sharedImage,
  summaryOf,
  textOrForm,
  unpublishedNotice,
  webLink,
} from './parts.ts';
import { placesOf } from './places.ts';
import { readableEvent } from './readable.ts';
import { sendFeed, wantsFeed } from './send-feed.ts';

function venueFact(site: Site, event: EventRecord, venue: VenueRecord): Html {
  const parts = isHidden(venue) ? [] : addressParts(venue);
  const directions = event.showMapLink ? directionsOf(venue) : '';
  return html`<address><a href="${pageOf(site, venue)}">${plainOf(venue.title)}</a>${parts.length > 0 && html`<br>${parts.join(', ')}`}${directions !== '' && html`<br><a href="${directions}" rel="noopener external">Show on a map</a>`}</address>`;
}

function termsFact(site: Site, event: EventRecord, taxonomy: string, label: string): Html | null {
  const terms = event.terms.filter((term) => term.taxonomy === taxonomy);
  return fact(
    label,
    terms.length > 0 && html`${terms.map((term, i) => html`${i > 0 && ', '}<a href="${termLink(site, term)}">${plainOf(term.name)}</a>`)}`,
  );
}

function moment(site: Site, event: EventRecord, which: 'start' | 'end'): Html {
  const [wall, utc] = which === 'start' ? [event.startLocal, event.startUtc] : [event.endLocal, event.endUtc];
  const day = formatWall(wall, site.settings.get(dateFormat));
  if (event.allDay) return html`<time datetime="${wall.slice(0, 10)}">${day}</time>`;
  return html`<time datetime="${utc}Z">${day}, ${formatWall(wall, site.settings.get(timeFormat))}</time> (${event.timezone})`;
}

function facts(site: Site, event: EventRecord): Html {
  const organizers = event.organizers.filter(({ status }) => status === 'publish');
  const fields = site.settings.get(customFields).map(({ name, label }) => fact(label, event.customFields[name] ?? ''));
  const details =
    !isHidden(event) &&
    html`${fact('Cost', costOf(site, event))}
${termsFact(site, event, eventCategory.name, 'Categories')}
${termsFact(site, event, tag.name, 'Tags')}
${fact('Website', webLink(event.website ?? ''))}
${shownVenues(event).map((venue) => fact('Venue', venueFact(site, event, venue)))}
${fact('Organizer', organizers.length > 0 && html`${organizers.map((organizer, i) => html`${i > 0 && ', '}<a href="${pageOf(site, organizer)}">${plainOf(organizer.title)}</a>`)}`)}
${fields}`;
  return html`<h2>Details</h2>
<dl class="evt-facts">
${fact('Start', moment(site, event, 'start'))}
${fact('End', moment(site, event, 'end'))}
${details}
</dl>`;
}

/** Sends the page of an event to a reader who may read it; throws 404 for everything else. */
export async function sendEvent(site: Site, request: FastifyRequest, reply: FastifyReply, slug: string): Promise<FastifyReply> {
  if (wantsFeed(request))
    return sendFeed(request, reply, eventFile(site, await readableEvent(site, anonymous, slug), site.config.siteUrl + request.url));
  const viewer = await viewerOfPage(site, request);
  const stored = await readableEvent(site, viewer ?? anonymous, slug);
  const isOpened = stored.password !== '' && (canEdit(viewer ?? anonymous, stored) || hasOpened(site, request, stored));
  const event = isOpened ? { ...stored, unlocked: true } : stored;
  const isPublic = isPublicStatus(event.status);
  const canonical = pageOf(site, event);
  const parts = event.showMap && !isHidden(event) ? placesParts(site, placesOf(site, shownVenues(event))) : [];
  const body = html`<article class="evt-page">
<p><a href="${addressOf(site, frontPlace)}">All events</a></p>
<h1 dir="auto">${nameOf(event)}</h1>
<p class="evt-when">${trusted(badges(event).toString())}<time datetime="${event.startUtc}Z">${trusted(scheduleText(site, event))}</time> <span class="evt-zone">${!event.allDay && event.timezone}</span></p>
${unpublishedNotice(event)}
${picture(site, event)}
${textOrForm(event)}
${facts(site, event)}
${parts.map((part) => part.body)}
${!isHidden(event) && (await offersPart(site, event.id))}
${isPublic && feedLinks(feedOf(site, event))}
${isPublic && !isHidden(event) && event.password === '' && jsonLdBlock(eventJsonLd(site, event))}
</article>`;
  const head = html`${headOf(site, {
    address: canonical,
    title: nameOf(event),
    feedUrl: feedOf(site, event),
    description: summaryOf(event),
    image: sharedImage(site, event),
  })}
${isPublic && embedHead(site, canonical)}`;
  return sendPublic(
    request,
    reply,
    site,
    { title: nameOf(event), body, viewer, head },
    { isPrivate: !isPublic || event.password !== '', parts, view: { kind: 'event', id: event.id } },
  );
}
