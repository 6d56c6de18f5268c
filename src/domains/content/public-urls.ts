import { rowShape } from '#app/core/db/columns.ts';
import { statement } from '#app/core/db/statement.ts';
import type { Site } from '#app/site.ts';
import { buildPermalink } from './permalinks.ts';
import { buildPathAboveColumn } from './record.ts';

/** SQL condition on `content c` for public content with a permalink. `$1` contains the kinds. */
export const IS_PUBLIC = `c.kind = ANY($1::text[]) AND c.status = 'publish' AND c.password = '' AND c.slug <> ''`;

const publicContent = statement(
  'public_contents',
  `SELECT c.id, c.kind, c.slug, c.status, to_char(c.date_local, 'YYYY-MM-DD"T"HH24:MI:SS') AS "dateLocal", ${buildPathAboveColumn('c')}
   FROM content c WHERE ${IS_PUBLIC} ORDER BY array_position($1::text[], c.kind), c.id LIMIT $2::int`,
  rowShape({ id: 'int', kind: 'text', slug: 'text', status: 'text', dateLocal: 'text', pathAbove: 'text?' }),
);

/** Returns at most `limit` permalinks of public content, one kind after the other. */
export async function listPublicContentUrls(site: Site, kinds: readonly string[], limit: number): Promise<string[]> {
  return (await site.db.rows(publicContent, [[...kinds], limit])).map((content) => buildPermalink(site, content));
}
