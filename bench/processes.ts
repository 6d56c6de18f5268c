import { loadavg } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import autocannon from 'autocannon';
import { cpuOfAll } from './cpu.ts';
import { createBenchDatabase, environmentOf } from './database.ts';
import { type Asked, compare, type LoadOptions } from './load.ts';
import { posts } from './posts/data.ts';
import { line, table } from './report.ts';
import { type Server, startBaseline, startMarquee } from './server.ts';

const COUNTS = [1, 2, 4];
const POSTS = 2000;
/** Warm-up requests per process. Each process compiles its own code, which takes more than 1,000 requests. */
const WARM = 8000;
const IDLE_MS = 5000;
/** Allowed difference of the cost of a request between several processes and one. */
const MAX_DIFFERENCE = 0.1;

const LIMIT = 'limit: list of 10 posts';
/** Requests. The limit shows the effect of the machine on more processes than cores. */
const reads: Record<string, Asked> = {
  [LIMIT]: { path: '/posts?per_page=10' },
  'list of 10 posts': { path: '/rest/core/v2/posts' },
  'front page': { path: '/' },
};

/** Returns the processor time in microseconds that an idle server with its processes uses per second. */
async function idleOf({ pid }: Server): Promise<number> {
  const before = cpuOfAll(pid);
  await sleep(IDLE_MS);
  return ((cpuOfAll(pid) - before) / IDLE_MS) * 1000;
}

const us = (value: number) => `${Math.round(value).toLocaleString('en')} µs`;

/**
 * Measures requests per second and processor time per request of an address with 1, 2 and 4 processes (`WORKERS`) on one database, each with the same number of
 * connections.
 */
export async function measureProcesses(serverUrl: string, options: LoadOptions): Promise<void> {
  const database = await createBenchDatabase(serverUrl, posts(POSTS, 2));
  const servers: Server[] = [];
  try {
    const environment = (count: number) => ({ ...environmentOf(database.url), WORKERS: String(count), DATABASE_POOL: '4' });
    const started = async (start: (count: number) => Promise<Server>) => {
      const all: Server[] = [];
      for (const count of COUNTS) {
        all.push(await start(count));
        servers.push(all.at(-1)!);
      }
      return all;
    };
    const limits = await started((count) => startBaseline('bench/posts/limit.ts', environment(count), '/posts'));
    const sites = await started((count) => startMarquee({ ...environment(count), PAGE_CACHE_PRELOAD: 'off' }));
    const answering = (name: string) => (name === LIMIT ? limits : sites);
    for (const [name, { path }] of Object.entries(reads))
      for (const [at, { url }] of answering(name).entries())
        await autocannon({ url: url + path, connections: options.connections * COUNTS[at]!, amount: WARM * COUNTS[at]!, timeout: 60 });
    const rows: string[][] = [];
    for (const [name, asked] of Object.entries(reads)) {
      const idle: number[] = [];
      for (const server of answering(name)) idle.push(await idleOf(server));
      // each process serves the same number of connections as the single one; with fewer, it would batch fewer requests and each would cost more
      const parts = answering(name).map((server, at) => ({
        name,
        server,
        asked,
        database: database.client,
        connections: options.connections * COUNTS[at]!,
      }));
      const figures = await compare(parts, options);
      // idle work of a process (jobs, seals, counters) is not part of the requests
      const own = (at: number) => figures[at]!.cpu - idle[at]! / figures[at]!.rate;
      const total = (at: number) => own(at) + figures[at]!.databaseCpu;
      figures.forEach((one, at) => {
        const difference = total(at) / total(0) - 1;
        const judged = Math.abs(difference) <= MAX_DIFFERENCE ? 'within 10 %' : '**not within 10 %**';
        rows.push([
          at === 0 ? name : '',
          String(COUNTS[at]),
          String(Math.round(one.rate)),
          `${us(own(at))} + ${us(one.databaseCpu)}`,
          `${(idle[at]! / 1000).toFixed(0)} ms`,
          at === 0 ? '' : `${difference < 0 ? '−' : '+'}${Math.abs(difference * 100).toFixed(1)} %, ${judged}`,
          `${Math.round(one.p99)} ms`,
        ]);
      });
    }
    line('\n### One, two and four processes at one address\n');
    table(['', 'processes', 'requests/s', 'CPU per request, processes + database', 'CPU a second, idle', 'against one', 'p99'], rows);
    line(
      `\nLoad average at the end: ${loadavg()
        .map((one) => one.toFixed(1))
        .join(', ')}.`,
    );
  } finally {
    for (const server of servers) await server.stop();
    await database.drop();
  }
}
