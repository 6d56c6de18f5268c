import type { FastifyReply, FastifyRequest } from 'fastify';
import { anonymous, type Viewer } from '#app/domains/identity/auth/viewer.ts';
import { buildCalendarUrl, startPageQuery } from '../calendar/calendar-query.ts';
import { loadEventsInOrder, findEventIds } from '../calendar/visible-events.ts';
import { canEdit } from '../../content/content.permissions.ts';
import { isHidden } from '../../content/rendering.ts';
import { isPublicStatus } from '../../content/statuses.ts';
import { now } from '#app/core/time/clock.ts';
import type { PagePlace } from '#app/core/domain/domain.ts';
import { type JsonLd, buildOrganizerJsonLd, buildVenueJsonLd } from '../../events/json-ld.ts';
import type { OrganizerRecord, VenueRecord } from '../../events/linked.record.ts';
import { listAddressParts, renderDescription, getPageUrl } from '../../events/views.ts';
import { postsPerPage } from '#app/core/settings/site.settings.ts';
import { buildLinkedFeed } from '../icalendar/feed.service.ts';
import type { Site } from '#app/site.ts';
import { sendPublicPage } from '#app/domains/content/pages/send-public.ts';
import { collectPlacesParts } from '#app/web/pages/domain-parts.ts';
import type { Translate } from '#app/core/language/translate.ts';
import { getReader, getTextsForRequest } from '#app/web/pages/language.ts';
import { createFieldReader, getPageViewer } from '#app/web/pages/forms.ts';
import { createDataBlock, type Html, html, trustHtml } from '#app/core/text/html.ts';
import {
  renderEventList,
  renderFact,
  renderFeedLinks,
  buildFeedUrl,
  renderHead,
  getContentTitle,
  renderPicture,
  findSharedImage,
  getSummary,
  renderUnpublishedNotice,
  renderWebLink,
} from './parts.ts';
import { renderDirectionLinks } from './place-card.ts';
import { toPagePlaces } from './places.ts';
import { requireReadableOrganizer, requireReadableVenue } from './readable.ts';
import { sendFeed, isFeedRequest } from './send-feed.ts';

type Linked = VenueRecord | OrganizerRecord;

/** Differences between the pages of venues and organizers. */
interface Kind<T extends Linked> {
  name: 'venue' | 'organizer';
  find(site: Site, viewer: Viewer, slug: string): Promise<T>;
  renderFacts(record: T, translate: Translate): Html;
  /** Returns the map markers of the record. */
  listPlaces(site: Site, record: T): PagePlace[];
  buildJsonLd(site: Site, record: T): JsonLd;
  /** Returns the filter for the events of the record. */
  buildFilter(id: number): { venueId: number } | { organizerId: number };
}

const renderPhoneLink = (phone: string) =>
  phone !== '' && (/^[+\d][\d\s()./-]+$/.test(phone) ? html`<a href="tel:${phone.replace(/[^\d+]/g, '')}">${phone}</a>` : html`${phone}`);

const venues: Kind<VenueRecord> = {
  name: 'venue',
  find: requireReadableVenue,
  renderFacts(venue, translate) {
    const parts = listAddressParts(venue);
    return html`${renderFact(translate('linked.address'), parts.length > 0 && html`<address>${parts.join(', ')}</address>`)}
${renderFact(translate('linked.phone'), renderPhoneLink(venue.phone))}
${renderFact(translate('event.website'), renderWebLink(venue.website))}
${renderFact(translate('linked.directions'), renderDirectionLinks(translate, venue))}`;
  },
  // a page does not link to itself
  listPlaces: (site, venue) => toPagePlaces(site, [venue]).map((place) => ({ ...place, url: '' })),
  buildJsonLd: buildVenueJsonLd,
  buildFilter: (venueId) => ({ venueId }),
};

const organizers: Kind<OrganizerRecord> = {
  name: 'organizer',
  find: requireReadableOrganizer,
  renderFacts: ({ phone, email, website }, translate) => html`${renderFact(translate('linked.phone'), renderPhoneLink(phone))}
${renderFact(translate('linked.email'), /^[^\s@<>]+@[^\s@<>]+$/.test(email) && html`<a href="mailto:${email}">${email}</a>`)}
${renderFact(translate('event.website'), renderWebLink(website))}`,
  listPlaces: () => [],
  buildJsonLd: buildOrganizerJsonLd,
  buildFilter: (organizerId) => ({ organizerId }),
};

