import { rowShape } from '#app/core/db/columns.ts';
import type { Tx } from '#app/core/db/database.ts';
import { runIn, statement, StatementFamily } from '#app/core/db/statement.ts';
import { Failure, invalid } from '#app/core/failures/failure.ts';
import { purgePageCaches } from '#app/core/caching/page-caches.ts';
import type { Person, TableData } from '#app/core/personal-data/declaration.ts';
import type { Site } from '#app/site.ts';
import { runAuditedErasure } from '../../audit/erasing.ts';
import { quoted, type StoredTable, storedTables } from './catalog.ts';
import { aboutPerson, declaredTables, personOf, personValues } from './person.ts';

/** Result of an erasure. */
export interface Erasure {
  /** Text that replaces the address. */
  standIn: string;
  parts: { table: string; label: string; rows: number }[];
}

/** Time limit of the transaction, which searches the whole database. */
const ERASURE_MS = 10 * 60_000;

/** Returns the statement that erases a person's rows in a table. */
function erasing(table: StoredTable, about: string, erase: 'delete' | Readonly<Record<string, string>>): string {
  const condition = aboutPerson(about);
  if (erase === 'delete') return `DELETE FROM ${table.name} AS t WHERE ${condition}`;
  const changes = Object.entries(erase).map(([column, value]) => `${quoted(column)} = ${value}`);
  return `UPDATE ${table.name} AS t SET ${changes.join(', ')} WHERE ${condition}`;
}

/** Returns the statement that replaces the address in all text columns of a table. */
function striking(table: StoredTable): string {
  const changes = table.texts.map(
    ({ column, type }) => `${quoted(column)} = regexp_replace(t.${quoted(column)}::text, $1, $2, 'gi')::${type}`,
  );
  const found = table.texts.map(({ column }) => `(t.${quoted(column)}::text ILIKE $3 AND t.${quoted(column)}::text ~* $1)`);
  return `UPDATE ${table.name} AS t SET ${changes.join(', ')} WHERE ${found.join(' OR ')}`;
}

const erasures = new StatementFamily<never>(
  'erase_person',
  undefined,
  async (site) => {
    const byName = new Map((await storedTables(site)).map((table) => [table.plain, table]));
    return declaredTables(site).flatMap(([name, data]) => {
      const table = byName.get(name);
      return table && data.kind === 'people' && data.erase ? [erasing(table, data.about, data.erase)] : [];
    });
  },
  { isRare: true },
);
const strikes = new StatementFamily<never>(
  'strike_person_out',
  undefined,
  async (site) => (await storedTables(site)).filter(({ texts }) => texts.length > 0).map(striking),
  { isRare: true },
);
const administrators = statement(
  'administrators_among',
  `SELECT id FROM user_account WHERE id = ANY($1::int[]) AND role = 'administrator'`,
  rowShape({ id: 'int' }),
);

async function eraseRows(site: Site, tx: Tx, person: Person, table: StoredTable, data: TableData<Site>): Promise<number> {
  if (data.kind === 'by hand') return (await data.erase?.(site, tx, person)) ?? 0;
  if (data.kind !== 'people' || !data.erase) return 0;
  return await runIn(tx, erasures.of(erasing(table, data.about, data.erase)), ...personValues(person));
}

async function strikeOut(tx: Tx, { pattern, standIn, hint }: Person, table: StoredTable): Promise<number> {
  return table.texts.length === 0 ? 0 : await runIn(tx, strikes.of(striking(table)), pattern, standIn, `%${hint}%`);
}

async function isAdministrators(site: Site, { userIds }: Person): Promise<boolean> {
  return (await site.db.rows(administrators, [[...userIds]])).length > 0;
}

async function eraseEverywhere(site: Site, tx: Tx, person: Person, stored: readonly StoredTable[]): Promise<Erasure['parts']> {
  const declared = declaredTables(site);
  const byName = new Map(stored.map((table) => [table.plain, table]));
  const rows = new Map<string, number>();
  const count = (table: string, more: number) => rows.set(table, Math.max(rows.get(table) ?? 0, more));
  for (const [name, data] of declared) {
    const table = byName.get(name);
    if (table) count(name, await eraseRows(site, tx, person, table, data));
  }
  for (const table of stored) count(table.plain, await strikeOut(tx, person, table));
  const decisions = new Map(declared);
  return [...rows].flatMap(([table, changed]) => {
    const data = decisions.get(table);
    return changed === 0 ? [] : [{ table, label: data && 'label' in data ? data.label : table, rows: changed }];
  });
}

/**
 * Erases an address and the personal data of its holder in one transaction. Each domain declares which rows are deleted and which columns are blanked. All other
 * texts of the database get a stand-in for the address. Places, sums and counts stay unchanged. Published works and comments remain without their author.
 * `confirmation` repeats the address. Throws `erasure_not_confirmed`, `administrators_address` (409) for an administrator's account, `invalid_arguments`.
 */
export async function eraseAddress(site: Site, address: string, confirmation: string): Promise<Erasure> {
  const person = await personOf(site, address);
  if (confirmation.trim().toLowerCase() !== person.address)
    throw invalid('erasure_not_confirmed', 'Please confirm the erasure by entering the address a second time.');
  if (await isAdministrators(site, person))
    throw new Failure('administrators_address', 409, 'This is the address of an administrator. Give the account another role first.');
  const stored = await storedTables(site);
  const parts = await site.db.transaction((tx) => runAuditedErasure(tx, () => eraseEverywhere(site, tx, person, stored)), {
    timeout: ERASURE_MS,
  });
  await purgePageCaches(site);
  site.log.info({ tables: parts.length }, 'an address was erased');
  return { standIn: person.standIn, parts };
}
