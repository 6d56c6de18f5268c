import { columns } from '#app/core/db/columns.ts';
import { statement } from '#app/core/db/statement.ts';
import { sanitizeSlug } from '#app/core/text/slug.ts';
import type { Site } from '#app/site.ts';
import type { ContentRecord } from './record.ts';
import { candidatesOf, type TakenSlugs, uniqueSlug } from './slug.service.ts';

/** Number of candidates in the first query. Titles with more duplicates need another one. */
const TOGETHER = 16;

type Titled = Pick<ContentRecord, 'id' | 'kind' | 'title'>;

const owner = columns('Content', 'c', { only: ['id', 'kind', 'slug'] });
const taken = statement(
  'taken_slugs',
  `SELECT ${owner.list} FROM content c WHERE c.kind = ANY($1::text[]) AND c.slug = ANY($2::text[])`,
  owner,
);

function takenOn(site: Site): TakenSlugs {
  return async (kind, candidates, except) => {
    const rows = await site.db.rows(taken, [[kind], candidates]);
    return new Set(rows.filter((row) => row.id !== except).map((row) => row.slug));
  };
}

/** Returns the unique slugs that the titles would generate, in the order of the contents. Usually one statement for all. */
export async function generatedSlugs(site: Site, contents: readonly Titled[]): Promise<string[]> {
  const wanted = contents.map((content) => ({ content, base: sanitizeSlug(content.title) || String(content.id) }));
  const candidates = wanted.map(({ base }) => candidatesOf(base, 1, TOGETHER));
  const kinds = [...new Set(contents.map((content) => content.kind))];
  const rows = await site.db.rows(taken, [kinds, [...new Set(candidates.flat())]]);
  const owners = Map.groupBy(rows, (row) => `${row.kind} ${row.slug}`);
  const isFree = (slug: string, content: Titled) => !(owners.get(`${content.kind} ${slug}`) ?? []).some((row) => row.id !== content.id);
  return await Promise.all(
    wanted.map(
      async ({ content, base }, i) =>
        candidates[i]?.find((slug) => isFree(slug, content)) ?? (await uniqueSlug(takenOn(site), content.kind, base, content.id)),
    ),
  );
}
