import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { getProjectPath } from '../paths.ts';

/** Folder of the project's migrations. */
const migrationsDirectory = getProjectPath('prisma/migrations');

const lockfileText = '# Written with the first migration. States the SQL dialect of the migrations.\nprovider = "postgresql"\n';

/** One migration: the name of its folder, its SQL, and the checksum that Prisma records (SHA-256 of the file, hex). */
export interface Migration {
  name: string;
  sql: string;
  checksum: string;
}

export function createMigration(name: string, sql: string): Migration {
  return { name, sql, checksum: createHash('sha256').update(sql).digest('hex') };
}

/** Reads all migrations, in the order in which they are applied. Returns an empty array if their folder does not exist. */
export function readMigrations(): Migration[] {
  // synchronous, because every start waits for these small files, and asynchronous reads take longer
  if (!existsSync(migrationsDirectory)) return [];
  const names = readdirSync(migrationsDirectory, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map((entry) => entry.name)
    .sort();
  return names.map((name) => createMigration(name, readFileSync(join(migrationsDirectory, name, 'migration.sql'), 'utf8')));
}

/** Writes a migration. Replaces a migration of the same name. Returns the path of the SQL file. */
export async function writeMigration({ name, sql }: Pick<Migration, 'name' | 'sql'>): Promise<string> {
  await mkdir(join(migrationsDirectory, name), { recursive: true });
  await writeFile(join(migrationsDirectory, 'migration_lock.toml'), lockfileText);
  const path = join(migrationsDirectory, name, 'migration.sql');
  await writeFile(path, sql);
  return path;
}

/** Returns the migrations in the format of Prisma's schema engine. */
export function toEngineMigrationList(migrations: readonly Migration[]) {
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
