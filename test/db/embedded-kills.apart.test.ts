import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { useEmbeddedServer } from '../../src/core/db/embedded/use-embedded-server.ts';
import { findPostmaster } from '../../src/core/db/embedded/postmaster.ts';
import { createServerConfig } from '../../src/core/db/server.ts';
import { type Service, startService } from '../support/service.ts';
import { getClusterPath, makeSiteFolder, type SiteFolder } from '../support/site-folder.ts';

/** Number of kills. After each kill, the service starts again. */
const ROUNDS = Number(process.env['EMBEDDED_KILLS'] ?? 3);
const WRITERS = 4;
const TARGETS = ['the service', 'PostgreSQL', 'both'] as const;

let folder: SiteFolder;
let directory: string;
let service: Service | undefined;
beforeAll(async () => {
  folder = await makeSiteFolder();
  directory = folder.path('site');
});
afterAll(async () => {
  await service?.kill();
  await folder.remove();
});

const start = () => startService('', { DATA_DIRECTORY: directory });

/** Writes posts until `isStopped`, and collects the titles of the acknowledged posts. */
async function writePosts(writingService: Service, prefix: string, acknowledged: Set<string>, isStopped: () => boolean): Promise<void> {
  for (let n = 0; !isStopped(); n += 1) {
    const title = `${prefix} ${n}`;
    const status = await writingService.rest('POST', '/core/v2/posts', { body: { title, status: 'publish' } }).then(
      (reply) => reply.status,
      () => 0,
    );
    if (status === 201) acknowledged.add(title);
    else await sleep(20);
  }
}

/** Returns the titles of all posts, with or without a running service. */
async function storedTitles(): Promise<Set<string>> {
  const server = await useEmbeddedServer(directory);
  const client = new pg.Client(createServerConfig(server.url));
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
    let isStopped = false;
    const countBefore = acknowledged.size;
    const writing = Array.from({ length: WRITERS }, (_, i) => writePosts(running, `${round}-${i}`, acknowledged, () => isStopped));
    await expect.poll(() => acknowledged.size - countBefore, { interval: 20 }).toBeGreaterThan(10 + Math.floor(Math.random() * 40));
    const { pid } = findPostmaster(getClusterPath(directory))!;
    if (target !== 'the service') process.kill(pid, 'SIGKILL');
    if (target !== 'PostgreSQL') await running.kill();
    const countAtKill = acknowledged.size;
    // the service restarts PostgreSQL and continues on its own
    if (target === 'PostgreSQL') await expect.poll(() => acknowledged.size, { interval: 50 }).toBeGreaterThan(countAtKill);
    isStopped = true;
    await Promise.all(writing);
    if (target !== 'PostgreSQL') service = undefined;
    const stored = await storedTitles();
    expect([target, [...acknowledged].filter((title) => !stored.has(title))]).toEqual([target, []]);
    process.stdout.write(`round ${round + 1}: ${target} killed, ${acknowledged.size} acknowledged posts are stored\n`);
  }
  service ??= await start();
  expect(await service.stop()).toBe(0);
  expect(findPostmaster(getClusterPath(directory))).toBeUndefined();
});
