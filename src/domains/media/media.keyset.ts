import type { Viewer } from '#app/domains/identity/auth/viewer.ts';
import { attachment } from '../content/kinds.ts';
import type { ContentConditions, ContentOrdering } from '../content/list.query.ts';
import { conditionsOf, orderKeysOf, searchOf } from '../content/list.sql.ts';
import { type ContentRecord, recordColumns } from '../content/record.ts';
import { searchedBy } from '../content/searched-by.ts';
import { StatementNames } from '../content/statement-names.ts';
import type { KeysetList } from '#app/core/db/keyset-list.ts';
import { mediaConditions, type MediaQuery, visibleFiles } from './media.list.ts';

const names = new StatementNames('media_slice');

/** The files that the viewer may see, as a list that is read from a place on. */
export function mediaKeyset(
  viewer: Viewer,
  query: Omit<MediaQuery, keyof ContentOrdering | 'page' | 'perPage' | 'offset' | 'stickyFirst'> & ContentOrdering,
): KeysetList<ContentRecord> {
  const { parents: _parents, ...same } = query;
  const conditions = searchedBy<ContentConditions & ContentOrdering>(viewer, { ...same, kind: attachment.name, statuses: ['publish'] });
  const terms = searchOf(conditions);
  return {
    table: 'content c',
    alias: 'c',
    columns: () => recordColumns.list,
    where: (add) =>
      [conditionsOf(conditions, terms, { add }), ...mediaConditions(query, { add }), ...visibleFiles(viewer, add)].join(' AND '),
    keys: (add) => orderKeysOf(conditions, terms, { add }),
    read: recordColumns.read,
    nameOf: (text) => names.of(text),
  };
}
