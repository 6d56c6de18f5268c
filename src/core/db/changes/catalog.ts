import type { Catalog } from './statement-tables.ts';

/** SQL pattern for the names of the triggers that notify all processes of changed rows. Migrations create them. */
const REPORT_TRIGGERS = 'table_changed%';

/** Selects all tables except `table_write`, which stores versions of other tables. A statement that reads it also names those tables. */
const SELECT_TABLES = `SELECT c.relname::text AS "table",
    EXISTS (SELECT 1 FROM pg_trigger t WHERE t.tgrelid = c.oid AND t.tgname LIKE '${REPORT_TRIGGERS}') AS "isReported"
  FROM pg_class c WHERE c.relkind IN ('r', 'p', 'v') AND c.relnamespace = 'public'::regnamespace AND c.relname <> 'table_write'`;

const SELECT_FUNCTIONS = `SELECT p.proname::text AS "function", p.prosrc AS source, p.provolatile <> 'v' AS "onlyReads" FROM pg_proc p WHERE p.pronamespace = 'public'::regnamespace
    AND NOT EXISTS (SELECT 1 FROM pg_depend d WHERE d.objid = p.oid AND d.deptype = 'e')`;

const SELECT_TRIGGERS = `SELECT c.relname::text AS "table", p.proname::text AS "function" FROM pg_trigger t
  JOIN pg_class c ON c.oid = t.tgrelid JOIN pg_proc p ON p.oid = t.tgfoid WHERE NOT t.tgisinternal`;

const SELECT_CASCADES = `SELECT parent.relname::text AS parent, child.relname::text AS child FROM pg_constraint k
  JOIN pg_class parent ON parent.oid = k.confrelid JOIN pg_class child ON child.oid = k.conrelid
  WHERE k.contype = 'f' AND k.confdeltype IN ('c', 'n', 'd')`;

type Query = <Row>(text: string) => Promise<Row[]>;

function groupPairs(pairs: Iterable<readonly [string, string]>): Map<string, string[]> {
  const map = new Map<string, string[]>();
  for (const [from, to] of pairs) map.set(from, [...(map.get(from) ?? []), to]);
  return map;
}

/** Reads the tables, functions, triggers and cascades of the database. */
export async function readCatalog(query: Query): Promise<Catalog> {
  const tableRows = await query<{ table: string; isReported: boolean }>(SELECT_TABLES);
  const names = new Set(tableRows.map(({ table }) => table));
  const sources = await query<{ function: string; source: string; onlyReads: boolean }>(SELECT_FUNCTIONS);
  const tablesByFunction = new Map(
    sources.map(
      (source) =>
        [source.function, [...new Set(source.source.match(/[a-z_][a-z0-9_]*/gi) ?? [])].filter((name) => names.has(name))] as const,
    ),
  );
  const triggerFunctions = await query<{ table: string; function: string }>(SELECT_TRIGGERS);
  const foreignKeys = await query<{ parent: string; child: string }>(SELECT_CASCADES);
  return {
    tables: names,
    reportedTables: new Set(tableRows.filter(({ isReported }) => isReported).map(({ table }) => table)),
    sendsNotices: sources.some(({ function: name, source }) => name === 'tell_content_change' && source.includes('RAISE INFO')),
    functions: tablesByFunction,
    readOnlyFunctions: new Set(sources.filter(({ onlyReads }) => onlyReads).map((source) => source.function)),
    triggerTargets: groupPairs(
      triggerFunctions.flatMap(({ table, function: name }) => (tablesByFunction.get(name) ?? []).map((to) => [table, to] as const)),
    ),
    cascadeTargets: groupPairs(foreignKeys.map(({ parent, child }) => [parent, child] as const)),
  };
}
