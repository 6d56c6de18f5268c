import type { Site } from '#app/site.ts';
import { html } from '#app/core/text/html.ts';
import { getDefaultTexts } from '#app/core/language/site-language.ts';
import type { ShortcodeExpander } from '#app/core/shortcodes/expand-shortcodes.ts';
import { anonymous } from '../identity/auth/viewer.ts';
import { listAttendees } from './attendee.list.ts';
import { buildAudience } from './audience.ts';

/** Maximum number of listed names. For further attendees only their number is shown. */
const MAX_NAMES = 100;

/**
 * Expands `[tribe_attendees_list]`, and the block of the same name, to the names of the public attendees (docs/behaviour/tickets.md 4.2), in the
 * order of registration. Returns empty strings if nobody is listed. Runs one SQL statement.
 */
export const renderAttendeeListShortcode: ShortcodeExpander<Site> = async (site, shortcodes, { contentId, reader }) => {
  if (contentId === null) return shortcodes.map(() => '');
  const translate = reader?.translate ?? getDefaultTexts(site);
  const options = { orderBy: 'id', order: 'asc', page: 1, perPage: MAX_NAMES } as const;
  const { nodes, total } = await listAttendees(site, buildAudience(anonymous), { ...options, filter: { postId: contentId } });
  if (nodes.length === 0) return shortcodes.map(() => '');
  const list = html`<div class="attendee-list"><p><strong>${translate('attendees.title', { count: total })}</strong></p>
<ul>${nodes.map(({ fullName }) => html`<li><bdi>${fullName}</bdi></li>`)}</ul>${
    total > nodes.length &&
    html`
<p>${translate('attendees.more', { count: total - nodes.length })}</p>`
  }</div>`.toString();
  return shortcodes.map(() => list);
};
