import { sanitizeSlug } from '../core/text/slug.ts';
import type { Site } from '../site.ts';
import type { ContentRecord } from './record.ts';
import { candidatesOf, type TakenSlugs, uniqueSlug } from './slug.service.ts';

/** Spellings looked up together; a title that fifteen others share needs a look of its own. */
const TOGETHER = 16;

type Titled = Pick<ContentRecord, 'id' | 'kind' | 'title'>;

const takenText = 'SELECT id, kind, slug FROM content WHERE kind = ANY($1::text[]) AND slug = ANY($2::text[])';

function takenOn(site: Site): TakenSlugs {
  return async (kind, candidates, except) => {
    const rows = await site.db.sql<{ id: number; slug: string }>(takenText, [[kind], candidates], 'taken_slugs');
    return new Set(rows.filter((row) => row.id !== except).map((row) => row.slug));
  };
}

/** The slugs that the contents' titles would give them, made unique; in the order asked. One statement for all, as a rule. */
export async function generatedSlugs(site: Site, contents: readonly Titled[]): Promise<string[]> {
  const wanted = contents.map((content) => ({ content, base: sanitizeSlug(content.title) || String(content.id) }));
  const candidates = wanted.map(({ base }) => candidatesOf(base, 1, TOGETHER));
  const kinds = [...new Set(contents.map((content) => content.kind))];
  const rows = await site.db.sql<{ id: number; kind: string; slug: string }>(
    takenText,
    [kinds, [...new Set(candidates.flat())]],
    'taken_slugs',
  );
  const owners = Map.groupBy(rows, (row) => `${row.kind} ${row.slug}`);
  const isFree = (slug: string, content: Titled) => !(owners.get(`${content.kind} ${slug}`) ?? []).some((row) => row.id !== content.id);
  return await Promise.all(
    wanted.map(
      async ({ content, base }, i) =>
        candidates[i]?.find((slug) => isFree(slug, content)) ?? (await uniqueSlug(takenOn(site), content.kind, base, content.id)),
    ),
  );
}
