import { rowShape } from '#app/core/db/columns.ts';
import type { Tx } from '#app/core/db/database.ts';
import { executeIn, statement, StatementFamily } from '#app/core/db/statement.ts';
import { Failure, invalid } from '#app/core/failures/failure.ts';
import { purgePageCaches } from '#app/core/caching/page-caches.ts';
import type { Person, TableData } from '#app/core/personal-data/declaration.ts';
import type { Site } from '#app/site.ts';
import { runAuditedErasure } from '../../audit/audited-erasure.ts';
import { quoteIdentifier, type StoredTable, listTables } from './catalog.ts';
import { buildPersonCondition, listDeclaredTables, findPerson, listPersonParameters } from './person.ts';

/** Result of an erasure. */
export interface Erasure {
  /** String that replaces the email address. */
  standIn: string;
  parts: { table: string; label: string; rows: number }[];
}

/** Maximum duration of the transaction. Higher than usual, because it searches the whole database. */
const ERASURE_TIMEOUT_MS = 10 * 60_000;

/** Returns the statement that deletes or blanks a person's rows in a table. */
function buildErasure(table: StoredTable, about: string, erase: 'delete' | Readonly<Record<string, string>>): string {
  const condition = buildPersonCondition(about);
  if (erase === 'delete') return `DELETE FROM ${table.name} AS t WHERE ${condition}`;
  const changes = Object.entries(erase).map(([column, value]) => `${quoteIdentifier(column)} = ${value}`);
  return `UPDATE ${table.name} AS t SET ${changes.join(', ')} WHERE ${condition}`;
}

/** Returns the statement that replaces the email address in all text columns of a table. */
function buildReplacement(table: StoredTable): string {
  const changes = table.textColumns.map(
    ({ column, type }) => `${quoteIdentifier(column)} = regexp_replace(t.${quoteIdentifier(column)}::text, $1, $2, 'gi')::${type}`,
  );
  const matches = table.textColumns.map(
    ({ column }) => `(t.${quoteIdentifier(column)}::text ILIKE $3 AND t.${quoteIdentifier(column)}::text ~* $1)`,
  );
  return `UPDATE ${table.name} AS t SET ${changes.join(', ')} WHERE ${matches.join(' OR ')}`;
}

const erasureStatements = new StatementFamily<never>(
  'erase_person',
  undefined,
  async (site) => {
    const byName = new Map((await listTables(site)).map((table) => [table.unquotedName, table]));
    return listDeclaredTables(site).flatMap(([name, data]) => {
      const table = byName.get(name);
      return table && data.kind === 'people' && data.erase ? [buildErasure(table, data.about, data.erase)] : [];
    });
  },
  { isRare: true },
);
const replacementStatements = new StatementFamily<never>(
  'strike_person_out',
  undefined,
  async (site) => (await listTables(site)).filter(({ textColumns }) => textColumns.length > 0).map(buildReplacement),
  { isRare: true },
);
const selectAdministrators = statement(
  'administrators_among',
  `SELECT id FROM user_account WHERE id = ANY($1::int[]) AND role = 'administrator'`,
  rowShape({ id: 'int' }),
);

async function eraseRows(site: Site, tx: Tx, person: Person, table: StoredTable, data: TableData<Site>): Promise<number> {
  if (data.kind === 'by hand') return (await data.erase?.(site, tx, person)) ?? 0;
  if (data.kind !== 'people' || !data.erase) return 0;
  return await executeIn(
    tx,
    erasureStatements.createStatement(buildErasure(table, data.about, data.erase)),
    ...listPersonParameters(person),
  );
}

async function replaceAddress(tx: Tx, { pattern, replacementAddress, hint }: Person, table: StoredTable): Promise<number> {
  return table.textColumns.length === 0
    ? 0
    : await executeIn(tx, replacementStatements.createStatement(buildReplacement(table)), pattern, replacementAddress, `%${hint}%`);
}

async function isAdministrator(site: Site, { userIds }: Person): Promise<boolean> {
  return (await site.db.rows(selectAdministrators, [[...userIds]])).length > 0;
}

async function eraseEverywhere(site: Site, tx: Tx, person: Person, stored: readonly StoredTable[]): Promise<Erasure['parts']> {
  const declared = listDeclaredTables(site);
  const byName = new Map(stored.map((table) => [table.unquotedName, table]));
  const rows = new Map<string, number>();
  const recordCount = (table: string, changedRows: number) => rows.set(table, Math.max(rows.get(table) ?? 0, changedRows));
  for (const [name, data] of declared) {
    const table = byName.get(name);
    if (table) recordCount(name, await eraseRows(site, tx, person, table, data));
  }
  for (const table of stored) recordCount(table.unquotedName, await replaceAddress(tx, person, table));
  const dataByTable = new Map(declared);
  return [...rows].flatMap(([table, changed]) => {
    const data = dataByTable.get(table);
    return changed === 0 ? [] : [{ table, label: data && 'label' in data ? data.label : table, rows: changed }];
  });
}

/**
 * Erases an email address and the personal data of its holder in one transaction. Each domain declares which rows are deleted and which columns are
 * blanked. In all other text columns of the database, a placeholder replaces the address. Attendance, amounts and counts stay unchanged. Published
 * posts and comments remain, without their author. `confirmation` must repeat the address. Throws `erasure_not_confirmed`,
 * `administrators_address` for the address of an administrator, and `invalid_arguments` for an invalid address.
 */
export async function eraseAddress(site: Site, address: string, confirmation: string): Promise<Erasure> {
  const person = await findPerson(site, address);
  if (confirmation.trim().toLowerCase() !== person.address)
    throw invalid('erasure_not_confirmed', 'Please confirm the erasure by entering the address a second time.');
  if (await isAdministrator(site, person))
    throw new Failure('administrators_address', 409, 'This is the address of an administrator. Change the role of the account first.');
  const stored = await listTables(site);
  const parts = await site.db.transaction((tx) => runAuditedErasure(tx, () => eraseEverywhere(site, tx, person, stored)), {
    timeout: ERASURE_TIMEOUT_MS,
  });
  await purgePageCaches(site);
  site.log.info({ tables: parts.length }, 'an address was erased');
  return { standIn: person.replacementAddress, parts };
}
