import { type Html, html } from '#app/core/text/html.ts';
import type { Translate } from '#app/core/language/translate.ts';
import type { CalendarLinks } from '../../events/calendar-links.ts';

/** Renders links that add an event to a calendar. */
export function renderCalendarPart(translate: Translate, { file, google }: CalendarLinks): Html {
  return html`<p class="actions"><a href="${file}" type="text/calendar">${translate('event.addToCalendar')}</a> <a href="${google}" rel="noreferrer external">${translate('event.google')}</a></p>`;
}
