import type { PersonalRecord, Person, TableData } from '#app/core/personal-data/declaration.ts';
import { rowShape, narrowShape } from '#app/core/db/columns.ts';
import { StatementFamily } from '#app/core/db/statement.ts';
import type { Site } from '#app/site.ts';
import { quoteIdentifier, type StoredTable, listTables } from './catalog.ts';
import { buildPersonCondition, listDeclaredTables, listPersonParameters } from './person.ts';

/** Rows per query, which limits the memory that an archive needs. */
const PAGE_SIZE = 500;
/** Number of characters that a record contains before and after a mention of the email address. */
const CONTEXT_CHARACTERS = 80;

/** A part of a person's data. */
export interface PersonalDataPart {
  table: string;
  label: string;
  /** True if the records mention the email address, but are not about the person. */
  isMention: boolean;
  /** Reads the records page by page. */
  records(): AsyncIterable<PersonalRecord>;
}

type KeyedRecord = PersonalRecord & { __key: readonly string[] };

/** Yields the rows of a paged query. `read` returns the next page after a key. */
async function* readPages(read: (after: readonly string[] | null) => Promise<KeyedRecord[]>): AsyncGenerator<PersonalRecord> {
  for (let after: readonly string[] | null = null; ; ) {
    const rows: KeyedRecord[] = await read(after);
    for (const { __key: _key, ...record } of rows) yield record;
    const last: KeyedRecord | undefined = rows.at(-1);
    if (!last || rows.length < PAGE_SIZE) return;
    after = last.__key;
  }
}

/** Returns the SQL of a sort order, of the key of a row, and of the condition for rows after a key. `first` is the number of the first parameter. */
function buildOrder(expressions: readonly { sql: string; type: string }[], first: number) {
  const list = expressions.map(({ sql }) => sql).join(', ');
  const parameters = expressions.map(({ type }, i) => `$${first + i}::text::${type}`).join(', ');
  return {
    list,
    key: `ARRAY[${expressions.map(({ sql }) => `${sql}::text`).join(', ')}]::text[]`,
    after: `(${list}) > (${parameters})`,
  };
}

const buildKeyExpressions = (table: StoredTable) => table.key.map(({ column, type }) => ({ sql: `t.${quoteIdentifier(column)}`, type }));

const rowStatements = new StatementFamily(
  'rows_about_person',
  narrowShape<{ record: PersonalRecord; key: string[] }>(rowShape({ record: 'json', key: 'text[]' })),
  async (site) => {
    const byName = new Map((await listTables(site)).map((table) => [table.unquotedName, table]));
    return listDeclaredTables(site).flatMap(([name, data]) => {
      const table = byName.get(name);
      return table && data.kind === 'people' ? [false, true].map((isNextPage) => buildRowQuery(table, data.about, isNextPage)) : [];
    });
  },
  { isRare: true },
);

/** Returns the query for rows about a person. `about` is the condition that the domain declares for its table. */
function buildRowQuery(table: StoredTable, about: string, isNextPage: boolean): string {
  const order = buildOrder(buildKeyExpressions(table), 5);
  return `SELECT to_jsonb(t) - $4::text[] AS record, ${order.key} AS key FROM ${table.name} AS t
        WHERE ${buildPersonCondition(about)}${isNextPage ? ` AND ${order.after}` : ''} ORDER BY ${order.list} LIMIT ${PAGE_SIZE}`;
}

function readRows(
  site: Site,
  person: Person,
  table: StoredTable,
  about: string,
  without: readonly string[],
): AsyncIterable<PersonalRecord> {
  return readPages(async (after) => {
    const statement = rowStatements.createStatement(buildRowQuery(table, about, after !== null));
    const rows = await site.db.rows(statement, [...listPersonParameters(person), [...without, ...table.binaryColumns], ...(after ?? [])]);
    return rows.map(({ record, key }) => ({ ...record, __key: key }));
  });
}

const mentionStatements = new StatementFamily(
  'mentions_of_person',
  narrowShape<{ field: string; row: PersonalRecord; text: string; key: string[] }>(
    rowShape({ field: 'text', row: 'json', text: 'text', key: 'text[]' }),
  ),
  async (site) => {
    const dataByTable = new Map(listDeclaredTables(site));
    return (await listTables(site)).flatMap((table) =>
      [false, true].flatMap((isNextPage) => buildMentionQuery(table, dataByTable.get(table.unquotedName), isNextPage) ?? []),
    );
  },
  { isRare: true },
);

