import { columns } from '#app/core/db/columns.ts';
import { statement } from '#app/core/db/statement.ts';
import { sanitizeSlug } from '#app/core/text/slug.ts';
import type { Site } from '#app/site.ts';
import type { ContentRecord } from './record.ts';
import { listCandidates, type FindTakenSlugs, findUniqueSlug } from './slug.service.ts';

/** Number of candidates for each title in the first query. A title with more duplicates needs another query. */
const FIRST_CANDIDATES = 16;

type TitledContent = Pick<ContentRecord, 'id' | 'kind' | 'title'>;

const slugColumns = columns('Content', 'c', { only: ['id', 'kind', 'slug'] });
const takenSlugs = statement(
  'taken_slugs',
  `SELECT ${slugColumns.list} FROM content c WHERE c.kind = ANY($1::text[]) AND c.slug = ANY($2::text[])`,
  slugColumns,
);

function createTakenSlugFinder(site: Site): FindTakenSlugs {
  return async (kind, candidates, except) => {
    const rows = await site.db.rows(takenSlugs, [[kind], candidates]);
    return new Set(rows.filter((row) => row.id !== except).map((row) => row.slug));
  };
}

/** Returns the unique slugs that the titles would generate, in the order of the items. Usually runs one statement for all items. */
export async function generateSlugs(site: Site, items: readonly TitledContent[]): Promise<string[]> {
  const bases = items.map((content) => ({ content, base: sanitizeSlug(content.title) || String(content.id) }));
  const candidates = bases.map(({ base }) => listCandidates(base, 1, FIRST_CANDIDATES));
  const kinds = [...new Set(items.map((content) => content.kind))];
  const rows = await site.db.rows(takenSlugs, [kinds, [...new Set(candidates.flat())]]);
  const rowsBySlug = Map.groupBy(rows, (row) => `${row.kind} ${row.slug}`);
  const isFree = (slug: string, content: TitledContent) =>
    !(rowsBySlug.get(`${content.kind} ${slug}`) ?? []).some((row) => row.id !== content.id);
  return await Promise.all(
    bases.map(
      async ({ content, base }, i) =>
        candidates[i]?.find((slug) => isFree(slug, content)) ??
        (await findUniqueSlug(createTakenSlugFinder(site), content.kind, base, content.id)),
    ),
  );
}
