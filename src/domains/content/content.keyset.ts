import type { Viewer } from '#app/domains/identity/auth/viewer.ts';
import type { KeysetList } from '#app/core/db/keyset-list.ts';
import { canRead } from './content.permissions.ts';
import { noticeDueContent, seenContent } from './due.ts';
import type { ContentConditions, ContentOrdering } from './list.query.ts';
import { conditionsOf, orderKeysOf, searchOf } from './list.sql.ts';
import { type ContentRecord, recordColumns } from './record.ts';
import { StatementNames } from './statement-names.ts';

/** What lists of content hang on, and how a row says so. */
const owned = {
  parent: (owner: string) => `c.parent_id = ${owner}`,
  author: (owner: string) => `c.author_id = ${owner}`,
  // looked up first: a plan that goes through all content in its order, hoping to meet the term's, takes seconds for rare terms
  term: (owner: string) => `c.id = ANY(ARRAY(SELECT ct.content_id FROM content_term ct WHERE ct.term_id = ${owner}))`,
} as const;

const names = new StatementNames('content_slice');

/** The statuses of a list as the viewer may read them: some only in their own content. */
export function readableStatuses(
  viewer: Viewer,
  kind: string,
  statuses: readonly string[],
): Pick<ContentConditions, 'statuses' | 'ownStatuses'> {
  const may = (status: string, authorId: number | null) => canRead(viewer, { kind, status, authorId, trashedFrom: null });
  const everybodys = statuses.filter((status) => may(status, null));
  const own = viewer.signedIn ? statuses.filter((status) => !everybodys.includes(status) && may(status, viewer.id)) : [];
  return { statuses: everybodys, ...(own.length > 0 && { ownStatuses: { authorId: viewer.id, statuses: own } }) };
}

/** Content as a list that is read from a place on; callers have asked for readable statuses only. */
export function contentKeyset(query: ContentConditions & ContentOrdering, owner?: keyof typeof owned): KeysetList<ContentRecord> {
  const terms = searchOf(query);
  return {
    table: 'content c',
    alias: 'c',
    columns: () => recordColumns.list,
    before: noticeDueContent,
    where: (add, of, db) =>
      seenContent(db, add, (status) => [conditionsOf(query, terms, { add }, status), ...(owner ? [owned[owner](of)] : [])].join(' AND ')),
    keys: (add) => orderKeysOf(query, terms, { add }),
    read: recordColumns.read,
    nameOf: (text) => names.of(text),
  };
}
