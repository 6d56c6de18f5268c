import { now } from '#app/core/time/clock.ts';
import type { Site } from '#app/site.ts';
import { migrationFailed } from '../failures.ts';
import { earlierVersion, hiddenMigrations } from '../settings/state.settings.ts';
import { type ActionResult, type Migration, migrations } from './migrations.ts';

/** Runs an action of a migration, even if the migration is hidden, and records the time. Throws `migration_failed` if no such action exists. */
export async function runMigration(site: Site, migrationId: string, actionId: string): Promise<ActionResult> {
  const action = migrations.find(({ id }) => id === migrationId)?.actions.find(({ id }) => id === actionId);
  if (!action?.act) throw migrationFailed();
  const result = await action.act(site);
  const performedAt = now();
  await site.db.prisma.consentMigrationRun.upsert({
    where: { migrationId_actionId: { migrationId, actionId } },
    create: { migrationId, actionId, performedAt },
    update: { performedAt },
  });
  return result;
}

/** Hides a migration from administrators. Accepts unknown IDs. */
export async function hideMigration(site: Site, migrationId: string): Promise<void> {
  await site.settings.change(hiddenMigrations, (ids) => [...new Set([...ids, migrationId])]);
}

/**
 * Returns the newest migration that is not hidden, and the time of each completed action. Null if the installation was not upgraded to a newer major
 * version, or all its migrations are hidden.
 */
export async function findShownMigration(site: Site): Promise<{ migration: Migration; performed: ReadonlyMap<string, Date> } | null> {
  const previousMajor = Number.parseInt(site.settings.get(earlierVersion) ?? '', 10);
  const hiddenIds = site.settings.get(hiddenMigrations);
  const migration = Number.isNaN(previousMajor)
    ? undefined
    : migrations.find(({ id, major }) => major > previousMajor && !hiddenIds.includes(id));
  if (!migration) return null;
  const runs = await site.db.prisma.consentMigrationRun.findMany({ where: { migrationId: migration.id } });
  return { migration, performed: new Map(runs.map(({ actionId, performedAt }) => [actionId, performedAt])) };
}
