import type { HeldRecord, Person, TableData } from '#app/core/personal-data/declaration.ts';
import { rowShape, narrowShape } from '#app/core/db/columns.ts';
import { StatementFamily } from '#app/core/db/statement.ts';
import type { Site } from '#app/site.ts';
import { quoted, type StoredTable, storedTables } from './catalog.ts';
import { aboutPerson, declaredTables, personValues } from './person.ts';

/** Rows per query. Limits the memory that an archive needs. */
const AT_A_TIME = 500;
/** Characters before and after an address that is mentioned. */
const AROUND = 80;

/** A part of a person's data. */
export interface HeldPart {
  table: string;
  label: string;
  /** True if the records only mention the address and are about something else. */
  isMention: boolean;
  /** Reads the records in pages. */
  records(): AsyncIterable<HeldRecord>;
}

type Keyed = HeldRecord & { __key: readonly string[] };

/** Yields the rows of a paged query. `read` returns the rows after a key. */
async function* paged(read: (after: readonly string[] | null) => Promise<Keyed[]>): AsyncGenerator<HeldRecord> {
  for (let after: readonly string[] | null = null; ; ) {
    const rows: Keyed[] = await read(after);
    for (const { __key: _key, ...record } of rows) yield record;
    const last: Keyed | undefined = rows.at(-1);
    if (!last || rows.length < AT_A_TIME) return;
    after = last.__key;
  }
}

/** Returns the sort order of rows, and the condition for rows after a key. */
function orderOf(expressions: readonly { sql: string; type: string }[], first: number) {
  const list = expressions.map(({ sql }) => sql).join(', ');
  const places = expressions.map(({ type }, i) => `$${first + i}::text::${type}`).join(', ');
  return {
    list,
    key: `ARRAY[${expressions.map(({ sql }) => `${sql}::text`).join(', ')}]::text[]`,
    after: `(${list}) > (${places})`,
  };
}

const keyOf = (table: StoredTable) => table.key.map(({ column, type }) => ({ sql: `t.${quoted(column)}`, type }));

const rowsOf = new StatementFamily(
  'rows_about_person',
  narrowShape<{ record: HeldRecord; key: string[] }>(rowShape({ record: 'json', key: 'text[]' })),
  async (site) => {
    const byName = new Map((await storedTables(site)).map((table) => [table.plain, table]));
    return declaredTables(site).flatMap(([name, data]) => {
      const table = byName.get(name);
      return table && data.kind === 'people' ? [false, true].map((isFurther) => aboutStatement(table, data.about, isFurther)) : [];
    });
  },
  { isRare: true },
);

function aboutStatement(table: StoredTable, about: string, isFurther: boolean): string {
  const order = orderOf(keyOf(table), 5);
  return `SELECT to_jsonb(t) - $4::text[] AS record, ${order.key} AS key FROM ${table.name} AS t
        WHERE ${aboutPerson(about)}${isFurther ? ` AND ${order.after}` : ''} ORDER BY ${order.list} LIMIT ${AT_A_TIME}`;
}

function rowsAbout(site: Site, person: Person, table: StoredTable, about: string, without: readonly string[]): AsyncIterable<HeldRecord> {
  return paged(async (after) => {
    const statement = rowsOf.of(aboutStatement(table, about, after !== null));
    const rows = await site.db.rows(statement, [...personValues(person), [...without, ...table.bytes], ...(after ?? [])]);
    return rows.map(({ record, key }) => ({ ...record, __key: key }));
  });
}

const mentionings = new StatementFamily(
  'mentions_of_person',
  narrowShape<{ field: string; row: HeldRecord; text: string; key: string[] }>(
    rowShape({ field: 'text', row: 'json', text: 'text', key: 'text[]' }),
  ),
  async (site) => {
    const decisions = new Map(declaredTables(site));
    return (await storedTables(site)).flatMap((table) =>
      [false, true].flatMap((isFurther) => mentioningStatement(table, decisions.get(table.plain), isFurther) ?? []),
    );
  },
  { isRare: true },
);

/** Returns the statement that finds mentions in a table, or null if the table has no text columns or no key. */
function mentioningStatement(table: StoredTable, data: TableData<Site> | undefined, isFurther: boolean): string | null {
  const about = data?.kind === 'people' ? data : undefined;
  const shown = table.texts.filter(({ column }) => !about?.without?.includes(column));
  if (shown.length === 0 || table.key.length === 0) return null;
  const order = orderOf([...keyOf(table), { sql: 'm.field', type: 'text' }], 6);
  const key = table.key.map(({ column }) => `'${column}', t.${quoted(column)}`).join(', ');
  const fields = shown.map(({ column }) => `('${column}', t.${quoted(column)}::text)`).join(', ');
  return `SELECT m.field, jsonb_build_object(${key}) AS row, substring(m.text FROM $5) AS text, ${order.key} AS key
        FROM ${table.name} AS t CROSS JOIN LATERAL (VALUES ${fields}) AS m (field, text)
        WHERE m.text ILIKE $4 AND m.text ~* $3 AND NOT COALESCE(${aboutPerson(about?.about ?? 'false')}, false)
          ${isFurther ? `AND ${order.after}` : ''} ORDER BY ${order.list} LIMIT ${AT_A_TIME}`;
}

function mentions(site: Site, person: Person, table: StoredTable, data: TableData<Site> | undefined): AsyncIterable<HeldRecord> {
  return paged(async (after) => {
    const text = mentioningStatement(table, data, after !== null);
    if (text === null) return [];
    const around = `(?i).{0,${AROUND}}(?:${person.pattern}).{0,${AROUND}}`;
    const values = [...personValues(person), `%${person.hint}%`, around, ...(after ?? [])];
    const rows = await site.db.rows(mentionings.of(text), values);
    return rows.map(({ field, row, text: found, key: place }) => ({ row, field, text: found, __key: place }));
  });
}

const labelOf = (data: TableData<Site> | undefined, table: string): string => (data && 'label' in data ? data.label : table);

/**
 * Returns all personal data of a person: first the rows that domains declare, then every mention of the address anywhere in the database. Parts may
 * be empty, and each can be read several times.
 */
export async function heldParts(site: Site, person: Person): Promise<HeldPart[]> {
  const stored = await storedTables(site);
  const byName = new Map(stored.map((table) => [table.plain, table]));
  const declared = declaredTables(site).toReversed();
  const parts = declared.flatMap(([name, data]): HeldPart[] => {
    const table = byName.get(name);
    if (data.kind === 'by hand' && data.records) {
      const { records } = data;
      return [{ table: name, label: data.label, isMention: false, records: () => records(site, person) }];
    }
    if (data.kind !== 'people' || !table) return [];
    const records = () => rowsAbout(site, person, table, data.about, data.without ?? []);
    return [{ table: name, label: data.label, isMention: false, records }];
  });
  const decisions = new Map(declared);
  const others = stored.map((table): HeldPart => {
    const data = decisions.get(table.plain);
    return {
      table: table.plain,
      label: labelOf(data, table.plain),
      isMention: true,
      records: () => mentions(site, person, table, data),
    };
  });
  return [...parts, ...others];
}

/** Number of records in a part. */
export interface CountedPart {
  table: string;
  label: string;
  isMention: boolean;
  count: number;
}

/** Counts the records of all parts that are not empty. */
export async function countHeld(site: Site, person: Person): Promise<CountedPart[]> {
  const counted: CountedPart[] = [];
  for (const { table, label, isMention, records } of await heldParts(site, person)) {
    let count = 0;
    for await (const _ of records()) count += 1;
    if (count > 0) counted.push({ table, label, isMention, count });
  }
  return counted;
}
