import { invalid } from '../../failures/failure.ts';
import type { Tx } from '../database.ts';
import { derivedTables, type BackupSequence, type BackupTable, readBackupTables } from './tables.ts';

const ROWS_AT_ONCE = 500;

const SELECT_FOREIGN_KEYS = `SELECT conrelid::regclass::text AS "table", conname::text AS name, pg_get_constraintdef(oid) AS definition
  FROM pg_constraint WHERE contype = 'f' AND connamespace = 'public'::regnamespace`;

/**
 * Runs work while all foreign keys are dropped and the triggers of the tables are disabled. Restoring the foreign keys afterwards checks all rows.
 */
async function withoutConstraints(tx: Tx, tables: readonly string[], work: () => Promise<void>): Promise<void> {
  const constraints = await tx.$queryRawUnsafe<{ table: string; name: string; definition: string }[]>(SELECT_FOREIGN_KEYS);
  for (const { table, name } of constraints) await tx.$executeRawUnsafe(`ALTER TABLE ${table} DROP CONSTRAINT "${name}"`);
  for (const table of tables) await tx.$executeRawUnsafe(`ALTER TABLE "${table}" DISABLE TRIGGER USER`);
  await work();
  for (const table of tables) await tx.$executeRawUnsafe(`ALTER TABLE "${table}" ENABLE TRIGGER USER`);
  for (const { table, name, definition } of constraints)
    await tx.$executeRawUnsafe(`ALTER TABLE ${table} ADD CONSTRAINT "${name}" ${definition}`);
}

/** Inserts the rows of a backup into empty tables. */
export class TableFiller {
  #statement = '';
  #rows: string[] = [];
  readonly #tx: Tx;
  readonly #types: ReadonlyMap<string, ReadonlyMap<string, string>>;

  constructor(tx: Tx, tables: readonly BackupTable[]) {
    this.#tx = tx;
    this.#types = new Map(
      tables.map(({ table, columns, types }) => [table, new Map(columns.map((column, i) => [column, types[i] as string]))]),
    );
  }

  /** Sets the table and columns of the rows that follow. Throws `backup_unknown` if the table or a column does not exist. */
  async begin({ table, columns }: { table: string; columns: readonly string[] }): Promise<void> {
    await this.flush();
    const types = this.#types.get(table);
    const values = columns.map((column, i) => `(r->>${i})::${types?.get(column)}`);
    if (!types || columns.some((column) => !types.has(column)))
      throw invalid('backup_unknown', `This version has no such table or columns: ${table}.`);
    this.#statement = `INSERT INTO "${table}" (${columns.map((column) => `"${column}"`).join()}) SELECT ${values.join()} FROM json_array_elements($1::json) r`;
  }

  /** Adds a row: a JSON array with a string or null for each column. */
  async add(row: string): Promise<void> {
    this.#rows.push(row);
    if (this.#rows.length >= ROWS_AT_ONCE) await this.flush();
  }

  async setSequence({ sequence, value, isCalled }: BackupSequence): Promise<void> {
    await this.#tx.$executeRawUnsafe(`SELECT setval('"${sequence}"', ${value}::bigint, ${isCalled})`);
  }

  /** Inserts the buffered rows. */
  async flush(): Promise<void> {
    if (this.#rows.length === 0) return;
    await this.#tx.$executeRawUnsafe(this.#statement, `[${this.#rows.join()}]`);
    this.#rows = [];
  }
}

/** Empties all tables of the site and lets `work` refill them, within the transaction. The site must not be in use meanwhile. */
export async function refillTables(tx: Tx, work: (filler: TableFiller) => Promise<void>): Promise<void> {
  const tables = await readBackupTables(tx);
  const names = [...tables.map(({ table }) => table), ...derivedTables];
  await withoutConstraints(tx, names, async () => {
    await tx.$executeRawUnsafe(`TRUNCATE ${names.map((name) => `"${name}"`).join()}`);
    const filler = new TableFiller(tx, tables);
    await work(filler);
    await filler.flush();
  });
}
