import { rowShape } from '#app/core/db/columns.ts';
import { statement } from '#app/core/db/statement.ts';
import type { Site } from '#app/site.ts';
import { attachment, kindNames } from '../../content/kinds.ts';
import { linkOf } from '../../content/permalinks.ts';
import { pathAboveColumn } from '../../content/record.ts';
import { legalPath } from '../documents/document.ts';
import { generatedDocuments } from '../documents/document.service.ts';

const selectNewest = statement(
  'scanned_contents',
  `SELECT c.id, c.kind, c.slug, c.status, to_char(c.date_local, 'YYYY-MM-DD"T"HH24:MI:SS') AS "dateLocal", ${pathAboveColumn('c')}
    FROM content c
    WHERE c.kind = ANY($1::text[]) AND c.status = 'publish' AND c.password = '' AND c.slug <> '' ORDER BY c.date_local DESC, c.id DESC LIMIT $2::int`,
  rowShape({ id: 'int', kind: 'text', slug: 'text', status: 'text', dateLocal: 'text', pathAbove: 'text?' }),
);

/** Returns the addresses of at most `max` public pages: the front page, sign-in, legal documents, and the newest content. */
export async function listPagesToScan(site: Site, max: number): Promise<string[]> {
  const ownUrls = ['/', '/sign-in', ...generatedDocuments(site).map(({ id }) => legalPath(id))].map((path) => site.config.siteUrl + path);
  const records = await site.db.rows(selectNewest, [kindNames().filter((name) => name !== attachment.name), max]);
  return [...new Set([...ownUrls, ...records.map((record) => linkOf(site, record))])].slice(0, max);
}
