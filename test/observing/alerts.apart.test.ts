import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect } from 'vitest';
import { createSiteDatabase, type TestDatabase } from '../support/database.ts';
import { itUnless } from '../support/needs.ts';
import { type Service, startService } from '../support/service.ts';
import { expectFiring, missingPromtool, extrapolateSeries } from './alerts.ts';

let database: TestDatabase;
let service: Service;
beforeAll(async () => {
  database = await createSiteDatabase();
  service = await startService(database.url, { DATABASE_POOL: '2' });
});
afterAll(async () => {
  await service.kill();
  await database.drop();
});

const scrape = async () => await (await fetch(`${service.url}/metrics`)).text();
const done = /marquee_jobs_total\{.*result="done".*\} [1-9]/;

itUnless(
  missingPromtool,
  'No published alert fires for a running service without requests',
  async () => {
    const texts = [await scrape()];
    // the first background job starts with the next minute
    while (!done.test(texts.at(-1) ?? '')) {
      await sleep(2000);
      texts.push(await scrape());
    }
    const series = { ...extrapolateSeries(texts), 'up{job="marquee"}': '1x60' };
    // disk usage of this machine is not a problem of the service
    const serviceSeries = Object.fromEntries(Object.entries(series).filter(([name]) => !name.startsWith('marquee_disk_bytes')));
    expect(Object.keys(serviceSeries)).toContain('marquee_database_connections{state="waiting"}');
    await expectFiring(serviceSeries, []);
  },
  120_000,
);
