import type { PageReader } from '#app/core/shortcodes/expand-shortcodes.ts';
import { getTicketing } from '../ticketing.ts';
import { renderEventCards } from '../calendar/html/event-card.ts';
import { toPlainText } from '../calendar/plain-text.ts';
import type { ContentRecord } from '../../content/record.ts';
import { isHidden, renderContentExcerpt } from '../../content/rendering.ts';
import { isPublicStatus } from '../../content/statuses.ts';
import type { Translate } from '#app/core/language/translate.ts';
import type { EventRecord } from '../../events/event.record.ts';
import { renderResponsiveImage, findSharedFile } from '../../content/responsive-image.ts';
import { renderDescription, getPageUrl } from '../../events/views.ts';
import { stylesheetPath } from '../calendar/stylesheet.ts';
import { toSitePath } from '#app/domains/identity/auth/redirect.ts';
import { type PageMetadata, renderPageMetadata } from '#app/web/pages/share-head.ts';
import type { Site } from '#app/site.ts';
import { type Html, html, trustHtml } from '#app/core/text/html.ts';
import { renderPasswordForm } from '#app/domains/content/pages/single.page.ts';

/** Returns the name of an event, venue or organizer as plain text. */
export function getContentTitle(content: ContentRecord, translate: Translate): string {
  const name = toPlainText(content.title) || translate('content.untitled');
  return content.password === '' ? name : translate('content.protectedTitle', { title: name });
}

/** Renders the head elements that all calendar pages share. Search engines do not index the page if `isIndexed` is false. */
export function renderHead(
  site: Site,
  { feedUrl, isIndexed = true, ...shared }: PageMetadata & { feedUrl: string; isIndexed?: boolean },
): Html {
  return html`<link rel="stylesheet" href="${toSitePath(site, stylesheetPath)}">
${renderPageMetadata(site, shared)}
<link rel="alternate" type="text/calendar" title="iCalendar" href="${feedUrl}">
${!isIndexed && html`<meta name="robots" content="noindex, follow">`}`;
}

/** Returns the first 30 words of the excerpt or description as plain text, for search engines. */
export const getSummary = (content: ContentRecord) => toPlainText(renderContentExcerpt(content, 30));

/** Returns the URL of the iCalendar feed of an event, venue or organizer. */
export const buildFeedUrl = (site: Site, content: ContentRecord) => `${getPageUrl(site, content)}?ical=1`;

/** Renders links that add the events of a feed to a calendar. */
export function renderFeedLinks(feedUrl: string, translate: Translate): Html {
  return html`<p class="evt-links"><a href="${feedUrl}" type="text/calendar">${translate('event.addToCalendar')}</a> <a href="${feedUrl.replace(/^https?:/, 'webcal:')}">${translate('event.subscribe')}</a></p>`;
}

/** Renders an entry of a list of facts; null for an empty value. */
export function renderFact(label: string, value: Html | string | null | false): Html | null {
  return value === null || value === false || value === '' ? null : html`<dt>${label}</dt><dd>${value}</dd>`;
}

/** Renders a link to another site; null unless the website is an http(s) URL. */
export function renderWebLink(website: string): Html | null {
  const url = URL.parse(website);
  return url && /^https?:$/.test(url.protocol) ? html`<a href="${url.href}" rel="noopener external">${website}</a>` : null;
}

/** Returns the image for link previews; null if none exists, and while a password hides it. */
export function findSharedImage(site: Site, content: ContentRecord & Pick<EventRecord, 'image'>): PageMetadata['image'] {
  return content.image && !isHidden(content) ? findSharedFile(site, content.image) : null;
}

/** Width of the image at the top of a page: the width of the screen on phones, the width of the page on desktops. */
const HEAD_IMAGE_SIZES = '(max-width: 74rem) calc(100vw - 2rem), 72rem';

/** Renders the image at the top of the page; null if none exists, and while a password hides it. */
export function renderPicture(site: Site, content: ContentRecord & Pick<EventRecord, 'image'>): Html | null {
  const { image } = content;
  if (!image || isHidden(content)) return null;
  return renderResponsiveImage(site, image, { sizes: HEAD_IMAGE_SIZES, className: 'evt-image', isFirst: true });
}

/** Renders the description, or the password form while a password hides it. */
export async function renderTextOrPasswordForm(site: Site, content: ContentRecord, reader: PageReader): Promise<Html> {
  const { translate } = reader;
  if (!isHidden(content)) return html`<div dir="auto">${trustHtml(await renderDescription(site, content, reader))}</div>`;
  return renderPasswordForm(content, false, translate);
}

/** Renders a notice on unpublished content; null for published content. */
export function renderUnpublishedNotice(content: ContentRecord, translate: Translate): Html | null {
  return isPublicStatus(content.status)
    ? null
    : html`<p class="notice">${translate('content.unpublished', { status: content.status })}</p>`;
}

/** Renders events as a list under a heading. Uses one statement. */
export async function renderEventList(site: Site, translate: Translate, events: readonly EventRecord[]): Promise<Html> {
  const tickets = await getTicketing(site).findTicketSummaries(
    site,
    translate,
    events.map(({ id }) => id),
  );
  return html`<section class="evt-next" aria-labelledby="evt-list-heading"><h2 class="evt-separator" id="evt-list-heading">${translate('linked.upcoming')}</h2>
${events.length === 0 ? html`<p>${translate('linked.nothing')}</p>` : html`<ul class="evt-list" aria-labelledby="evt-list-heading">\n${renderEventCards({ site, translate, tickets }, events)}</ul>`}</section>`;
}
