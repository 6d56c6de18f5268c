import { recordColumns, recordOf, type RecordRow } from '../content/record.ts';
import { utcNow } from '../content/site-time.ts';
import { StatementNames } from '../content/statement-names.ts';
import type { Add, OrderKey } from '../core/db/keyset.ts';
import type { KeysetList } from '../core/db/keyset-list.ts';
import type { Site } from '../site.ts';
import { termColumns, type TermRecord } from '../terms/term.record.ts';
import { contentConditions, type SearchWish, termConditions, titleRank, wantedSubtypes } from './search.conditions.ts';
import { contentResult, type SearchResult, termResult } from './search.service.ts';

const names = new StatementNames('search_slice');
const nameOf = (text: string) => names.of(text);

function contentKeys(wish: SearchWish, add: Add): OrderKey[] {
  const rank = titleRank(wish, add);
  return [
    ...(rank === null ? [] : [{ sql: `(${rank})`, type: 'int', direction: 'ASC' } as const]),
    { sql: 'c.date_local', type: 'timestamp', direction: 'DESC' },
    { sql: 'c.id', type: 'int', direction: 'DESC' },
  ];
}

/** What everybody may find, as a list that is read from a place on. Callers have settled due content. Throws for an unknown subtype. */
export function searchKeyset(site: Site, wish: SearchWish): KeysetList<SearchResult> {
  const wanted = wantedSubtypes(wish);
  if (wish.type === 'post') {
    const now = utcNow();
    return {
      table: 'content c',
      alias: 'c',
      columns: () => recordColumns,
      where: (add) => contentConditions(wish, wanted, add),
      keys: (add) => contentKeys(wish, add),
      read: (row: RecordRow) => contentResult(site, recordOf(row, now)),
      nameOf,
    };
  }
  return {
    table: 'term t',
    alias: 't',
    columns: () => termColumns,
    where: (add) => termConditions(wish, wanted, add),
    keys: () => [
      { sql: 't.sort_name', type: 'text', direction: 'ASC' },
      { sql: 't.id', type: 'int', direction: 'ASC' },
    ],
    read: (row: TermRecord) => termResult(site, row),
    nameOf,
  };
}