/** Returns the query for mentions of a person in a table, outside the rows about the person. Null if the table has no text columns or no key. */
function buildMentionQuery(table: StoredTable, data: TableData<Site> | undefined, isNextPage: boolean): string | null {
  const rowsOfPeople = data?.kind === 'people' ? data : undefined;
  const searched = table.textColumns.filter(({ column }) => !rowsOfPeople?.without?.includes(column));
  if (searched.length === 0 || table.key.length === 0) return null;
  const order = buildOrder([...buildKeyExpressions(table), { sql: 'm.field', type: 'text' }], 6);
  const key = table.key.map(({ column }) => `'${column}', t.${quoteIdentifier(column)}`).join(', ');
  const fields = searched.map(({ column }) => `('${column}', t.${quoteIdentifier(column)}::text)`).join(', ');
  return `SELECT m.field, jsonb_build_object(${key}) AS row, substring(m.text FROM $5) AS text, ${order.key} AS key
        FROM ${table.name} AS t CROSS JOIN LATERAL (VALUES ${fields}) AS m (field, text)
        WHERE m.text ILIKE $4 AND m.text ~* $3 AND NOT COALESCE(${buildPersonCondition(rowsOfPeople?.about ?? 'false')}, false)
          ${isNextPage ? `AND ${order.after}` : ''} ORDER BY ${order.list} LIMIT ${PAGE_SIZE}`;
}

function readMentions(site: Site, person: Person, table: StoredTable, data: TableData<Site> | undefined): AsyncIterable<PersonalRecord> {
  return readPages(async (after) => {
    const query = buildMentionQuery(table, data, after !== null);
    if (query === null) return [];
    const excerpt = `(?i).{0,${CONTEXT_CHARACTERS}}(?:${person.pattern}).{0,${CONTEXT_CHARACTERS}}`;
    const values = [...listPersonParameters(person), `%${person.hint}%`, excerpt, ...(after ?? [])];
    const rows = await site.db.rows(mentionStatements.createStatement(query), values);
    return rows.map(({ key, ...mention }) => ({ ...mention, __key: key }));
  });
}

const getLabel = (data: TableData<Site> | undefined, table: string): string => (data && 'label' in data ? data.label : table);

/**
 * Returns all personal data of a person: first the rows that domains declare, then all other mentions of the email address in the database. Parts may
 * be empty. Each part can be read several times.
 */
export async function listPersonalData(site: Site, person: Person): Promise<PersonalDataPart[]> {
  const stored = await listTables(site);
  const byName = new Map(stored.map((table) => [table.unquotedName, table]));
  const declared = listDeclaredTables(site).toReversed();
  const parts = declared.flatMap(([name, data]): PersonalDataPart[] => {
    const table = byName.get(name);
    if (data.kind === 'by hand' && data.records) {
      const { records } = data;
      return [{ table: name, label: data.label, isMention: false, records: () => records(site, person) }];
    }
    if (data.kind !== 'people' || !table) return [];
    const records = () => readRows(site, person, table, data.about, data.without ?? []);
    return [{ table: name, label: data.label, isMention: false, records }];
  });
  const dataByTable = new Map(declared);
  const others = stored.map((table): PersonalDataPart => {
    const data = dataByTable.get(table.unquotedName);
    return {
      table: table.unquotedName,
      label: getLabel(data, table.unquotedName),
      isMention: true,
      records: () => readMentions(site, person, table, data),
    };
  });
  return [...parts, ...others];
}

/** Number of records in a part. */
export interface PartCount {
  table: string;
  label: string;
  isMention: boolean;
  count: number;
}

/** Counts the records of each part, and omits empty parts. */
export async function countPersonalData(site: Site, person: Person): Promise<PartCount[]> {
  const counts: PartCount[] = [];
  for (const { table, label, isMention, records } of await listPersonalData(site, person)) {
    let count = 0;
    for await (const _ of records()) count += 1;
    if (count > 0) counts.push({ table, label, isMention, count });
  }
  return counts;
}
