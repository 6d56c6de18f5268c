import { loadavg } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import autocannon from 'autocannon';
import { getTotalCpu } from './cpu.ts';
import { createBenchDatabase, createEnvironment } from './database.ts';
import { compare, type LoadOptions, type LoadRequest } from './load.ts';
import { posts } from './posts/data.ts';
import { printLine, printTable } from './report.ts';
import { type Server, startBaseline, startMarquee } from './server.ts';

const COUNTS = [1, 2, 4];
const POSTS = 2000;
/** Number of warm-up requests per process. Each process compiles its own code, which takes more than 1,000 requests. */
const WARM = 8000;
const IDLE_MS = 5000;
/** Allowed relative difference between the cost of a request with several processes and with one process. */
const MAX_DIFFERENCE = 0.1;

const LIMIT = 'limit: list of 10 posts';
/** Measured requests by name. The limit shows how much slower the machine itself becomes when there are more processes than cores. */
const requests: Record<string, LoadRequest> = {
  [LIMIT]: { path: '/posts?per_page=10' },
  'list of 10 posts': { path: '/rest/core/v2/posts' },
  'front page': { path: '/' },
};

/** Returns the processor time in microseconds that the processes of an idle server use per second. */
async function measureIdle({ pid }: Server): Promise<number> {
  const before = getTotalCpu(pid);
  await sleep(IDLE_MS);
  return ((getTotalCpu(pid) - before) / IDLE_MS) * 1000;
}

const formatMicroseconds = (value: number) => `${Math.round(value).toLocaleString('en')} µs`;

/**
 * Prints requests per second and processor time per request for 1, 2 and 4 processes (`WORKERS`). The processes share a port and a database. Each
 * process has the same number of connections.
 */
export async function measureProcesses(serverUrl: string, options: LoadOptions): Promise<void> {
  const database = await createBenchDatabase(serverUrl, posts(POSTS, 2));
  const servers: Server[] = [];
  try {
    const environment = (count: number) => ({ ...createEnvironment(database.url), WORKERS: String(count), DATABASE_POOL: '4' });
    const startAll = async (start: (count: number) => Promise<Server>) => {
      const started: Server[] = [];
      for (const count of COUNTS) {
        const server = await start(count);
        started.push(server);
        servers.push(server);
      }
      return started;
    };
    const limits = await startAll((count) => startBaseline('bench/posts/limit.ts', environment(count), '/posts'));
    const sites = await startAll((count) => startMarquee({ ...environment(count), PAGE_CACHE_PRELOAD: 'off' }));
    const serversFor = (name: string) => (name === LIMIT ? limits : sites);
    for (const [name, { path }] of Object.entries(requests))
      for (const [index, { url }] of serversFor(name).entries())
        await autocannon({
          url: url + path,
          connections: options.connections * COUNTS[index]!,
          amount: WARM * COUNTS[index]!,
          timeout: 60,
        });
    const rows: string[][] = [];
    for (const [name, request] of Object.entries(requests)) {
      const idle: number[] = [];
      for (const server of serversFor(name)) idle.push(await measureIdle(server));
      // each process serves as many connections as the single process; with fewer connections, it would combine fewer requests, so that each would
      // cost more
      const contenders = serversFor(name).map((server, index) => ({
        name,
        server,
        request,
        database: database.client,
        connections: options.connections * COUNTS[index]!,
      }));
      const measurements = await compare(contenders, options);
      // the idle work of a process (jobs, seals, counters) is not a cost of the requests
      const processCost = (index: number) => measurements[index]!.cpu - idle[index]! / measurements[index]!.rate;
      const totalCost = (index: number) => processCost(index) + measurements[index]!.databaseCpu;
      measurements.forEach(({ rate, databaseCpu, p99 }, index) => {
        const difference = totalCost(index) / totalCost(0) - 1;
        const verdict = Math.abs(difference) <= MAX_DIFFERENCE ? 'within 10 %' : '**not within 10 %**';
        rows.push([
          index === 0 ? name : '',
          String(COUNTS[index]),
          String(Math.round(rate)),
          `${formatMicroseconds(processCost(index))} + ${formatMicroseconds(databaseCpu)}`,
          `${(idle[index]! / 1000).toFixed(0)} ms`,
          index === 0 ? '' : `${difference < 0 ? '−' : '+'}${Math.abs(difference * 100).toFixed(1)} %, ${verdict}`,
          `${Math.round(p99)} ms`,
        ]);
      });
    }
    printLine('\n### One, two and four processes on one port\n');
    printTable(
      ['', 'processes', 'requests/s', 'CPU per request, processes + database', 'CPU per second, idle', 'compared with one', 'p99'],
      rows,
    );
    printLine(
      `\nLoad average at the end: ${loadavg()
        .map((load) => load.toFixed(1))
        .join(', ')}.`,
    );
  } finally {
    for (const server of servers) await server.stop();
    await database.drop();
  }
}
