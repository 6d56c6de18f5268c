import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { subscribe } from '../../src/core/feed/feed.ts';
import { getProcessId } from '../../src/core/processes/running-process.ts';
import { warnOfSplitUploads } from '../../src/core/processes/split-uploads.ts';
import { contentChanges } from '../../src/domains/content/content-feed.ts';
import { createSiteDatabase, type TestDatabase } from '../support/database.ts';
import { openWholeSite, type WholeSite } from '../support/site.ts';

describe('Eight processes on one database', () => {
  let database: TestDatabase;
  let sites: WholeSite[];
  beforeAll(async () => {
    database = await createSiteDatabase();
    const environment = {
      DATA_DIRECTORY: join(inject('scratchFolder'), randomUUID()),
      DATABASE_URL: database.url,
      DATABASE_POOL: '2',
      RATE_LIMIT: '20',
      SUBSCRIPTIONS_PER_ADDRESS: '20',
    };
    sites = [await openWholeSite(environment)];
    sites.push(...(await Promise.all(Array.from({ length: 7 }, () => openWholeSite(environment)))));
    // a service registers its process when it starts; one that registers during a request of another process is not counted in it
    await Promise.all(sites.map(({ site }) => getProcessId(site)));
  });
  afterAll(async () => {
    await Promise.all(sites.map((site) => site.close()));
    await database.drop();
  });

  const requestStatus = async (site: WholeSite, from: string) =>
    (await site.http.inject({ method: 'GET', url: '/rest/core/v2/statuses', remoteAddress: from })).statusCode;

  it('share one rate limit for each caller', async () => {
    const requests = Array.from({ length: 40 }, (_, n) => requestStatus(sites[n % 8]!, '203.0.113.1'));
    const statuses = await Promise.all(requests);
    expect(statuses.filter((status) => status === 200)).toHaveLength(20);
    expect(statuses.filter((status) => status === 429)).toHaveLength(20);
    for (const site of sites) expect(await requestStatus(site, '203.0.113.1')).toBe(429);
    // one after the other, the last one to a process that the caller has not used yet
    for (let n = 0; n < 20; n += 1) expect(await requestStatus(sites[n % 7]!, '203.0.113.2')).toBe(200);
    expect(await requestStatus(sites[7]!, '203.0.113.2')).toBe(429);
  });

  it('report the same remaining budget', async () => {
    for (let n = 0; n < 3; n += 1) await requestStatus(sites[n]!, '203.0.113.3');
    const { headers } = await sites[5]!.http.inject({ method: 'GET', url: '/rest/core/v2/statuses', remoteAddress: '203.0.113.3' });
    expect([headers['ratelimit-limit'], headers['ratelimit-remaining']].map(Number)).toEqual([20, 16]);
    expect(Number(headers['ratelimit-reset'])).toBeLessThanOrEqual(60);
  });

  const openStream = ({ site }: WholeSite) => subscribe(site, contentChanges, 'visitor 203.0.113.1', () => true);

  it('share one limit of open streams for each caller, and free the streams of a process that ended', async () => {
    const results = await Promise.allSettled(Array.from({ length: 24 }, (_, n) => openStream(sites[n % 8]!)));
    const streams = results.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : []));
    expect(streams).toHaveLength(20);
    await expect(openStream(sites[3]!)).rejects.toMatchObject({ code: 'too_many_subscriptions' });

    streams[0]!.end();
    await expect.poll(() => openStream(sites[5]!).then(() => 'open', String)).toBe('open');
    await expect(openStream(sites[5]!)).rejects.toMatchObject({ code: 'too_many_subscriptions' });

    // simulates three killed processes, which freed nothing: whichever four streams were refused, the three processes hold at least four others
    const sql = sites[0]!.site.db.sql;
    await sql(
      `UPDATE running_process SET seen_at = now() - interval '31 seconds' WHERE id IN (SELECT id FROM running_process ORDER BY id LIMIT 3)`,
    );
    expect((await Promise.allSettled([openStream(sites[1]!), openStream(sites[2]!)])).map(({ status }) => status)).toEqual([
      'fulfilled',
      'fulfilled',
    ]);
  });

  it('log a warning to use a bucket if they store uploads in different folders, but not if they share one', async () => {
    const { site, logged } = sites[0]!;
    await warnOfSplitUploads(site);
    expect(logged).toEqual([]);
    const insertProcess = (id: string, uploads: string) =>
      site.db.sql(
        `INSERT INTO running_process (id, host, uploads, seen_at) SELECT '${id}', 'elsewhere', ${uploads}, now() FROM running_process LIMIT 1`,
      );
    await insertProcess('shares', 'uploads');
    await insertProcess('previous version', `''`);
    await warnOfSplitUploads(site);
    expect(logged).toEqual([]);
    await insertProcess('alone', `'another folder'`);
    await warnOfSplitUploads(site);
    expect(logged.join()).toContain('UPLOADS_STORE');
  });
});
