import { describe, expect, it } from 'vitest';
import { openDatabase } from '../../src/core/db/database.ts';
import { createTestDatabase } from '../support/database.ts';

/** Returns the values of settings in a connection of the service. */
async function readSettings(url: string, ...names: string[]): Promise<string[]> {
  const database = await openDatabase({ url });
  try {
    const rows = await database.sql<{ setting: string }>(
      'SELECT setting FROM pg_settings JOIN unnest($1::text[]) WITH ORDINALITY AS requested(name, position) USING (name) ORDER BY position',
      [names],
    );
    return rows.map(({ setting }) => setting);
  } finally {
    await database.close();
  }
}

describe('Connection to a server', () => {
  it('plans queries for solid-state disks unless the connection URL specifies another cost, and keeps the other settings', async () => {
    const testDatabase = await createTestDatabase();
    try {
      expect(await readSettings(testDatabase.url, 'random_page_cost', 'TimeZone')).toEqual(['1.1', 'UTC']);
      const overridden = `${testDatabase.url}?options=${encodeURIComponent('-c random_page_cost=4')}`;
      expect(await readSettings(overridden, 'random_page_cost', 'TimeZone')).toEqual(['4', 'UTC']);
    } finally {
      await testDatabase.drop();
    }
  });
});
