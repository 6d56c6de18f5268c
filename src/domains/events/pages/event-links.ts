import { type Html, html } from '#app/core/text/html.ts';
import type { Say } from '#app/core/language/say.ts';
import type { Site } from '#app/site.ts';
import { calendarLinks } from '../calendar-links.ts';
import { shownVenues } from '../calendar/html/event-card.ts';
import { plainOf } from '../calendar/plain.ts';
import type { EventRecord } from '../event.record.ts';
import { addressParts, pageOf } from '../views.ts';

/** Returns share links. A page loads nothing from other sites until a visitor follows a link. */
function shareLinks(address: string, title: string): [name: string, address: string][] {
  const text = encodeURIComponent(`${title} ${address}`);
  return [
    ['WhatsApp', `https://wa.me/?text=${text}`],
    ['Facebook', `https://www.facebook.com/sharer/sharer.php?u=${encodeURIComponent(address)}`],
    ['Mastodon', `https://mastodonshare.com/?text=${encodeURIComponent(title)}&url=${encodeURIComponent(address)}`],
  ];
}

/** Renders links that add the event to a calendar and share it. */
export function eventLinks(site: Site, say: Say, event: EventRecord, title: string): Html {
  const address = pageOf(site, event);
  const [venue] = shownVenues(event);
  const location = venue ? [plainOf(venue.title), ...addressParts(venue)].join(', ') : '';
  const { file, google } = calendarLinks(event, { url: address, title, location });
  const mail = `mailto:?subject=${encodeURIComponent(title)}&body=${encodeURIComponent(address)}`;
  const shares = shareLinks(address, title).map(
    ([name, url]) => html`<li><a href="${url}" rel="noopener nofollow external">${name}</a></li>`,
  );
  return html`<section class="evt-take" aria-labelledby="evt-take"><h2 id="evt-take">${say('event.takeAlong')}</h2>
<ul class="evt-links"><li><a href="${file}" type="text/calendar">${say('event.addToCalendar')}</a></li><li><a href="${google}" rel="noopener nofollow external">${say('event.googleCalendar')}</a></li><li><a href="${file.replace(/^https?:/, 'webcal:')}">${say('event.subscribe')}</a></li></ul></section>
<section class="evt-take" aria-labelledby="evt-share"><h2 id="evt-share">${say('event.share')}</h2>
<ul class="evt-links"><li><a href="${mail}">${say('event.shareMail')}</a></li>${shares}</ul></section>`;
}
