import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { useEmbeddedServer } from '../../src/core/db/embedded/embedded.ts';
import { findPostmaster } from '../../src/core/db/embedded/postmaster.ts';
import { serverConfig } from '../../src/core/db/server.ts';
import { type Service, startService } from '../support/service.ts';
import { clusterOf, makeSiteFolder, type SiteFolder } from '../support/site-folder.ts';

/** Number of rounds; each costs a start of the service. */
const ROUNDS = Number(process.env['EMBEDDED_KILLS'] ?? 3);
const WRITERS = 4;
const TARGETS = ['the service', 'PostgreSQL', 'both'] as const;

let folder: SiteFolder;
let place: string;
let service: Service | undefined;
beforeAll(async () => {
  folder = await makeSiteFolder();
  place = folder.path('site');
});
afterAll(async () => {
  await service?.kill();
  await folder.remove();
});

const start = () => startService('', { DATA_DIRECTORY: place });

/** Writes posts until `isOver`, and collects the titles of acknowledged ones. */
async function write(to: Service, prefix: string, acknowledged: Set<string>, isOver: () => boolean): Promise<void> {
  for (let n = 0; !isOver(); n += 1) {
    const title = `${prefix} ${n}`;
    const status = await to.rest('POST', '/core/v2/posts', { body: { title, status: 'publish' } }).then(
      (reply) => reply.status,
      () => 0,
    );
    if (status === 201) acknowledged.add(title);
    else await sleep(20);
  }
}

/** Returns the titles of all posts, with or without a running service. */
async function storedTitles(): Promise<Set<string>> {
  const server = await useEmbeddedServer(place);
  const client = new pg.Client(serverConfig(server.url));
  await client.connect();
  const { rows } = await client.query<{ title: string }>(`SELECT title FROM content WHERE kind = 'post'`);
  await client.end();
  await server.leave();
  return new Set(rows.map(({ title }) => title));
}

it(`The embedded database loses no acknowledged post when killed ${ROUNDS} times during writes, and starts again each time`, {
  timeout: 120_000 + ROUNDS * 60_000,
}, async () => {
  const acknowledged = new Set<string>();
  for (let round = 0; round < ROUNDS; round += 1) {
    const target = TARGETS[round % TARGETS.length];
    service ??= await start();
    const running = service;
    let isOver = false;
    const before = acknowledged.size;
    const writing = Array.from({ length: WRITERS }, (_, i) => write(running, `${round}-${i}`, acknowledged, () => isOver));
    await expect.poll(() => acknowledged.size - before, { interval: 20 }).toBeGreaterThan(10 + Math.floor(Math.random() * 40));
    const { pid } = findPostmaster(clusterOf(place))!;
    if (target !== 'the service') process.kill(pid, 'SIGKILL');
    if (target !== 'PostgreSQL') await running.kill();
    const atKill = acknowledged.size;
    // the service restarts PostgreSQL and continues without intervention
    if (target === 'PostgreSQL') await expect.poll(() => acknowledged.size, { interval: 50 }).toBeGreaterThan(atKill);
    isOver = true;
    await Promise.all(writing);
    if (target !== 'PostgreSQL') service = undefined;
    const stored = await storedTitles();
    expect([target, [...acknowledged].filter((title) => !stored.has(title))]).toEqual([target, []]);
    process.stdout.write(`round ${round + 1}: ${target} killed, ${acknowledged.size} acknowledged posts are there\n`);
  }
  service ??= await start();
  expect(await service.stop()).toBe(0);
  expect(findPostmaster(clusterOf(place))).toBeUndefined();
});
