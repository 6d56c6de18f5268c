import { noticeDueContent, seenContent } from '../due.ts';
import { recordColumns } from '../record.ts';
import { StatementNames } from '../statement-names.ts';
import type { KeysetList } from '#app/core/db/keyset-list.ts';
import type { Site } from '#app/site.ts';
import { termColumns, type TermRecord } from '../terms/term.record.ts';
import { contentConditions, contentKeys, type SearchWish, termConditions, termKeys, wantedSubtypes } from './search.conditions.ts';
import { contentResult, type SearchResult, termResult } from './search.service.ts';

const names = new StatementNames('search_slice');
const nameOf = (text: string) => names.of(text);

/** What everybody may find, as a list that is read from a place on. Throws for an unknown subtype. */
export function searchKeyset(site: Site, wish: SearchWish): KeysetList<SearchResult> {
  const wanted = wantedSubtypes(wish);
  if (wish.type === 'post') {
    return {
      table: 'content c',
      alias: 'c',
      columns: () => recordColumns.list,
      before: noticeDueContent,
      where: (add, _owner, db) => seenContent(db, add, (status) => contentConditions(wish, wanted, add, status)),
      keys: (add) => contentKeys(wish, add),
      read: (row) => contentResult(site, recordColumns.read(row)),
      nameOf,
    };
  }
  return {
    table: 'term t',
    alias: 't',
    columns: () => termColumns.list,
    where: (add) => termConditions(wish, wanted, add),
    keys: () => termKeys,
    read: (row: TermRecord) => termResult(site, row),
    nameOf,
  };
}
