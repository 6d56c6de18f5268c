import { now } from '#app/core/time/clock.ts';
import type { Site } from '#app/site.ts';
import { migrationFailed } from '../failures.ts';
import { earlierVersion, hiddenMigrations } from '../settings/state.settings.ts';
import { type ActionResult, type Migration, migrations } from './migrations.ts';

/** Takes a step of a migration, whether its tile is shown or not, and notes when. Throws `migration_failed` for what has no act. */
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

/** Shows the tile of a migration no longer; unknown ones are not shown either. */
export async function hideMigration(site: Site, migrationId: string): Promise<void> {
  await site.settings.change(hiddenMigrations, (all) => [...new Set([...all, migrationId])]);
}

/** The migration whose tile is shown, with the moments at which its steps were taken; null on installations that came from no earlier version. */
export async function shownMigration(site: Site): Promise<{ migration: Migration; performed: ReadonlyMap<string, Date> } | null> {
  const before = Number.parseInt(site.settings.get(earlierVersion) ?? '', 10);
  const hidden = site.settings.get(hiddenMigrations);
  const migration = Number.isNaN(before) ? undefined : migrations.find(({ id, major }) => major > before && !hidden.includes(id));
  if (!migration) return null;
  const runs = await site.db.prisma.consentMigrationRun.findMany({ where: { migrationId: migration.id } });
  return { migration, performed: new Map(runs.map(({ actionId, performedAt }) => [actionId, performedAt])) };
}
