import { describe, expect, it } from 'vitest';
import { openDatabase } from '../../src/core/db/database.ts';
import { testDatabaseUrl } from '../support/database.ts';

/** Returns the values of settings in a connection of the service. */
async function settingsAt(url: string, ...names: string[]): Promise<string[]> {
  const database = await openDatabase({ url });
  try {
    const rows = await database.sql<{ setting: string }>(
      'SELECT setting FROM pg_settings JOIN unnest($1::text[]) WITH ORDINALITY AS asked(name, place) USING (name) ORDER BY place',
      [names],
    );
    return rows.map(({ setting }) => setting);
  } finally {
    await database.close();
  }
}

describe('Connection to a server', () => {
  it('plans for solid-state disks unless the address overrides it, and keeps the other settings', async () => {
    const test = await testDatabaseUrl();
    try {
      expect(await settingsAt(test.url, 'random_page_cost', 'TimeZone')).toEqual(['1.1', 'UTC']);
      const turning = `${test.url}?options=${encodeURIComponent('-c random_page_cost=4')}`;
      expect(await settingsAt(turning, 'random_page_cost', 'TimeZone')).toEqual(['4', 'UTC']);
    } finally {
      await test.drop();
    }
  });
});
