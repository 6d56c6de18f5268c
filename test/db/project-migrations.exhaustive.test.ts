import { describe, expect, it } from 'vitest';
import { draftMigration, initialMigration, createMigrationName } from '../../src/core/db/migrations/create.ts';
import { createMigration, readMigrations } from '../../src/core/db/migrations/directory.ts';

describe('Migrations of the project', () => {
  it('produce its schema', async () => {
    const draft = await draftMigration('check');
    expect(draft?.sql).toBeUndefined();
  });

  it('are drafted for the difference between schema and migrations', async () => {
    const migrations = readMigrations();
    const changed = migrations.map(({ name, sql }, index) =>
      createMigration(name, index === migrations.length - 1 ? `${sql}\nALTER TABLE setting DROP COLUMN value;` : sql),
    );
    const draft = await draftMigration('add value', changed);
    expect(draft?.sql).toContain('ALTER TABLE "setting" ADD COLUMN');
    expect(draft?.sql).not.toContain('DROP');
    expect(draft?.warnings.join()).toContain('value');
  });

  it('are named by time and description', () => {
    expect(createMigrationName('Add Seats (again)')).toMatch(/^\d{14}_add_seats_again$/);
    expect(createMigrationName('x') > initialMigration).toBe(true);
  });
});
