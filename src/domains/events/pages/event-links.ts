import { type Html, html } from '#app/core/text/html.ts';
import type { Translate } from '#app/core/language/translate.ts';
import type { Site } from '#app/site.ts';
import { createCalendarLinks } from '../calendar-links.ts';
import { listShownVenues } from '../calendar/html/event-card.ts';
import { toPlainText } from '../calendar/plain-text.ts';
import type { EventRecord } from '../event.record.ts';
import { listAddressParts, getPageUrl } from '../views.ts';

/** Returns links that share the page. Nothing is loaded from other sites until a visitor follows a link. */
function buildShareLinks(pageUrl: string, title: string): [name: string, url: string][] {
  const text = encodeURIComponent(`${title} ${pageUrl}`);
  return [
    ['WhatsApp', `https://wa.me/?text=${text}`],
    ['Facebook', `https://www.facebook.com/sharer/sharer.php?u=${encodeURIComponent(pageUrl)}`],
    ['Mastodon', `https://mastodonshare.com/?text=${encodeURIComponent(title)}&url=${encodeURIComponent(pageUrl)}`],
  ];
}

/** Renders links that add the event to a calendar, and links that share it. */
export function renderEventLinks(site: Site, translate: Translate, event: EventRecord, title: string): Html {
  const pageUrl = getPageUrl(site, event);
  const [venue] = listShownVenues(event);
  const location = venue ? [toPlainText(venue.title), ...listAddressParts(venue)].join(', ') : '';
  const { file, google } = createCalendarLinks(event, { url: pageUrl, title, location });
  const mail = `mailto:?subject=${encodeURIComponent(title)}&body=${encodeURIComponent(pageUrl)}`;
  const shares = buildShareLinks(pageUrl, title).map(
    ([name, url]) => html`<li><a href="${url}" rel="noopener nofollow external">${name}</a></li>`,
  );
  return html`<section class="evt-take" aria-labelledby="evt-take"><h2 id="evt-take">${translate('event.takeAlong')}</h2>
<ul class="evt-links"><li><a href="${file}" type="text/calendar">${translate('event.addToCalendar')}</a></li><li><a href="${google}" rel="noopener nofollow external">${translate('event.googleCalendar')}</a></li><li><a href="${file.replace(/^https?:/, 'webcal:')}">${translate('event.subscribe')}</a></li></ul></section>
<section class="evt-take" aria-labelledby="evt-share"><h2 id="evt-share">${translate('event.share')}</h2>
<ul class="evt-links"><li><a href="${mail}">${translate('event.shareMail')}</a></li>${shares}</ul></section>`;
}
