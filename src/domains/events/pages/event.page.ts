import type { FastifyReply, FastifyRequest } from 'fastify';
import { toSitePath } from '#app/domains/identity/auth/redirect.ts';
import { anonymous, type Viewer } from '#app/domains/identity/auth/viewer.ts';
import type { Translate } from '#app/core/language/translate.ts';
import { listShownVenues } from '../calendar/html/event-card.ts';
import { buildCalendarUrl, startPageQuery } from '../calendar/calendar-query.ts';
import { toPlainText } from '../calendar/plain-text.ts';
import { canEdit } from '../../content/content.permissions.ts';
import { isHidden } from '../../content/rendering.ts';
import { isPublicStatus } from '../../content/statuses.ts';
import type { EventRecord } from '../../events/event.record.ts';
import { customFields } from '../../events/events.settings.ts';
import { buildEventJsonLd } from '../../events/json-ld.ts';
import { formatCost, getPageUrl } from '../../events/views.ts';
import { buildEventFile } from '../icalendar/feed.service.ts';
import type { Site } from '#app/site.ts';
import { eventCategory, tag } from '#app/domains/content/terms/taxonomies.ts';
import { buildTermLink } from '#app/domains/content/terms/term.record.ts';
import { renderEmbedHead } from '#app/domains/content/pages/discovery.ts';
import { hasUnlocked } from '#app/domains/content/pages/post-password.ts';
import { sendPublicPage } from '#app/domains/content/pages/send-public.ts';
import { collectPlacesParts } from '#app/web/pages/domain-parts.ts';
import { getPageViewer } from '#app/web/pages/forms.ts';
import { loadOffers } from '#app/domains/tickets/ticket-offer.ts';
import { buildChoosingScript } from '#app/domains/tickets/pages/choosing/choosing-script.ts';
import { renderOffersPart } from '#app/domains/tickets/pages/offers.part.ts';
import { summarizeOffers } from '#app/domains/tickets/ticket-summary.ts';
import { getReader, getTextsForRequest } from '#app/web/pages/language.ts';
import { createDataBlock, Html, html } from '#app/core/text/html.ts';
import { renderEventBox, isClosed } from './event-box.ts';
import { renderEventLinks } from './event-links.ts';
import {
  renderFact,
  renderFeedLinks,
  buildFeedUrl,
  renderHead,
  getContentTitle,
  renderPicture,
  findSharedImage,
  getSummary,
  renderTextOrPasswordForm,
  renderUnpublishedNotice,
  renderWebLink,
} from './parts.ts';
import { renderPlaceCard } from './place-card.ts';
import { toPagePlaces } from './places.ts';
import { renderMoreDates } from './more-dates.part.ts';
import { requireReadableEvent } from './readable.ts';
import { sendFeed, isFeedRequest } from './send-feed.ts';

function renderTermsFact(site: Site, event: EventRecord, taxonomy: string, label: string): Html | null {
  const terms = event.terms.filter((term) => term.taxonomy === taxonomy);
  return renderFact(
    label,
    terms.length > 0 &&
      html`${terms.map((term, i) => html`${i > 0 && ', '}<a href="${buildTermLink(site, term)}">${toPlainText(term.name)}</a>`)}`,
  );
}

/** Renders the facts that the box at the top does not show, such as categories and organizers; null if none exist. */
function renderFacts(site: Site, translate: Translate, event: EventRecord, hasOffers: boolean): Html | null {
  if (isHidden(event)) return null;
  const organizers = event.organizers.filter(({ status }) => status === 'publish');
  const lines = [
    !hasOffers && renderFact(translate('event.cost'), formatCost(site, event)),
    renderTermsFact(site, event, eventCategory.name, translate('event.categories')),
    renderTermsFact(site, event, tag.name, translate('event.tags')),
    renderFact(translate('event.website'), renderWebLink(event.website ?? '')),
    renderFact(
      translate('event.organizer'),
      organizers.length > 0 &&
        html`${organizers.map((organizer, i) => html`${i > 0 && ', '}<a href="${getPageUrl(site, organizer)}">${toPlainText(organizer.title)}</a>`)}`,
    ),
    ...site.settings.get(customFields).map(({ name, label }) => renderFact(label, event.customFields[name] ?? '')),
  ].filter((line) => line instanceof Html);
  return lines.length === 0 ? null : html`<h2>${translate('event.details')}</h2>\n<dl class="evt-facts">\n${lines}\n</dl>`;
}

