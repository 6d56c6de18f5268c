import { loadavg } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import autocannon from 'autocannon';
import { cpuOfAll } from './cpu.ts';
import { createBenchDatabase, environmentOf } from './database.ts';
import { type Asked, compare, type LoadOptions } from './load.ts';
import { posts } from './posts/data.ts';
import { line, table } from './report.ts';
import { type Server, startMarquee } from './server.ts';

const COUNTS = [1, 2, 4];
const POSTS = 2000;
/** Requests that each process answers before anything counts: code is compiled in each of them. */
const WARM = 1000;
const IDLE_MS = 5000;
/** Requests a second that a small machine answers without a queue: what a request costs then is compared. */
const STEADY_RATE = 100;
/** What a request may cost more, or less, in several processes than in one. */
const MOST_DIFFERENCE = 0.1;

const reads: Record<string, Asked> = {
  'list of 10 posts': { path: '/rest/core/v2/posts' },
  'front page': { path: '/' },
};

/** Microseconds of processor time that a server with its processes spends in a second in which nobody asks. */
async function idleOf({ pid }: Server): Promise<number> {
  const before = cpuOfAll(pid);
  await sleep(IDLE_MS);
  return ((cpuOfAll(pid) - before) / IDLE_MS) * 1000;
}

const us = (value: number) => `${Math.round(value).toLocaleString('en')} µs`;

/** Requests a second and processor time per request of one address that 1, 2 and 4 processes serve (`WORKERS`), all on one database. */
export async function measureProcesses(serverUrl: string, options: LoadOptions): Promise<void> {
  const database = await createBenchDatabase(serverUrl, posts(POSTS, 2));
  const servers: Server[] = [];
  try {
    for (const count of COUNTS)
      servers.push(
        await startMarquee({ ...environmentOf(database.url), WORKERS: String(count), DATABASE_POOL: '4', PAGE_CACHE_PRELOAD: 'off' }),
      );
    for (const [at, { url }] of servers.entries())
      for (const { path } of Object.values(reads))
        await autocannon({ url: url + path, connections: options.connections, amount: WARM * COUNTS[at]!, timeout: 60 });
    const idle: number[] = [];
    for (const server of servers) idle.push(await idleOf(server));
    const rows: string[][] = [];
    for (const [name, asked] of Object.entries(reads)) {
      // the same connections for all: what differs is how many processes they are spread over
      const parts = servers.map((server) => ({ name, server, asked, database: database.client }));
      const most = await compare(parts, options);
      // at its limit a process takes several requests at a time, and on a small machine more processes wait for the same cores
      const figures = await compare(parts, { ...options, rate: STEADY_RATE });
      // what a process does while nobody asks (it looks for jobs, seals, counts) is not of the requests
      const own = (at: number) => figures[at]!.cpu - idle[at]! / figures[at]!.rate;
      const total = (at: number) => own(at) + figures[at]!.databaseCpu;
      figures.forEach((one, at) => {
        const difference = total(at) / total(0) - 1;
        const judged = Math.abs(difference) <= MOST_DIFFERENCE ? 'within 10 %' : '**not within 10 %**';
        rows.push([
          at === 0 ? name : '',
          String(COUNTS[at]),
          String(Math.round(most[at]!.rate)),
          `${us(most[at]!.cpu - idle[at]! / most[at]!.rate)} + ${us(most[at]!.databaseCpu)}`,
          `${us(own(at))} + ${us(one.databaseCpu)}`,
          `${(idle[at]! / 1000).toFixed(0)} ms`,
          at === 0 ? '' : `${difference < 0 ? '−' : '+'}${Math.abs(difference * 100).toFixed(1)} %, ${judged}`,
          `${Math.round(one.p99)} ms`,
        ]);
      });
    }
    line('\n### One, two and four processes at one address\n');
    table(
      [
        '',
        'processes',
        'requests/s, at most',
        'CPU per request then',
        `at ${STEADY_RATE} requests/s`,
        'CPU a second, idle',
        'against one',
        'p99',
      ],
      rows,
    );
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
