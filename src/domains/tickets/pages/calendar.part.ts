import { type Html, html } from '#app/core/text/html.ts';
import type { Say } from '#app/core/language/say.ts';
import type { CalendarLinks } from '../../events/calendar-links.ts';

/** Renders links that add an event to a calendar. */
export function renderCalendarPart(say: Say, { file, google }: CalendarLinks): Html {
  return html`<p class="actions"><a href="${file}" type="text/calendar">${say('event.addToCalendar')}</a> <a href="${google}" rel="noreferrer external">${say('event.google')}</a></p>`;
}
