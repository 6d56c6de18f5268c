import { refreshDueContent, withDueContent } from '../due.ts';
import { recordColumns } from '../record.ts';
import { StatementNames } from '#app/core/db/statement.ts';
import type { KeysetList } from '#app/core/db/lists/keyset-list.ts';
import type { Site } from '#app/site.ts';
import { termColumns, type TermRecord } from '../terms/term.record.ts';
import { contentConditions, contentKeys, type SearchOptions, termConditions, termKeys, requestedSubtypes } from './search.conditions.ts';
import { type ContentFormat, formatRows, formatsByName } from './formats.ts';
import { contentResult, formatResult, type SearchResult, termResult } from './search.service.ts';

const names = new StatementNames('search_slice');
const nameOf = (text: string) => names.of(text);

/** Returns the public search results as a list with cursor pagination. Throws for an unknown subtype. */
export function searchKeyset(site: Site, options: SearchOptions): KeysetList<SearchResult> {
  const subtypes = requestedSubtypes(options);
  if (options.type === 'post') {
    return {
      table: 'content c',
      alias: 'c',
      columns: () => recordColumns.list,
      before: refreshDueContent,
      where: (add, _owner, db) => withDueContent(db, add, (status) => contentConditions(options, subtypes, add, status)),
      keys: (add) => contentKeys(options, add),
      read: (row) => contentResult(site, recordColumns.read(row)),
      nameOf,
    };
  }
  if (options.type === 'post-format') {
    const formats = formatsByName(site, options.search);
    return {
      table: formatRows.table,
      alias: 'f',
      id: formatRows.id,
      columns: () => 'f.slug',
      where: (add) => formatRows.where(add(formats)),
      keys: () => [{ sql: formatRows.id, type: 'int', direction: 'ASC' }],
      read: ({ slug }: { slug: ContentFormat }) => formatResult(site, slug),
      nameOf,
    };
  }
  return {
    table: 'term t',
    alias: 't',
    columns: () => termColumns.list,
    where: (add) => termConditions(options, subtypes, add),
    keys: () => termKeys,
    read: (row: TermRecord) => termResult(site, row),
    nameOf,
  };
}
