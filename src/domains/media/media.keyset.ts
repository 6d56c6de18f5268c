import type { Viewer } from '#app/domains/identity/auth/viewer.ts';
import { canEdit } from '../content/content.permissions.ts';
import { attachment } from '../content/kinds.ts';
import type { ContentConditions, ContentOrdering } from '../content/list.query.ts';
import { conditionsOf, orderKeysOf, searchOf } from '../content/list.sql.ts';
import { type ContentRecord, recordColumns } from '../content/record.ts';
import { readableContent } from '../content/rights.sql.ts';
import { StatementNames } from '../content/statement-names.ts';
import type { Add } from '#app/core/db/keyset.ts';
import type { KeysetList } from '#app/core/db/keyset-list.ts';
import { mediaConditions, type MediaQuery } from './media.list.ts';

const names = new StatementNames('media_slice');

/** `canReadMedia` as a condition: what is attached to content follows that content, unless the viewer may edit the file. */
function visible(viewer: Viewer, add: Add): string[] {
  const mayEdit = (authorId: number | null) => canEdit(viewer, { kind: attachment.name, status: 'publish', authorId, trashedFrom: null });
  if (mayEdit(null)) return [];
  const isOpen = `NOT EXISTS (SELECT 1 FROM content p WHERE p.id = c.parent_id AND NOT ${readableContent(viewer, 'p', add)})`;
  return [viewer.signedIn && mayEdit(viewer.id) ? `(${isOpen} OR c.author_id = ${add(viewer.id)}::int)` : isOpen];
}

/** The files that the viewer may see, as a list that is read from a place on. */
export function mediaKeyset(
  viewer: Viewer,
  query: Omit<MediaQuery, keyof ContentOrdering | 'page' | 'perPage' | 'offset' | 'stickyFirst'> & ContentOrdering,
): KeysetList<ContentRecord> {
  const { parents: _parents, ...same } = query;
  const conditions: ContentConditions & ContentOrdering = {
    ...same,
    kind: attachment.name,
    statuses: ['publish'],
    searchesProtected: viewer.signedIn,
  };
  const terms = searchOf(conditions);
  return {
    table: 'content c',
    alias: 'c',
    columns: () => recordColumns.list,
    where: (add) => [conditionsOf(conditions, terms, { add }), ...mediaConditions(query, { add }), ...visible(viewer, add)].join(' AND '),
    keys: (add) => orderKeysOf(conditions, terms, { add }),
    read: recordColumns.read,
    nameOf: (text) => names.of(text),
  };
}
