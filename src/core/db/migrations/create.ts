import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { now } from '../../time/clock.ts';
import { getProjectPath } from '../paths.ts';
import { toEngineMigrationList, type Migration, createMigration, readMigrations } from './directory.ts';
import { noFilters, withSchemaEngine } from './engine.ts';
import { withScratchDatabase } from './scratch.ts';

/** Name of the initial migration. Until the first site is installed, `npm run db:migration -- --reset-initial` may rewrite it. */
export const initialMigration = '00000000000000_initial';

/**
 * A draft of a migration: its SQL, and Prisma's warnings about steps that lose rows or fail on existing rows. The SQL also contains the warnings, as
 * a comment at its start.
 */
export interface DraftedMigration {
  sql: string;
  warnings: string[];
}

/** Reads every schema file, in the format of the schema engine. */
async function readSchema(): Promise<{ files: Array<{ path: string; content: string }> }> {
  const directory = getProjectPath('prisma/schema');
  const names = (await readdir(directory)).filter((name) => name.endsWith('.prisma')).sort();
  return { files: await Promise.all(names.map(async (name) => ({ path: name, content: await readFile(join(directory, name), 'utf8') }))) };
}

/**
 * Drafts a migration from the state after the given migrations (by default all) to the schema files. Returns undefined if nothing has changed. Runs
 * the migrations on a temporary embedded server, which takes about 5 seconds. Does not change objects that only migrations define: functions,
 * triggers, partial indexes and collations.
 */
export async function draftMigration(name: string, migrations?: readonly Migration[]): Promise<DraftedMigration | undefined> {
  const list = { migrationsList: toEngineMigrationList(migrations ?? readMigrations()), filters: noFilters };
  const schema = await readSchema();
  return await withScratchDatabase((adapter) =>
    withSchemaEngine(adapter, async (engine) => {
      await engine.applyMigrations(list);
      const { action } = await engine.devDiagnostic(list);
      if (action.tag === 'reset') throw new Error(`The migrations contradict themselves: ${action.reason}`);
      const { migrationScript } = await engine.createMigration({ ...list, schema, draft: false, migrationName: name });
      if (migrationScript === null) return undefined;
      const warningComment = /^\/\*\s+Warnings:([\s\S]*?)\*\//.exec(migrationScript)?.[1] ?? '';
      return { sql: migrationScript, warnings: [...warningComment.matchAll(/^ +- (.+)$/gm)].map((line) => line[1]!) };
    }),
  );
}

/** Drafts the initial migration from the schema files. Includes the SQL that must run before and after the tables are created. */
export async function draftInitialMigration(): Promise<Migration> {
  const read = (path: string) => readFile(getProjectPath(path), 'utf8');
  const [preamble, postamble] = await Promise.all([read('prisma/migrations-preamble.sql'), read('prisma/migrations-postamble.sql')]);
  const tables = await draftMigration('initial', [createMigration(initialMigration, preamble)]);
  return createMigration(initialMigration, [preamble, tables?.sql ?? '', postamble].map((part) => part.trimEnd()).join('\n\n') + '\n');
}

/** Returns the name of a migration that is created now, such as `20240301101500_add_seats`. */
export function createMigrationName(description: string): string {
  const stamp = now().toISOString().replace(/\D/g, '').slice(0, 14);
  return `${stamp}_${description
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '_')
    .replace(/^_|_$/g, '')}`;
}
