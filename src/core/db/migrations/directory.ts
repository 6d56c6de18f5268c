import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { projectPath } from '../paths.ts';

/** Where the project's migrations lie. */
const migrationsDirectory = projectPath('prisma/migrations');

const lockfileText = '# Written with the first migration; says which dialect the migrations speak.\nprovider = "postgresql"\n';

/** One migration: its folder's name, its SQL, and the checksum Prisma records (SHA-256 of the file, hex). */
export interface Migration {
  name: string;
  sql: string;
  checksum: string;
}

/** The migration with that name and text. */
export function migration(name: string, sql: string): Migration {
  return { name, sql, checksum: createHash('sha256').update(sql).digest('hex') };
}

/** All migrations of a directory in the order they are applied; none when the directory does not exist. */
export function readMigrations(directory = migrationsDirectory): Migration[] {
  // at once: every start waits for these small files, which take longer one by one
  if (!existsSync(directory)) return [];
  const names = readdirSync(directory, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map((entry) => entry.name)
    .sort();
  return names.map((name) => migration(name, readFileSync(join(directory, name, 'migration.sql'), 'utf8')));
}

/** Writes a migration (over one of the same name) and returns the path of its SQL. */
export async function writeMigration({ name, sql }: Pick<Migration, 'name' | 'sql'>, directory = migrationsDirectory): Promise<string> {
  await mkdir(join(directory, name), { recursive: true });
  await writeFile(join(directory, 'migration_lock.toml'), lockfileText);
  const path = join(directory, name, 'migration.sql');
  await writeFile(path, sql);
  return path;
}

/** The list as the schema engine wants it. */
export function engineMigrationList(migrations: readonly Migration[]) {
  return {
    baseDir: migrationsDirectory,
    lockfile: { path: 'migration_lock.toml', content: lockfileText },
    shadowDbInitScript: '',
    migrationDirectories: migrations.map(({ name, sql }) => ({
      path: name,
      migrationFile: { path: 'migration.sql', content: { tag: 'ok' as const, value: sql } },
    })),
  };
}
