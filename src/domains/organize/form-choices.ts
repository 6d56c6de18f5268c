import { rowShape } from '#app/core/db/columns.ts';
import { statement } from '#app/core/db/statement.ts';
import type { Translate } from '#app/core/language/translate.ts';
import { eventCategory, tag } from '#app/domains/content/terms/taxonomies.ts';
import { toPlainText } from '#app/domains/events/calendar/plain-text.ts';
import type { Viewer } from '#app/domains/identity/auth/viewer.ts';
import type { Site } from '#app/site.ts';

const venues = statement(
  'venues_to_choose',
  `SELECT c.id, c.title, v.city FROM venue v JOIN content c ON c.id = v.content_id
  WHERE c.status = 'publish' OR (c.status IN ('draft', 'pending', 'private') AND c.author_id = $1::int) ORDER BY c.sort_title, c.id LIMIT 500`,
  rowShape({ id: 'int', title: 'text', city: 'text' }),
);

/** Returns the venues that a user may choose for an event: published venues and the user's own. Sorted by name, at most 500. */
export async function listVenueChoices(site: Site, translate: Translate, viewer: Viewer): Promise<{ id: number; name: string }[]> {
  const rows = await site.db.rows(venues, [viewer.id]);
  return rows.map(({ id, title, city }) => ({
    id,
    name: [toPlainText(title) || translate('content.untitled'), city].filter(Boolean).join(', '),
  }));
}

const organizers = statement(
  'organizers_to_choose',
  `SELECT c.id, c.title FROM organizer o JOIN content c ON c.id = o.content_id
  WHERE c.status = 'publish' OR (c.status IN ('draft', 'pending', 'private') AND c.author_id = $1::int) ORDER BY c.sort_title, c.id LIMIT 500`,
  rowShape({ id: 'int', title: 'text' }),
);

/** Returns the organizers that a user may choose for an event: published organizers and the user's own. Sorted by name, at most 500. */
export async function listOrganizerChoices(site: Site, translate: Translate, viewer: Viewer): Promise<{ id: number; name: string }[]> {
  const rows = await site.db.rows(organizers, [viewer.id]);
  return rows.map(({ id, title }) => ({ id, name: toPlainText(title) || translate('content.untitled') }));
}

const terms = statement(
  'terms_to_choose',
  `SELECT t.taxonomy, t.name FROM term t WHERE t.taxonomy = ANY($1::text[]) ORDER BY t.sort_name, t.id LIMIT 1000`,
  rowShape({ taxonomy: 'text', name: 'text' }),
);

/** Returns the names of the categories and tags of events, sorted by name, at most a thousand in total. */
export async function listTermNames(site: Site): Promise<{ categories: string[]; tags: string[] }> {
  const rows = await site.db.rows(terms, [[eventCategory.name, tag.name]]);
  const getNames = (taxonomy: string) => rows.filter((row) => row.taxonomy === taxonomy).map(({ name }) => name);
  return { categories: getNames(eventCategory.name), tags: getNames(tag.name) };
}
