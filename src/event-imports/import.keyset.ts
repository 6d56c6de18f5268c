import { StatementNames } from '../content/statement-names.ts';
import type { KeysetList } from '../core/db/keyset-list.ts';
import { importColumns, importOf, type ImportRecord, type ImportStatus } from './import.record.ts';

/** Which imports a list holds; what is absent does not matter. */
export interface ImportConditions {
  status?: ImportStatus | undefined;
  origin?: string | undefined;
  authorId?: number | undefined;
}

const names = new StatementNames('event_import_slice');

/** Imports, newest first, as a list that is read from a place on. */
export function importKeyset({ status, origin, authorId }: ImportConditions): KeysetList<ImportRecord> {
  return {
    table: 'event_import i',
    alias: 'i',
    columns: () => importColumns,
    where: (add) =>
      [
        'true',
        ...(status === undefined ? [] : [`i.status = ${add(status)}`]),
        ...(origin === undefined ? [] : [`i.origin = ${add(origin)}`]),
        ...(authorId === undefined ? [] : [`i.author_id = ${add(authorId)}::int`]),
      ].join(' AND '),
    keys: () => [{ sql: 'i.id', type: 'int', direction: 'DESC' }],
    read: importOf,
    nameOf: (text) => names.of(text),
  };
}
