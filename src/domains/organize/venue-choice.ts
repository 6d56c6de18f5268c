import { answer } from '#app/core/db/columns.ts';
import { statement } from '#app/core/db/statement.ts';
import type { Say } from '#app/core/language/say.ts';
import { plainOf } from '#app/domains/events/calendar/plain.ts';
import type { Viewer } from '#app/domains/identity/auth/viewer.ts';
import type { Site } from '#app/site.ts';

const choosable = statement(
  'venues_to_choose',
  `SELECT c.id, c.title, v.city FROM venue v JOIN content c ON c.id = v.content_id
  WHERE c.status = 'publish' OR (c.status IN ('draft', 'pending', 'private') AND c.author_id = $1::int) ORDER BY c.sort_title, c.id LIMIT 500`,
  answer({ id: 'int', title: 'text', city: 'text' }),
);

/** Venues that somebody may choose for an event, by name: published ones and their own; 500 at most. */
export async function venuesFor(site: Site, say: Say, viewer: Viewer): Promise<{ id: number; name: string }[]> {
  const rows = await site.db.rows(choosable, [viewer.id]);
  return rows.map(({ id, title, city }) => ({ id, name: [plainOf(title) || say('content.untitled'), city].filter(Boolean).join(', ') }));
}
