import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { now } from '../../time/clock.ts';
import { projectPath } from '../paths.ts';
import { engineMigrationList, type Migration, migration, readMigrations } from './directory.ts';
import { noFilters, withSchemaEngine } from './engine.ts';
import { withScratchDatabase } from './scratch.ts';

/** The one migration of a project that nobody runs yet; rewritten by `npm run db:migration -- --reset-initial`. */
export const initialMigration = '00000000000000_initial';

/** What a migration would do: its SQL, and Prisma's warnings (also at the SQL's head) about rows it would lose or steps that fail on existing rows. */
export interface DraftedMigration {
  sql: string;
  warnings: string[];
}

/** Every schema file of the project, as the schema engine wants them. */
async function readSchema(): Promise<{ files: Array<{ path: string; content: string }> }> {
  const directory = projectPath('prisma/schema');
  const names = (await readdir(directory)).filter((name) => name.endsWith('.prisma')).sort();
  return { files: await Promise.all(names.map(async (name) => ({ path: name, content: await readFile(join(directory, name), 'utf8') }))) };
}

/**
 * The migration that leads from the given migrations to the schema files, undefined when there is nothing to do. Needs no server: it compares on
 * an embedded one that it makes for this (some 5 s). What only a migration can say (functions, triggers, partial indexes, collations)
 * is left alone.
 */
export async function draftMigration(name: string, migrations?: readonly Migration[]): Promise<DraftedMigration | undefined> {
  const list = { migrationsList: engineMigrationList(migrations ?? readMigrations()), filters: noFilters };
  const schema = await readSchema();
  return await withScratchDatabase((adapter) =>
    withSchemaEngine(adapter, async (engine) => {
      await engine.applyMigrations(list);
      const { action } = await engine.devDiagnostic(list);
      if (action.tag === 'reset') throw new Error(`The migrations contradict themselves: ${action.reason}`);
      const { migrationScript } = await engine.createMigration({ ...list, schema, draft: false, migrationName: name });
      if (migrationScript === null) return undefined;
      const head = /^\/\*\s+Warnings:([\s\S]*?)\*\//.exec(migrationScript)?.[1] ?? '';
      return { sql: migrationScript, warnings: [...head.matchAll(/^ +- (.+)$/gm)].map((line) => line[1]!) };
    }),
  );
}

/** The initial migration for the schema files as they are: what comes before the tables, the tables, and what needs them. */
export async function draftInitialMigration(): Promise<Migration> {
  const read = (path: string) => readFile(projectPath(path), 'utf8');
  const [preamble, postamble] = await Promise.all([read('prisma/migrations-preamble.sql'), read('prisma/migrations-postamble.sql')]);
  const tables = await draftMigration('initial', [migration(initialMigration, preamble)]);
  return migration(initialMigration, [preamble, tables?.sql ?? '', postamble].map((part) => part.trimEnd()).join('\n\n') + '\n');
}

/** The folder name of a migration made now: `20240301101500_add_seats`. */
export function migrationName(words: string): string {
  const stamp = now().toISOString().replace(/\D/g, '').slice(0, 14);
  return `${stamp}_${words
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '_')
    .replace(/^_|_$/g, '')}`;
}
