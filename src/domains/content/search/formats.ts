import { answer } from '#app/core/db/columns.ts';
import { statement } from '#app/core/db/statement.ts';
import { textsForEverybody } from '#app/core/language/site-language.ts';
import { markUncacheable } from '#app/core/caching/cache-dependencies.ts';
import type { Site } from '#app/site.ts';
import { contentFormats } from '../changes.input.ts';
import { post } from '../kinds.ts';

/** A format of posts. */
export type ContentFormat = (typeof contentFormats)[number];

const keptStatuses = ['publish', 'future', 'draft', 'pending', 'private', 'trash'];

/** A post `c` of any status has the format. */
const hasFormat = (format: string) =>
  `EXISTS (SELECT 1 FROM content c WHERE c.kind = '${post.name}' AND c.status IN (${keptStatuses.map((status) => `'${status}'`).join(', ')}) AND c.format = ${format})`;

/** Rows `f` of the formats that posts have, among those in the place, in their order. */
export const formatRows = {
  table: `unnest(ARRAY[${contentFormats.map((format) => `'${format}'`).join(', ')}]) WITH ORDINALITY AS f(slug, place)`,
  id: 'f.place::int',
  where: (formats: string) => `f.slug = ANY(${formats}::text[]) AND ${hasFormat('f.slug')}`,
};

const used = statement(
  'search_formats',
  `SELECT f.slug FROM ${formatRows.table} WHERE ${formatRows.where('$1')} ORDER BY f.place`,
  answer({ slug: 'text' }),
);

/** Path of the list of posts that have a format. */
export const formatPath = (format: string): string => `/type/${format}/`;

/** Name of a format for people, in the language of the site. */
export const formatName = (site: Site, format: ContentFormat): string => textsForEverybody(site)(`format.${format}`);

/** Formats other than the standard one, whose slug or name holds the text. */
export function formatsNamed(site: Site, text = ''): ContentFormat[] {
  // a draft may give a format its first post, and saving a draft drops nothing from the page cache
  markUncacheable('it depends on drafts');
  const wanted = text.toLowerCase();
  return contentFormats.filter(
    (format) => format !== 'standard' && (format.includes(wanted) || formatName(site, format).toLowerCase().includes(wanted)),
  );
}

/** The formats that posts have, whose slug or name holds the text. One statement. */
export async function findFormats(site: Site, text?: string): Promise<ContentFormat[]> {
  const rows = await site.db.rows(used, [formatsNamed(site, text)]);
  return rows.map(({ slug }) => slug as ContentFormat);
}
