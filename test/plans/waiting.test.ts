import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createServerConfig } from '../../src/core/db/server.ts';
import { getDeclaredStatements } from '../../src/core/db/statement.ts';
import '../../src/domains/tickets/waiting-list/offers.ts';
import { createTestDatabase } from '../support/database.ts';
import { fillWithWaiting } from './fill.ts';

const textOf = (name: string) => getDeclaredStatements().find((statement) => statement.name === name)!.text;

describe('Offers to waiting lists with 20,000 tickets and 40,000 entries in PostgreSQL', () => {
  let database: Awaited<ReturnType<typeof createTestDatabase>>;
  let client: pg.Client;
  beforeAll(async () => {
    database = await createTestDatabase();
    await fillWithWaiting(database.url, 20_000);
    client = new pg.Client(createServerConfig(database.url));
    await client.connect();
    await client.query(`PREPARE waited(int[], int) AS ${textOf('tickets_waited_for')}`);
    await client.query(`PREPARE served(int[]) AS ${textOf('first_waiting_served')}`);
    await client.query(`PREPARE locked(int[], int[]) AS ${textOf('lock_posts_of_places')}`);
    await client.query(`PREPARE posts(int, int, int) AS ${textOf('posts_with_waiting')}`);
  }, 120_000);
  afterAll(async () => {
    await client?.end();
    await database?.drop();
  });

  /** Returns how many pages of tables and indexes a prepared statement reads, with a custom and with a generic plan. */
  async function countPagesRead(call: string): Promise<number[]> {
    const counts: number[] = [];
    for (const mode of ['custom', 'generic']) {
      await client.query(`SET plan_cache_mode = force_${mode}_plan`);
      const { rows } = await client.query(`EXPLAIN (ANALYZE, BUFFERS, FORMAT JSON) EXECUTE ${call}`);
      const plan = rows[0]['QUERY PLAN'][0].Plan;
      counts.push(plan['Shared Hit Blocks'] + plan['Shared Read Blocks']);
    }
    return counts;
  }

  it.each([
    ['own', 'with its own capacity'],
    ['capped', 'that shares its capacity'],
  ])('%s: the first waiting entry for a ticket %s is found, and its post locked, without reading the others', async (mode) => {
    const { rows } = await client.query(
      `SELECT t.id, t.post_id AS post, (SELECT array_agg(s.id ORDER BY s.id) FROM ticket s WHERE s.post_id = t.post_id AND s.stock_mode = 'capped') AS sharing
       FROM ticket t JOIN waiting_entry w ON w.ticket_id = t.id WHERE t.stock_mode = $1 AND w.status = 'waiting' GROUP BY t.id ORDER BY t.id DESC OFFSET 101 LIMIT 1`,
      [mode],
    );
    const { id, post, sharing } = rows[0];
    const ticketIds = mode === 'own' ? [id] : sharing;
    const { rows: expected } = await client.query(
      `SELECT min(id) AS id FROM waiting_entry WHERE status = 'waiting' AND ticket_id = ANY($1)`,
      [ticketIds],
    );
    expect((await client.query(`EXECUTE locked('{}', '{${id}}')`)).rows).toMatchObject([{ id: post }]);
    await client.query('UPDATE ticket SET sold = 1 WHERE id = ANY($1)', [ticketIds]);
    if (mode === 'capped')
      await client.query('INSERT INTO post_stock (post_id, shared_enabled, shared_capacity, shared_level) VALUES ($1, true, 2, 1)', [post]);
    const { rows: waited } = await client.query(`EXECUTE waited('{${id}}', 0)`);
    expect(waited.map((ticket) => ticket.id)).toEqual(ticketIds);
    const { rows: entries } = await client.query(`EXECUTE served('{${ticketIds}}')`);
    expect(entries.map((entry) => entry.id)).toEqual([expected[0].id]);
    for (const call of [`waited('{${id}}', 0)`, `waited('{}', ${post})`, `served('{${ticketIds}}')`, `locked('{}', '{${id}}')`])
      for (const pages of await countPagesRead(call)) expect(pages, call).toBeLessThan(80);
  });

  it('Posts with waiting entries are found without reading past entries', async () => {
    const { rows } = await client.query(`SELECT count(*)::int AS n FROM waiting_entry WHERE status = 'waiting'`);
    for (const pages of await countPagesRead('posts(NULL, 0, 1000)')) expect(pages).toBeLessThan(rows[0].n * 4);
  });
});
