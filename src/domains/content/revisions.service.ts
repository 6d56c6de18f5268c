import type { Revision } from '#db';
import { columns } from '#app/core/db/columns.ts';
import type { Tx } from '#app/core/db/database.ts';
import type { KeysetList } from '#app/core/db/lists/keyset-list.ts';
import type { Row } from '#app/core/db/model.ts';
import { notFound } from '#app/core/failures/failure.ts';
import { queryIn, executeIn, statement, StatementNames } from '#app/core/db/statement.ts';
import type { Site } from '#app/site.ts';
import { readContent } from './content.reader.ts';
import type { ContentRecord } from './record.ts';
import { toColumnTime } from './site-time.ts';

/** Earlier texts of a content item. `createdLocal` is a wall time in the site's zone, `createdUtc` in UTC. */
export type RevisionRecord = Row<'Revision', 'createdLocal' | 'createdUtc'>;

type Texts = Pick<Revision, 'title' | 'content' | 'excerpt' | 'footnotes'>;

function getTexts(content: ContentRecord): Texts {
  const { footnotes } = content.meta;
  return {
    title: content.title,
    content: content.content,
    excerpt: content.excerpt,
    footnotes: typeof footnotes === 'string' ? footnotes : '',
  };
}

const isEqual = (a: Texts, b: Texts) =>
  a.title === b.title && a.content === b.content && a.excerpt === b.excerpt && a.footnotes === b.footnotes;

/**
 * Stores the texts as a revision after an update, unless they equal the newest revision (docs/behaviour/core-rest.md 7.6). Returns the columns to
 * store in the content row; null if no revision was stored.
 */
export async function storeRevision(
  tx: Tx,
  content: ContentRecord,
  authorId: number | null,
): Promise<{ latestRevisionId: number; revisionCount: { increment: 1 } } | null> {
  const texts = getTexts(content);
  if (content.latestRevisionId !== null) {
    const newest = await tx.revision.findUnique({
      where: { id: content.latestRevisionId },
      select: { title: true, content: true, excerpt: true, footnotes: true },
    });
    if (newest && isEqual(newest, texts)) return null;
  }
  const created = { createdLocal: toColumnTime(content.modifiedLocal), createdUtc: toColumnTime(content.modifiedUtc) };
  const { id } = await tx.revision.create({ data: { contentId: content.id, authorId, ...texts, ...created }, select: { id: true } });
  return { latestRevisionId: id, revisionCount: { increment: 1 } };
}

/** The columns of a `RevisionRecord` for statements with the revision row `r`. */
export const revisionColumns = columns('Revision', 'r', { wallTimes: ['createdLocal', 'createdUtc'], instants: ['createdUtc'] });
const statementNames = new StatementNames('revision_slice');

/** The revisions of each content item, newest first, with cursor pagination. */
export const revisionKeyset: KeysetList<RevisionRecord> = {
  table: 'revision r',
  alias: 'r',
  columns: () => revisionColumns.list,
  where: (_add, owner) => `r.content_id = ${owner}`,
  keys: () => [{ sql: 'r.id', type: 'int', direction: 'DESC' }],
  read: revisionColumns.read,
  getStatementName: (text) => statementNames.getName(text),
};

/** Returns the revision if it belongs to the content. Throws 404 `content_not_found` or `revision_of_other_content`. */
export function requireRevision<Revision extends { contentId: number }>(
  revision: Revision | null | undefined,
  contentId: number,
): Revision {
  if (!revision) throw notFound('content_not_found', 'Invalid revision ID.');
  if (revision.contentId !== contentId) throw notFound('revision_of_other_content', 'The revision does not belong to this content.');
  return revision;
}

const remove = statement(
  'remove_revision',
  `DELETE FROM revision r WHERE r.id = $1 AND r.content_id = $2 RETURNING ${revisionColumns.list}`,
  revisionColumns,
);
const updateAfterRemoval = statement(
  'follow_removed_revision',
  `UPDATE content c SET revision_count = (SELECT count(*) FROM revision r WHERE r.content_id = c.id),
     latest_revision_id = (SELECT max(r.id) FROM revision r WHERE r.content_id = c.id) WHERE c.id = $1`,
);

/** Permanently deletes a revision and returns it. The previous revision becomes the newest one. Throws the failures of `requireRevision`. */
export async function deleteRevision(site: Site, contentId: number, id: number): Promise<RevisionRecord> {
  return await site.db.transaction(async (tx) => {
    // locks the content, because writers of the content compare with the newest revision
    await readContent(tx, contentId, 'change');
    const [removed] = await queryIn(tx, remove, id, contentId);
    const revision = requireRevision(removed, contentId);
    await executeIn(tx, updateAfterRemoval, contentId);
    return revision;
  });
}
