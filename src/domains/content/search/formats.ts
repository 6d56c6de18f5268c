import { rowShape } from '#app/core/db/columns.ts';
import { statement } from '#app/core/db/statement.ts';
import { getDefaultTexts } from '#app/core/language/site-language.ts';
import { markUncacheable } from '#app/core/caching/cache-dependencies.ts';
import type { Site } from '#app/site.ts';
import { contentFormats } from '../changes.input.ts';
import { post } from '../kinds.ts';

/** A format of posts. */
export type ContentFormat = (typeof contentFormats)[number];

const storedStatuses = ['publish', 'future', 'draft', 'pending', 'private', 'trash'];

/** Returns the SQL condition that a post of any status has the format. */
const hasFormat = (format: string) =>
  `EXISTS (SELECT 1 FROM content c WHERE c.kind = '${post.name}' AND c.status IN (${storedStatuses.map((status) => `'${status}'`).join(', ')}) AND c.format = ${format})`;

/** SQL for the formats that posts use, as rows `f` in the order of `contentFormats`. */
export const formatRows = {
  table: `unnest(ARRAY[${contentFormats.map((format) => `'${format}'`).join(', ')}]) WITH ORDINALITY AS f(slug, place)`,
  id: 'f.place::int',
  where: (formats: string) => `f.slug = ANY(${formats}::text[]) AND ${hasFormat('f.slug')}`,
};

const usedFormats = statement(
  'search_formats',
  `SELECT f.slug FROM ${formatRows.table} WHERE ${formatRows.where('$1')} ORDER BY f.place`,
  rowShape({ slug: 'text' }),
);

/** Returns the path of the list of posts with a format. */
export const buildFormatPath = (format: string): string => `/type/${format}/`;

/** Returns the display name of a format in the language of the site. */
export const getFormatName = (site: Site, format: ContentFormat): string => getDefaultTexts(site)(`format.${format}`);

/** Returns the formats, except the standard one, whose slug or name contains the text. */
export function findFormatsByName(site: Site, text = ''): ContentFormat[] {
  // a draft may be the first post of a format, and saving a draft does not purge the page cache
  markUncacheable('it depends on drafts');
  const lowerCaseText = text.toLowerCase();
  return contentFormats.filter(
    (format) =>
      format !== 'standard' && (format.includes(lowerCaseText) || getFormatName(site, format).toLowerCase().includes(lowerCaseText)),
  );
}

/** Returns the formats that posts use and whose slug or name contains the text. Uses one statement. */
export async function findFormats(site: Site, text?: string): Promise<ContentFormat[]> {
  const rows = await site.db.rows(usedFormats, [findFormatsByName(site, text)]);
  return rows.map(({ slug }) => slug as ContentFormat);
}
