import type { Tx } from '../core/db/database.ts';
import type { KeysetList } from '../core/db/keyset-list.ts';
import { invalid } from '../core/failure.ts';
import type { Page } from '../core/page.ts';
import type { WallTime } from '../core/time/wall-time.ts';
import type { Site } from '../site.ts';
import type { ContentRecord } from './record.ts';
import { columnTime } from './site-time.ts';
import { StatementNames } from './statement-names.ts';

/** The texts of a content at an earlier time. */
export interface RevisionRecord {
  id: number;
  contentId: number;
  authorId: number | null;
  title: string;
  content: string;
  excerpt: string;
  footnotes: string;
  /** On the site's clock. */
  createdLocal: WallTime;
  createdUtc: WallTime;
}

interface Texts {
  title: string;
  content: string;
  excerpt: string;
  footnotes: string;
}

function textsOf(content: ContentRecord): Texts {
  const { footnotes } = content.meta;
  return {
    title: content.title,
    content: content.content,
    excerpt: content.excerpt,
    footnotes: typeof footnotes === 'string' ? footnotes : '',
  };
}

const isSame = (a: Texts, b: Texts) =>
  a.title === b.title && a.content === b.content && a.excerpt === b.excerpt && a.footnotes === b.footnotes;

/**
 * Keeps the texts after an update: at the first update always, later only when they differ from the newest revision (core-rest.md 7.6).
 * Answers what to store on the content, or null when there is nothing to keep.
 */
export async function keepRevision(
  tx: Tx,
  content: ContentRecord,
  authorId: number | null,
): Promise<{ latestRevisionId: number; revisionCount: { increment: 1 } } | null> {
  const texts = textsOf(content);
  if (content.latestRevisionId !== null) {
    const newest = await tx.revision.findUnique({
      where: { id: content.latestRevisionId },
      select: { title: true, content: true, excerpt: true, footnotes: true },
    });
    if (newest && isSame(newest, texts)) return null;
  }
  const created = { createdLocal: columnTime(content.modifiedLocal), createdUtc: columnTime(content.modifiedUtc) };
  const { id } = await tx.revision.create({ data: { contentId: content.id, authorId, ...texts, ...created }, select: { id: true } });
  return { latestRevisionId: id, revisionCount: { increment: 1 } };
}

const columns = `r.id, r.content_id AS "contentId", r.author_id AS "authorId", r.title, r.content, r.excerpt, r.footnotes,
  to_char(r.created_local, 'YYYY-MM-DD"T"HH24:MI:SS') AS "createdLocal",
  to_char(r.created_utc AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS') AS "createdUtc"`;
const newestFirst = `SELECT ${columns} FROM revision r WHERE r.content_id = $1 ORDER BY r.id DESC`;
const names = new StatementNames('revision_slice');

/** The revisions of each content, newest first, as a list that is read from a place on. */
export const revisionKeyset: KeysetList<RevisionRecord> = {
  table: 'revision r',
  alias: 'r',
  columns: () => columns,
  where: (_add, owner) => `r.content_id = ${owner}`,
  keys: () => [{ sql: 'r.id', type: 'int', direction: 'DESC' }],
  read: (row: RevisionRecord) => row,
  nameOf: (text) => names.of(text),
};

const pageOfNewest = `${newestFirst} LIMIT $2 OFFSET $3`;
const byId = `SELECT ${columns} FROM revision r WHERE r.id = $1`;

/** One page of the revisions of a content that has so many, newest first, whoever asks; all on one page where no size is given. */
export async function loadRevisionPage(
  site: Site,
  contentId: number,
  total: number,
  { page, perPage }: { page: number; perPage: number | null },
): Promise<Page<RevisionRecord>> {
  const totalPages = perPage === null ? Math.min(total, 1) : Math.ceil(total / perPage);
  if (total > 0 && page > totalPages)
    throw invalid('rest_post_invalid_page_number', 'The page number requested is larger than the number of pages available.');
  const part = [contentId, perPage, perPage === null ? 0 : (page - 1) * perPage];
  return { total, totalPages, nodes: total === 0 ? [] : await site.db.sql<RevisionRecord>(pageOfNewest, part, 'page_of_revisions') };
}

/** A revision by its number, whoever asks. */
export async function findRevision(site: Site, id: number): Promise<RevisionRecord | null> {
  const [found] = await site.db.sql<RevisionRecord>(byId, [id], 'revision_by_id');
  return found ?? null;
}

/** All revisions of a content, newest first, whoever asks. */
export async function listRevisions(site: Site, contentId: number): Promise<RevisionRecord[]> {
  return await site.db.sql<RevisionRecord>(newestFirst, [contentId], 'revisions_of_content');
}
