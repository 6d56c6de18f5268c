import { type Html, html } from '#app/core/text/html.ts';
import type { Say } from '#app/core/language/say.ts';
import type { Site } from '#app/site.ts';
import { shownVenues } from '../calendar/html/event-card.ts';
import { plainOf } from '../calendar/plain.ts';
import type { EventRecord } from '../event.record.ts';
import { addressParts, pageOf } from '../views.ts';
import { feedOf } from './parts.ts';

const compact = (wall: string): string => wall.replace(/[-:]/g, '').slice(0, 15);

/** Returns the address that adds the event to a Google calendar. */
function googleCalendar(site: Site, event: EventRecord, title: string): string {
  const [first, last] = event.allDay
    ? [compact(event.startLocal.slice(0, 10)), compact(event.endLocal.slice(0, 10))]
    : [`${compact(event.startUtc)}Z`, `${compact(event.endUtc)}Z`];
  const [venue] = shownVenues(event);
  const location = venue ? [plainOf(venue.title), ...addressParts(venue)].join(', ') : '';
  const query = new URLSearchParams({ action: 'TEMPLATE', text: title, dates: `${first}/${last}`, details: pageOf(site, event), location });
  return `https://calendar.google.com/calendar/render?${query}`;
}

/** Returns share links. They load nothing from other sites until they are followed. */
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
  const feed = feedOf(site, event);
  const mail = `mailto:?subject=${encodeURIComponent(title)}&body=${encodeURIComponent(address)}`;
  const shares = shareLinks(address, title).map(
    ([name, to]) => html`<li><a href="${to}" rel="noopener nofollow external">${name}</a></li>`,
  );
  return html`<section class="evt-take" aria-labelledby="evt-take"><h2 id="evt-take">${say('event.takeAlong')}</h2>
<ul class="evt-links"><li><a href="${feed}" type="text/calendar">${say('event.addToCalendar')}</a></li><li><a href="${googleCalendar(site, event, title)}" rel="noopener nofollow external">${say('event.googleCalendar')}</a></li><li><a href="${feed.replace(/^https?:/, 'webcal:')}">${say('event.subscribe')}</a></li></ul></section>
<section class="evt-take" aria-labelledby="evt-share"><h2 id="evt-share">${say('event.share')}</h2>
<ul class="evt-links"><li><a href="${mail}">${say('event.shareMail')}</a></li>${shares}</ul></section>`;
}
