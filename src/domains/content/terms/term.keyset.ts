import { StatementNames } from '../statement-names.ts';
import type { KeysetList } from '#app/core/db/keyset-list.ts';
import { conditionsOf, orderKeysOf, type TermConditions } from './term.list.ts';
import { termColumns, type TermRecord } from './term.record.ts';

const names = new StatementNames('term_slice');
const shared = {
  table: 'term t',
  alias: 't',
  columns: () => termColumns.list,
  read: (row: TermRecord) => row,
  nameOf: (text: string) => names.of(text),
};

/** Terms of one taxonomy as a list that is read from a place on. */
export function termKeyset(query: TermConditions): KeysetList<TermRecord> {
  return { ...shared, where: (add) => conditionsOf(query, add), keys: (add) => orderKeysOf(query, add) };
}

/** The terms directly below each term, by name. */
export const childTerms: KeysetList<TermRecord> = {
  ...shared,
  where: (_add, owner) => `t.parent_id = ${owner}`,
  keys: () => [
    { sql: 't.sort_name', type: 'text', direction: 'ASC' },
    { sql: 't.id', type: 'int', direction: 'ASC' },
  ],
};
