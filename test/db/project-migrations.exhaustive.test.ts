import { describe, expect, it } from 'vitest';
import { draftMigration, initialMigration, migrationName } from '../../src/core/db/migrations/create.ts';
import { migration, readMigrations } from '../../src/core/db/migrations/directory.ts';

describe('Migrations of the project', () => {
  it('produce its schema', async () => {
    const draft = await draftMigration('check');
    expect(draft?.sql).toBeUndefined();
  });

  it('are drafted for the difference between schema and migrations', async () => {
    const all = readMigrations();
    const before = all.map(({ name, sql }, at) =>
      migration(name, at === all.length - 1 ? `${sql}\nALTER TABLE setting DROP COLUMN value;` : sql),
    );
    const draft = await draftMigration('add value', before);
    expect(draft?.sql).toContain('ALTER TABLE "setting" ADD COLUMN');
    expect(draft?.sql).not.toContain('DROP');
    expect(draft?.warnings.join()).toContain('value');
  });

  it('are named by time and description', () => {
    expect(migrationName('Add Seats (again)')).toMatch(/^\d{14}_add_seats_again$/);
    expect(migrationName('x') > initialMigration).toBe(true);
  });
});
