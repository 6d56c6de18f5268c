import type { FastifyReply, FastifyRequest } from 'fastify';
import { sitePath } from '#app/domains/identity/auth/redirect.ts';
import { anonymous, type Viewer } from '#app/domains/identity/auth/viewer.ts';
import type { Say } from '#app/core/language/say.ts';
import { shownVenues } from '../calendar/html/event-card.ts';
import { calendarUrl, startPageQuery } from '../calendar/calendar-query.ts';
import { plainOf } from '../calendar/plain.ts';
import { canEdit } from '../../content/content.permissions.ts';
import { isHidden } from '../../content/rendering.ts';
import { isPublicStatus } from '../../content/statuses.ts';
import type { EventRecord } from '../../events/event.record.ts';
import { customFields } from '../../events/events.settings.ts';
import { eventJsonLd } from '../../events/json-ld.ts';
import { costOf, pageOf } from '../../events/views.ts';
import { eventFile } from '../icalendar/feed.service.ts';
import type { Site } from '#app/site.ts';
import { eventCategory, tag } from '#app/domains/content/terms/taxonomies.ts';
import { termLink } from '#app/domains/content/terms/term.record.ts';
import { embedHead } from '#app/domains/content/pages/discovery.ts';
import { hasOpened } from '#app/domains/content/pages/post-password.ts';
import { sendPublic } from '#app/domains/content/pages/send-public.ts';
import { placesParts } from '#app/web/pages/domain-parts.ts';
import { viewerOfPage } from '#app/web/pages/forms.ts';
import { loadOffers } from '#app/domains/tickets/offer.ts';
import { buildChoosingScript } from '#app/domains/tickets/pages/choosing/once.ts';
import { renderOffersPart } from '#app/domains/tickets/pages/offers.part.ts';
import { summarizeOffers } from '#app/domains/tickets/ticket-summary.ts';
import { readerOf, sayTo } from '#app/web/pages/language.ts';
import { dataBlock, Html, html } from '#app/core/text/html.ts';
import { eventBox, isClosed } from './event-box.ts';
import { eventLinks } from './event-links.ts';
import {
  fact,
  feedLinks,
  feedOf,
  headOf,
  nameOf,
  picture,
  sharedImage,
  summaryOf,
  textOrForm,
  unpublishedNotice,
  webLink,
} from './parts.ts';
import { placeCard } from './place-card.ts';
import { placesOf } from './places.ts';
import { moreDates } from './more-dates.part.ts';
import { requireReadableEvent } from './readable.ts';
import { sendFeed, wantsFeed } from './send-feed.ts';

function termsFact(site: Site, event: EventRecord, taxonomy: string, label: string): Html | null {
  const terms = event.terms.filter((term) => term.taxonomy === taxonomy);
  return fact(
    label,
    terms.length > 0 && html`${terms.map((term, i) => html`${i > 0 && ', '}<a href="${termLink(site, term)}">${plainOf(term.name)}</a>`)}`,
  );
}

/** Renders the facts that the top of the page (when and where) does not show; null for an event without them. */
function facts(site: Site, say: Say, event: EventRecord, hasOffers: boolean): Html | null {
  if (isHidden(event)) return null;
  const organizers = event.organizers.filter(({ status }) => status === 'publish');
  const lines = [
    !hasOffers && fact(say('event.cost'), costOf(site, event)),
    termsFact(site, event, eventCategory.name, say('event.categories')),
    termsFact(site, event, tag.name, say('event.tags')),
    fact(say('event.website'), webLink(event.website ?? '')),
    fact(
      say('event.organizer'),
      organizers.length > 0 &&
        html`${organizers.map((organizer, i) => html`${i > 0 && ', '}<a href="${pageOf(site, organizer)}">${plainOf(organizer.title)}</a>`)}`,
    ),
    ...site.settings.get(customFields).map(({ name, label }) => fact(label, event.customFields[name] ?? '')),
  ].filter((line) => line instanceof Html);
  return lines.length === 0 ? null : html`<h2>${say('event.details')}</h2>\n<dl class="evt-facts">\n${lines}\n</dl>`;
}

