import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import autocannon from 'autocannon';
import { createEmptyDatabase, createEnvironment } from './database.ts';
import { printLine, printTable } from './report.ts';
import { type Server, startMarquee } from './server.ts';

/** Requests per second. */
const RATE = 250;
/** Duration of a round with one server. */
const ROUND_SECONDS = 20;
const ROUNDS = 3;
const WARM_SECONDS = 20;

const createGraphqlRequest = (query: string) => ({
  method: 'POST' as const,
  path: '/graphql',
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify({ query }),
});

/** Requests of visitors, legacy clients and front ends for the demo content. */
const requests = [
  { path: '/' },
  { path: '/rest/core/v2/posts' },
  createGraphqlRequest('{ events(first: 10) { nodes { databaseId title { rendered } venues { title { rendered } } } } }'),
  { path: '/events/' },
  { path: '/rest/vendor/events/v1/events' },
  { path: '/rest/vendor/tickets/v1/tickets' },
  createGraphqlRequest('{ posts(first: 10) { nodes { databaseId title { rendered } author { displayName } } } }'),
  { path: '/rest/core/v2/posts?per_page=100&_fields=id,title' },
];

async function measureRound({ url }: Server, duration: number) {
  const result = await autocannon({ url, connections: 20, overallRate: RATE, duration, requests });
  const { latency, errors, non2xx, '2xx': served } = result;
  return { p50: latency.p50, p99: latency.p99, served, failed: errors + non2xx };
}

/** Prints the latency of mixed requests at a fixed rate. Rounds with the embedded PostgreSQL and rounds with a PostgreSQL server alternate. */
export async function measureMixed(serverUrl: string): Promise<void> {
  const directory = mkdtempSync(path.join(tmpdir(), 'marquee-bench-'));
  const database = await createEmptyDatabase(serverUrl);
  const servers: Server[] = [];
  try {
    const environments = {
      'embedded PostgreSQL': { DATA_DIRECTORY: directory, ...createEnvironment('') },
      server: createEnvironment(database.url),
    };
    for (const environment of Object.values(environments)) servers.push(await startMarquee({ ...environment, DEMO_DATA: 'small' }));
    for (const server of servers) await measureRound(server, WARM_SECONDS);
    printLine(`\n### ${RATE} mixed requests a second, demo content\n`);
    const rows: string[][] = [];
    for (let n = 1; n <= ROUNDS; n += 1)
      for (const [index, name] of Object.keys(environments).entries()) {
        const { p50, p99, served, failed } = await measureRound(servers[index]!, ROUND_SECONDS);
        rows.push([name, String(n), `${p50} ms`, `${p99} ms`, String(served), String(failed)]);
      }
    printTable(['', 'round', 'p50', 'p99', 'served', 'failed'], rows);
  } finally {
    for (const server of servers) await server.stop();
    await database.drop();
    rmSync(directory, { recursive: true, force: true });
  }
}