/** Renders links for editors and staff; null for visitors. */
function renderWorkLinks(site: Site, translate: Translate, viewer: Viewer | null, event: EventRecord): Html | null {
  if (!viewer) return null;
  const mayEdit = canEdit(viewer, event);
  const links = site.domains
    .flatMap(
      (domain) =>
        domain.getStaffLinks?.({ id: event.id, kind: event.kind, mayEdit }, (capability) => viewer.can(capability), translate) ?? [],
    )
    .sort((a, b) => a.rank - b.rank);
  if (links.length === 0) return null;
  return html`<nav class="evt-work" aria-label="${translate('event.manage')}"><ul>${links.map(({ label, path }) => html`<li><a href="${toSitePath(site, path)}">${label}</a></li>`)}</ul></nav>`;
}

/** Sends the page of an event. Throws 404 unless the visitor may read it. */
export async function sendEvent(site: Site, request: FastifyRequest, reply: FastifyReply, slug: string): Promise<FastifyReply> {
  if (isFeedRequest(request))
    return sendFeed(
      request,
      reply,
      buildEventFile(site, await requireReadableEvent(site, anonymous, slug), site.config.siteUrl + request.url),
    );
  const translate = getTextsForRequest(site, request);
  const viewer = await getPageViewer(site, request);
  const stored = await requireReadableEvent(site, viewer ?? anonymous, slug);
  const isUnlocked = stored.password !== '' && (canEdit(viewer ?? anonymous, stored) || hasUnlocked(site, request, stored));
  const event = isUnlocked ? { ...stored, unlocked: true } : stored;
  const isPublic = isPublicStatus(event.status);
  const canonical = getPageUrl(site, event);
  const offers = isHidden(event) ? [] : await loadOffers(site, event.id);
  const maps = event.showMap && !isHidden(event) ? collectPlacesParts(site, translate, toPagePlaces(site, listShownVenues(event))) : [];
  const venues = isHidden(event) ? [] : listShownVenues(event);
  const title = getContentTitle(event, translate);
  const body = html`<article class="evt-page evt-one">
<p><a href="${buildCalendarUrl(site, startPageQuery)}">${translate('event.all')}</a></p>
${renderWorkLinks(site, translate, viewer, event)}
${renderUnpublishedNotice(event, translate)}
${renderPicture(site, event)}
<h1 dir="auto">${title}</h1>
<div class="evt-columns">
<div class="evt-side">
${renderEventBox(site, translate, event, summarizeOffers(site, translate, offers))}
${renderOffersPart(site, translate, offers, { postId: event.id, isClosed: isClosed(event) })}
</div>
<div class="evt-main">
${await renderTextOrPasswordForm(site, event, getReader(site, request))}
${renderFacts(site, translate, event, offers.length > 0)}
${
  venues.length > 0 &&
  html`<section class="evt-where" aria-labelledby="evt-where"><h2 id="evt-where">${translate('ticket.where')}</h2>
${maps.map((part) => part.body)}${venues.map((venue) => renderPlaceCard(site, translate, venue))}</section>`
}
${isPublic && !isHidden(event) && (await renderMoreDates(site, translate, event))}
${isPublic && !isHidden(event) && renderEventLinks(site, translate, event, title)}
${isPublic && isHidden(event) && renderFeedLinks(buildFeedUrl(site, event), translate)}
</div>
</div>
${isPublic && !isHidden(event) && event.password === '' && createDataBlock('type="application/ld+json"', buildEventJsonLd(site, event))}
</article>`;
  const head = html`${renderHead(site, {
    url: canonical,
    title,
    feedUrl: buildFeedUrl(site, event),
    description: getSummary(event),
    image: findSharedImage(site, event),
  })}
${isPublic && renderEmbedHead(site, canonical)}`;
  return sendPublicPage(
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
