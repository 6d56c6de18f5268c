import type pg from 'pg';
import { createSchema, createPublicSchema } from '#graphql/schema.ts';
import { getCpu, getDatabaseCpu, getDatabaseCpuSince } from '../cpu.ts';
import { createBenchDatabase, createEnvironment } from '../database.ts';
import { events, createContentInsert } from '../events/data.ts';
import { printLine, printTable } from '../report.ts';
import { type Server, startMarquee } from '../server.ts';
import { measureLarge, measureNeighbors } from './neighbors.ts';
import { createExpensiveDocuments } from './documents.ts';

interface Candidate {
  name: string;
  path: string;
  method: string;
  body?: string;
}

interface Route {
  methods: string[];
}

const LIST: Candidate = { name: 'list of 10', path: '/rest/core/v2/posts', method: 'GET' };
const BAR = 30;
const SHOWN = 25;
/** Number of events and of posts. */
const COUNT = 2000;

/** Returns REST requests that visitors can send: every path without path parameters, with several expensive queries. */
async function createRestCandidates(server: Server): Promise<Candidate[]> {
  const index = (await (await fetch(`${server.url}/rest/`)).json()) as { routes: Record<string, Route> };
  return Object.entries(index.routes)
    .filter(([path, { methods }]) => methods.includes('GET') && !path.includes('('))
    .flatMap(([path]) =>
      ['', '?per_page=100', '?per_page=100&_embed=1', '?per_page=100&search=e&_embed=1', '?per_page=50&_embed=1'].map((query) => ({
        name: `GET ${path}${query}`,
        path: `/rest${path}${query}`,
        method: 'GET',
      })),
    );
}

const createGraphqlCandidates = (): Candidate[] =>
  [...createExpensiveDocuments(createPublicSchema(createSchema()))].map(([name, query]) => ({
    name,
    path: '/graphql',
    method: 'POST',
    body: JSON.stringify({ query }),
  }));

const createBatchCandidates = (): Candidate[] => {
  const requests = Array.from({ length: 25 }, () => ({ method: 'POST', path: '/core/v2/posts' }));
  return [
    { name: 'REST batch of 25', path: '/rest/batch/v1', method: 'POST', body: JSON.stringify({ requests }) },
    {
      name: 'ten introspection documents',
      path: '/graphql',
      method: 'POST',
      body: JSON.stringify(Array.from({ length: 10 }, () => ({ query: '{ __schema { types { name fields { name description } } } }' }))),
    },
    ...[1_000_000, 9_900_000].flatMap((bytes) => [
      {
        name: `document of ${bytes} bytes`,
        path: '/graphql',
        method: 'POST',
        body: JSON.stringify({ query: `{ __typename } # ${'x'.repeat(bytes)}` }),
      },
      {
        name: `variables of ${bytes} bytes`,
        path: '/graphql',
        method: 'POST',
        body: JSON.stringify({ query: 'query($s: String) { __typename }', variables: { s: 'x'.repeat(bytes) } }),
      },
    ]),
  ];
};

/** Sends one request. Returns the processor time of the server and the database in microseconds, and the status of the response. */
async function measureCost(
  server: Server,
  client: pg.Client,
  { path, method, body }: Candidate,
): Promise<{ cost: number; status: number }> {
  const before = { server: getCpu(server.pid), database: await getDatabaseCpu(client) };
  const response = await fetch(server.url + path, {
    method,
    ...(body !== undefined && { body, headers: { 'content-type': 'application/json' } }),
  });
  await response.arrayBuffer();
  return { cost: getCpu(server.pid) - before.server + (await getDatabaseCpuSince(client, before.database)), status: response.status };
}

/** Returns the measurement with the lowest cost of several, which is hardly affected by disturbances and compilation. */
async function measureMinCost(
  server: Server,
  client: pg.Client,
  candidate: Candidate,
  times: number,
): Promise<{ cost: number; status: number }> {
  let lowest = await measureCost(server, client, candidate);
  for (let n = 1; n < times; n += 1) {
    const measurement = await measureCost(server, client, candidate);
    if (measurement.cost < lowest.cost) lowest = measurement;
  }
  return lowest;
}

/** Searches both APIs for the most expensive requests that a visitor can send. Prints their cost relative to the cost of a list of ten posts. */
export async function measureWorst(serverUrl: string): Promise<void> {
  const database = await createBenchDatabase(serverUrl, async (client) => {
    await events(COUNT)(client);
    await client.query(
      `${createContentInsert('post')} FROM (SELECT 500000 + c.id AS id, c.title, c.content AS body, c.date_local AS at, '{}'::text[] AS ticketed FROM content c WHERE kind = 'event') r`,
    );
  });
  const server = await startMarquee({ ...createEnvironment(database.url), NODE_ENV: 'development', TRUST_PROXY: '1' });
  try {
    const candidates = [...(await createRestCandidates(server)), ...createGraphqlCandidates(), ...createBatchCandidates()];
    const listCost = (await measureMinCost(server, database.client, LIST, 200)).cost;
    const measurements: { candidate: Candidate; cost: number; status: number }[] = [];
    for (const candidate of candidates) measurements.push({ candidate, ...(await measureCost(server, database.client, candidate)) });
    const mostExpensive = measurements.sort((a, b) => b.cost - a.cost).slice(0, 2 * SHOWN);
    for (const measurement of mostExpensive)
      Object.assign(measurement, await measureMinCost(server, database.client, measurement.candidate, 4));
    printLine(`\n### The most expensive of ${candidates.length.toLocaleString('en')} anonymous requests\n`);
    printLine(`A list of ten posts: ${Math.round(listCost).toLocaleString('en')} µs of server and database. Bar: ${BAR}×.\n`);
    printTable(
      ['', 'status', 'µs', 'lists of ten'],
      mostExpensive
        .sort((a, b) => b.cost - a.cost)
        .slice(0, SHOWN)
        .map(({ candidate, cost, status }) => [
          candidate.name,
          String(status),
          Math.round(cost).toLocaleString('en'),
          `${(cost / listCost).toFixed(1)}× ${cost / listCost <= BAR ? '≤' : '**>**'} ${BAR}×`,
        ]),
    );
    const [first] = mostExpensive.filter(({ status }) => status === 200);
    await measureNeighbors(server, [
      ...(first ? [first.candidate] : []),
      { name: 'posts?per_page=100', path: '/rest/core/v2/posts?per_page=100' },
    ]);
    await measureLarge(server);
  } finally {
    await server.stop();
    await database.drop();
  }
}
