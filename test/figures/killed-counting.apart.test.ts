import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { testDatabaseUrl } from '../support/database.ts';
import { type Service, startService } from '../support/service.ts';

/** Maximum age of views that a killed process may lose, as documented in docs/architecture.md. */
const LOST_MS = 5_000;
/** Extra time for a busy machine. */
const LATE_MS = 3_000;
const BROWSER = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';

let databaseUrl: string;
let drop: () => Promise<void>;
beforeAll(async () => {
  ({ url: databaseUrl, drop } = await testDatabaseUrl());
});
afterAll(() => drop());

/** Requests pages until stopped, and returns when each was served. */
async function requestPages(service: Service, isOver: () => boolean): Promise<{ answeredAt: number | null }[]> {
  const views: { answeredAt: number | null }[] = [];
  while (!isOver()) {
    const view: { answeredAt: number | null } = { answeredAt: null };
    views.push(view);
    try {
      await (await fetch(`${service.url}/`, { headers: { 'user-agent': BROWSER, connection: 'close' } })).text();
      view.answeredAt = Date.now();
      await pause(10);
    } catch {
      break;
    }
  }
  return views;
}

it('A killed process loses only the views of its last seconds, a stopped one loses none, and no view is counted twice', async () => {
  const killed = await startService(databaseUrl);
  const stopped = await startService(databaseUrl);
  let isOver = false;
  const ofKilled = Promise.all([requestPages(killed, () => isOver), requestPages(killed, () => isOver)]);
  const ofStopped = requestPages(stopped, () => isOver);
  await pause(LOST_MS + LATE_MS + 2_000);
  const killedAt = Date.now();
  await killed.kill();
  isOver = true;
  const [lossy, whole] = [(await ofKilled).flat(), await ofStopped];
  expect(whole.every(({ answeredAt }) => answeredAt !== null)).toBe(true);
  expect(await stopped.stop()).toBe(0);

  const reader = await startService(databaseUrl);
  const [from, to] = [new Date(killedAt - 86_400_000), new Date(killedAt + 86_400_000)].map((day) => day.toISOString().slice(0, 10));
  const { body } = await reader.graphql('query($from: String!, $to: String!) { siteStatistics(from: $from, to: $to) { views } }', {
    from,
    to,
  });
  await reader.stop();
  const { views } = body.data.siteStatistics as { views: number };
  const safe = lossy.filter(({ answeredAt }) => answeredAt !== null && answeredAt < killedAt - LOST_MS - LATE_MS).length;
  expect(safe).toBeGreaterThan(0);
  expect(views).toBeGreaterThanOrEqual(whole.length + safe);
  expect(views).toBeLessThanOrEqual(whole.length + lossy.length);
}, 180_000);
