import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestDatabase } from '../support/database.ts';
import { type Service, startService } from '../support/service.ts';

/** Maximum age of views that a killed process may lose, as documented in docs/architecture.md. */
const MAX_LOST_MS = 5_000;
/** Additional time on a busy machine. */
const TOLERANCE_MS = 3_000;
const BROWSER = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';

let databaseUrl: string;
let drop: () => Promise<void>;
beforeAll(async () => {
  ({ url: databaseUrl, drop } = await createTestDatabase());
});
afterAll(() => drop());

/** Requests pages until stopped, and returns when each page was served, or null if it was not. */
async function requestPages(service: Service, isStopped: () => boolean): Promise<{ servedAt: number | null }[]> {
  const views: { servedAt: number | null }[] = [];
  while (!isStopped()) {
    const view: { servedAt: number | null } = { servedAt: null };
    views.push(view);
    try {
      await (await fetch(`${service.url}/`, { headers: { 'user-agent': BROWSER, connection: 'close' } })).text();
      view.servedAt = Date.now();
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
  let isStopped = false;
  const requestsToKilled = Promise.all([requestPages(killed, () => isStopped), requestPages(killed, () => isStopped)]);
  const requestsToStopped = requestPages(stopped, () => isStopped);
  await pause(MAX_LOST_MS + TOLERANCE_MS + 2_000);
  const killedAt = Date.now();
  await killed.kill();
  isStopped = true;
  const [viewsOfKilled, viewsOfStopped] = [(await requestsToKilled).flat(), await requestsToStopped];
  expect(viewsOfStopped.every(({ servedAt }) => servedAt !== null)).toBe(true);
  expect(await stopped.stop()).toBe(0);

  const reader = await startService(databaseUrl);
  const [from, to] = [new Date(killedAt - 86_400_000), new Date(killedAt + 86_400_000)].map((day) => day.toISOString().slice(0, 10));
  const { body } = await reader.graphql('query($from: String!, $to: String!) { siteStatistics(from: $from, to: $to) { views } }', {
    from,
    to,
  });
  await reader.stop();
  const { views } = body.data.siteStatistics as { views: number };
  const oldEnough = viewsOfKilled.filter(({ servedAt }) => servedAt !== null && servedAt < killedAt - MAX_LOST_MS - TOLERANCE_MS).length;
  expect(oldEnough).toBeGreaterThan(0);
  expect(views).toBeGreaterThanOrEqual(viewsOfStopped.length + oldEnough);
  expect(views).toBeLessThanOrEqual(viewsOfStopped.length + viewsOfKilled.length);
}, 180_000);