function renderPageLinks(translate: Translate, base: string, page: number, hasMore: boolean): Html | null {
  if (page === 1 && !hasMore) return null;
  return html`<nav class="evt-navigation" aria-label="${translate('linked.pages')}">
${page > 1 && html`<a rel="prev" href="${page === 2 ? base : `${base}?paged=${page - 1}`}">${translate('linked.earlier')}</a>`}
${hasMore && html`<a rel="next" href="${base}?paged=${page + 1}">${translate('linked.later')}</a>`}
</nav>`;
}

async function sendLinkedPage<T extends Linked>(
  site: Site,
  request: FastifyRequest,
  reply: FastifyReply,
  kind: Kind<T>,
  slug: string,
): Promise<FastifyReply> {
  if (isFeedRequest(request))
    return sendFeed(request, reply, await buildLinkedFeed(site, await kind.find(site, anonymous, slug), site.config.siteUrl + request.url));
  const translate = getTextsForRequest(site, request);
  const viewer = await getPageViewer(site, request);
  const effectiveViewer = viewer ?? anonymous;
  const stored = await kind.find(site, effectiveViewer, slug);
  const record = stored.password !== '' && canEdit(effectiveViewer, stored) ? { ...stored, unlocked: true } : stored;
  const pageText = createFieldReader(request.query)('paged');
  const page = /^[1-9]\d{0,5}$/.test(pageText) ? Number(pageText) : 1;
  const perPage = site.settings.get(postsPerPage);
  const filter = { viewer: effectiveViewer, keyword: '', isFeatured: false, ...kind.buildFilter(record.id) };
  // `expiresWith`: a cached response expires when an event starts or ends
  const endsAfter = now({ expiresWith: ['events'] });
  const ids = await findEventIds(site, filter, { endsAfter }, { limit: perPage + 1, offset: (page - 1) * perPage });
  const events = await loadEventsInOrder(site, ids.slice(0, perPage));
  const isPublic = isPublicStatus(record.status);
  const pageUrl = getPageUrl(site, record);
  const parts = collectPlacesParts(site, translate, kind.listPlaces(site, record));
  const body = html`<article class="evt-page">
<p><a href="${buildCalendarUrl(site, startPageQuery)}">${translate('event.all')}</a></p>
<h1 dir="auto">${getContentTitle(record, translate)}</h1>
${renderUnpublishedNotice(record, translate)}
${renderPicture(site, record)}
<div class="evt-columns">
<div class="evt-side">
${
  isHidden(record)
    ? html`<p>${translate('linked.protected')}</p>`
    : html`<dl class="evt-facts evt-box">
${kind.renderFacts(record, translate)}
</dl>`
}
${parts.map((part) => part.body)}
${isPublic && renderFeedLinks(buildFeedUrl(site, record), translate)}
</div>
<div class="evt-main">
${!isHidden(record) && html`<div dir="auto">${trustHtml(await renderDescription(site, record, getReader(site, request)))}</div>`}
${await renderEventList(site, translate, events)}
${renderPageLinks(translate, pageUrl, page, ids.length > perPage)}
</div>
</div>
${isPublic && record.password === '' && createDataBlock('type="application/ld+json"', kind.buildJsonLd(site, record))}
</article>`;
  const head = renderHead(site, {
    url: page === 1 ? pageUrl : `${pageUrl}?paged=${page}`,
    title: getContentTitle(record, translate),
    image: findSharedImage(site, record),
    feedUrl: buildFeedUrl(site, record),
    description: getSummary(record),
    isIndexed: page === 1 || events.length > 0,
  });
  return sendPublicPage(
    request,
    reply,
    site,
    { title: getContentTitle(record, translate), body, viewer, head },
    { isPrivate: !isPublic || record.password !== '', parts, view: { kind: kind.name, id: record.id } },
  );
}

/** Sends the page of a venue with its upcoming events. Throws 404 unless the visitor may read it. */
export const sendVenue = (site: Site, request: FastifyRequest, reply: FastifyReply, slug: string) =>
  sendLinkedPage(site, request, reply, venues, slug);
/** Sends the page of an organizer with their upcoming events. Throws 404 unless the visitor may read it. */
export const sendOrganizer = (site: Site, request: FastifyRequest, reply: FastifyReply, slug: string) =>
  sendLinkedPage(site, request, reply, organizers, slug);
