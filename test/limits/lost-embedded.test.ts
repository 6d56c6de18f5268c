import { mkdtemp, rename, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ListeningSite, openListeningSite } from '../support/listening-site.ts';

describe('while the disk of the embedded database is away', () => {
  let folder: string;
  let site: ListeningSite;
  let authorization: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'marquee-lost-'));
    site = await openListeningSite({ environment: { DATABASE_URL: `pglite:${folder}`, DATA_DIRECTORY: folder } });
    ({ authorization } = await site.user('administrator'));
  });
  afterAll(async () => {
    await site.close();
    await rm(folder, { recursive: true, force: true });
  });

  const log = () => join(folder, 'postgres', 'pg_wal');
  const post = (title: string) =>
    fetch(`${site.rest}/core/v2/posts`, {
      method: 'POST',
      headers: { authorization, 'content-type': 'application/json' },
      body: JSON.stringify({ title, status: 'publish' }),
    });
  const graphql = () =>
    fetch(`${site.url}/graphql`, {
      method: 'POST',
      headers: { authorization, 'content-type': 'application/json' },
      body: JSON.stringify({ query: '{ postPage { total } }' }),
    });
  const titles = async () =>
    ((await (await fetch(`${site.rest}/core/v2/posts?_fields=title&per_page=100`)).json()) as { title: { rendered: string } }[]).map(
      ({ title }) => title.rendered,
    );

  it('REST and GraphQL answer 503 with Retry-After; everything works again when it is back, and what was acknowledged is there', async () => {
    expect((await post('Before')).status).toBe(201);
    await rename(log(), `${log()}.away`);
    // PostgreSQL ends itself when it cannot begin another file of its log
    await site.site.db.sql('SELECT pg_switch_wal()').catch(() => undefined);
    for (const ask of [
      () => post('Lost?'),
      graphql,
      () => fetch(`${site.rest}/core/v2/posts`),
      () => fetch(`${site.rest}/vendor/tickets/v1/tickets`),
    ]) {
      const answer = await ask();
      expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, expect.stringMatching(/^\d+$/)]);
      expect(await answer.text()).toContain('service_unavailable');
    }
    expect((await fetch(`${site.url}/health/ready`)).status).toBe(503);
    expect((await fetch(`${site.url}/health/live`)).status).toBe(200);

    await rm(log(), { recursive: true, force: true });
    await rename(`${log()}.away`, log());
    for (let waited = 0; waited < 60_000 && (await fetch(`${site.url}/health/ready`)).status !== 200; waited += 50)
      await new Promise((resolve) => setTimeout(resolve, 50));
    expect((await post('After')).status).toBe(201);
    expect((await graphql()).status).toBe(200);
    expect(await titles()).toEqual(['After', 'Before']);
  });
});
