import { rowShape } from '#app/core/db/columns.ts';
import { statement } from '#app/core/db/statement.ts';
import type { Site } from '#app/site.ts';
import { attachment, listKindNames } from '../../content/kinds.ts';
import { buildPermalink } from '../../content/permalinks.ts';
import { buildPathAboveColumn } from '../../content/record.ts';
import { buildLegalPath } from '../documents/document.ts';
import { listGeneratedDocuments } from '../documents/document.service.ts';

const selectNewest = statement(
  'scanned_contents',
  `SELECT c.id, c.kind, c.slug, c.status, to_char(c.date_local, 'YYYY-MM-DD"T"HH24:MI:SS') AS "dateLocal", ${buildPathAboveColumn('c')}
    FROM content c
    WHERE c.kind = ANY($1::text[]) AND c.status = 'publish' AND c.password = '' AND c.slug <> '' ORDER BY c.date_local DESC, c.id DESC LIMIT $2::int`,
  rowShape({ id: 'int', kind: 'text', slug: 'text', status: 'text', dateLocal: 'text', pathAbove: 'text?' }),
);

/** Returns the URLs of at most `max` public pages: the front page, the sign-in page, legal documents, and the newest content. */
export async function listPagesToScan(site: Site, max: number): Promise<string[]> {
  const ownUrls = ['/', '/sign-in', ...listGeneratedDocuments(site).map(({ id }) => buildLegalPath(id))].map(
    (path) => site.config.siteUrl + path,
  );
  const records = await site.db.rows(selectNewest, [listKindNames().filter((name) => name !== attachment.name), max]);
  return [...new Set([...ownUrls, ...records.map((record) => buildPermalink(site, record))])].slice(0, max);
}
