import { LRUCache } from 'lru-cache';

/** Tables of the database, and the effects of writing to them. */
export interface Catalog {
  tables: ReadonlySet<string>;
  /** Tables whose changes every process is notified of. */
  reportedTables: ReadonlySet<string>;
  /** True if triggers also send a notice to the session that writes. */
  sendsNotices: boolean;
  /** Function → tables that it names. Includes the functions of triggers. */
  functions: ReadonlyMap<string, readonly string[]>;
  /** Functions that the database declares as read-only. */
  readOnlyFunctions: ReadonlySet<string>;
  /** Table → tables that its triggers write to. */
  triggerTargets: ReadonlyMap<string, readonly string[]>;
  /** Table → tables that lose or change rows when its rows are deleted. */
  cascadeTargets: ReadonlyMap<string, readonly string[]>;
}

/** Tables that a statement reads and writes. May contain too many, but never too few. */
export interface StatementTables {
  reads: readonly string[];
  writes: readonly string[];
  /** True for a plain INSERT, UPDATE or DELETE, which has no effects if it changes no row. */
  isPlainWrite: boolean;
  /** True if the statement has a RETURNING clause. */
  hasReturning: boolean;
}

const WRITE =
  /\b(?:insert\s+into|update|delete\s+from|merge\s+into|truncate(?:\s+table)?)\s+(?:only\s+)?(?:"?public"?\.)?"?([a-z_][a-z0-9_]*)"?/gi;
const NAME = /[a-z_][a-z0-9_]*/gi;
const MAX_STATEMENTS = 4000;
/** Longer statements contain lists of varying length and rarely repeat, so they are not cached. */
const MAX_CACHED_LENGTH = 20_000;

/** Returns a function that finds the tables of a statement. It caches results by the SQL. */
export function createStatementReader(catalog: Catalog): (text: string) => StatementTables {
  const cache = new LRUCache<string, StatementTables>({ max: MAX_STATEMENTS });
  const findAffectedTables = createAffectedTablesFinder(catalog);
  return (text) => {
    const cached = cache.get(text);
    if (cached) return cached;
    const tables = findTables(text, catalog, findAffectedTables);
    if (text.length <= MAX_CACHED_LENGTH) cache.set(text, tables);
    return tables;
  };
}

function findTables(
  text: string,
  { tables, functions, readOnlyFunctions }: Catalog,
  findAffectedTables: (table: string, isDelete: boolean) => Set<string>,
): StatementTables {
  const reads = new Set<string>();
  const functionTables = new Set<string>();
  for (const [name] of text.matchAll(NAME)) {
    const lower = name.toLowerCase();
    if (tables.has(lower)) reads.add(lower);
    for (const table of functions.get(lower) ?? []) (readOnlyFunctions.has(lower) ? reads : functionTables).add(table);
  }
  const isDelete = /\b(delete|truncate|merge)\b/i.test(text);
  const writtenTables = [...text.matchAll(WRITE)].map(([, name = '']) => name.toLowerCase()).filter((name) => tables.has(name));
  // a function that is not declared as read-only may write to every table that it names
  const writes = new Set([...writtenTables, ...functionTables].flatMap((table) => [...findAffectedTables(table, isDelete)]));
  return {
    reads: [...reads, ...functionTables],
    writes: [...writes],
    isPlainWrite: /^\s*(insert|update|delete)\b/i.test(text) && functionTables.size === 0,
    hasReturning: /\breturning\b/i.test(text),
  };
}

/** Returns a function that finds all tables that a write to a table affects, through triggers and, for a delete, through foreign keys. */
function createAffectedTablesFinder({ triggerTargets, cascadeTargets }: Catalog): (table: string, isDelete: boolean) => Set<string> {
  const affectedTables = new Map<string, Set<string>>();
  return (table, isDelete) => {
    const key = `${table} ${isDelete}`;
    let tables = affectedTables.get(key);
    if (!tables) {
      tables = new Set([table]);
      for (const current of tables) {
        for (const next of triggerTargets.get(current) ?? []) tables.add(next);
        if (isDelete) for (const next of cascadeTargets.get(current) ?? []) tables.add(next);
      }
      affectedTables.set(key, tables);
    }
    return tables;
  };
}