/** Renders links for editors and staff; null for visitors. */
function workLinks(site: Site, say: Say, viewer: Viewer | null, event: EventRecord): Html | null {
  if (!viewer) return null;
  const mayEdit = canEdit(viewer, event);
  const links = site.domains
    .flatMap((domain) => domain.workLinks?.({ id: event.id, kind: event.kind, mayEdit }, (capability) => viewer.can(capability), say) ?? [])
    .sort((a, b) => a.rank - b.rank);
  if (links.length === 0) return null;
  return html`<nav class="evt-work" aria-label="${say('event.manage')}"><ul>${links.map(({ label, path }) => html`<li><a href="${sitePath(site, path)}">${label}</a></li>`)}</ul></nav>`;
}

/** Sends the page of an event. Throws 404 unless the visitor may read it. */
export async function sendEvent(site: Site, request: FastifyRequest, reply: FastifyReply, slug: string): Promise<FastifyReply> {
  if (wantsFeed(request))
    return sendFeed(request, reply, eventFile(site, await requireReadableEvent(site, anonymous, slug), site.config.siteUrl + request.url));
  const say = sayTo(site, request);
  const viewer = await viewerOfPage(site, request);
  const stored = await requireReadableEvent(site, viewer ?? anonymous, slug);
  const isUnlocked = stored.password !== '' && (canEdit(viewer ?? anonymous, stored) || hasOpened(site, request, stored));
  const event = isUnlocked ? { ...stored, unlocked: true } : stored;
  const isPublic = isPublicStatus(event.status);
  const canonical = pageOf(site, event);
  const offers = isHidden(event) ? [] : await loadOffers(site, event.id);
  const maps = event.showMap && !isHidden(event) ? placesParts(site, say, placesOf(site, shownVenues(event))) : [];
  const venues = isHidden(event) ? [] : shownVenues(event);
  const title = nameOf(event, say);
  const body = html`<article class="evt-page evt-one">
<p><a href="${calendarUrl(site, startPageQuery)}">${say('event.all')}</a></p>
${workLinks(site, say, viewer, event)}
${unpublishedNotice(event, say)}
${picture(site, event)}
<h1 dir="auto">${title}</h1>
<div class="evt-columns">
<div class="evt-side">
${eventBox(site, say, event, summarizeOffers(site, say, offers))}
${renderOffersPart(site, say, offers, { postId: event.id, isClosed: isClosed(event) })}
</div>
<div class="evt-main">
${await textOrForm(site, event, readerOf(site, request))}
${facts(site, say, event, offers.length > 0)}
${
  venues.length > 0 &&
  html`<section class="evt-where" aria-labelledby="evt-where"><h2 id="evt-where">${say('ticket.where')}</h2>
${maps.map((part) => part.body)}${venues.map((venue) => placeCard(site, say, venue))}</section>`
}
${isPublic && !isHidden(event) && (await moreDates(site, say, event))}
${isPublic && !isHidden(event) && eventLinks(site, say, event, title)}
${isPublic && isHidden(event) && feedLinks(feedOf(site, event), say)}
</div>
</div>
${isPublic && !isHidden(event) && event.password === '' && dataBlock('type="application/ld+json"', eventJsonLd(site, event))}
</article>`;
  const head = html`${headOf(site, {
    address: canonical,
    title,
    feedUrl: feedOf(site, event),
    description: summaryOf(event),
    image: sharedImage(site, event),
  })}
${isPublic && embedHead(site, canonical)}`;
  return sendPublic(
    request,
    reply,
    site,
    { title, body, viewer, head },
    {
      isPrivate: !isPublic || event.password !== '',
      parts: offers.length > 0 ? [...maps, buildChoosingScript(site)] : maps,
      view: { kind: 'event', id: event.id },
    },
  );
}
