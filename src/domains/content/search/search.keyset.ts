import { refreshDueContent, withDueContent } from '../due-content.ts';
import { recordColumns } from '../record.ts';
import { StatementNames } from '#app/core/db/statement.ts';
import type { KeysetList } from '#app/core/db/lists/keyset-list.ts';
import type { Site } from '#app/site.ts';
import { termColumns, type TermRecord } from '../terms/term.record.ts';
import {
  buildContentConditions,
  buildContentKeys,
  type SearchOptions,
  buildTermConditions,
  termKeys,
  getRequestedSubtypes,
} from './search.conditions.ts';
import { type ContentFormat, formatRows, findFormatsByName } from './formats.ts';
import { toContentResult, toFormatResult, type SearchResult, toTermResult } from './search.service.ts';

const statementNames = new StatementNames('search_slice');
const getStatementName = (text: string) => statementNames.getName(text);

/** Returns the public search results as a list with cursor pagination. Throws for an unknown subtype. */
export function createSearchKeyset(site: Site, options: SearchOptions): KeysetList<SearchResult> {
  const subtypes = getRequestedSubtypes(options);
  if (options.type === 'post') {
    return {
      table: 'content c',
      alias: 'c',
      columns: () => recordColumns.list,
      prepare: refreshDueContent,
      where: (add, _owner, db) => withDueContent(db, add, (status) => buildContentConditions(options, subtypes, add, status)),
      keys: (add) => buildContentKeys(options, add),
      read: (row) => toContentResult(site, recordColumns.read(row)),
      getStatementName,
    };
  }
  if (options.type === 'post-format') {
    const formats = findFormatsByName(site, options.search);
    return {
      table: formatRows.table,
      alias: 'f',
      id: formatRows.id,
      columns: () => 'f.slug',
      where: (add) => formatRows.where(add(formats)),
      keys: () => [{ sql: formatRows.id, type: 'int', direction: 'ASC' }],
      read: ({ slug }: { slug: ContentFormat }) => toFormatResult(site, slug),
      getStatementName,
    };
  }
  return {
    table: 'term t',
    alias: 't',
    columns: () => termColumns.list,
    where: (add) => buildTermConditions(options, subtypes, add),
    keys: () => termKeys,
    read: (row: TermRecord) => toTermResult(site, row),
    getStatementName,
  };
}
