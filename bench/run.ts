import { parseArgs } from 'node:util';
import { createBenchDatabase } from './data.ts';
import { measureMemory } from './memory.ts';
import { type Figures, load, residentMegabytes, type Server, startServer } from './measure.ts';

const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    server: { type: 'string', default: 'postgres://root@127.0.0.1:5432/postgres' },
    posts: { type: 'string', default: '10000' },
    seconds: { type: 'string', default: '5' },
    connections: { type: 'string', default: '8' },
  },
});

interface Workload {
  name: string;
  limit: string;
  byHand: string;
  marquee: string;
  /** The GraphQL document that Marquee is asked instead of a path. */
  document?: string;
}

/** What the list by hand answers, asked by a new front end. */
const POSTS = `query Posts($first: Int!) { posts(first: $first) { totalCount nodes {
  databaseId date dateUtc guid { rendered } modified modifiedUtc slug status kind title { rendered } body { rendered isProtected } excerpt { rendered isProtected }
  author { databaseId displayName } featuredMediaId commentStatus pingStatus isSticky template format meta categories { databaseId name } tags { databaseId name } } } }`;

const graphql = (query: string | undefined) =>
  query === undefined
    ? {}
    : {
        method: 'POST' as const,
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ query, variables: { first: 10 } }),
      };

const line = (text: string) => process.stdout.write(`${text}\n`);
const figures = (f: Figures) =>
  `${f.cpu.toFixed(0).padStart(8)} µs CPU  ${f.rate.toFixed(0).padStart(7)}/s  p50 ${f.p50} ms  p99 ${f.p99} ms`;

if (positionals.includes('memory')) {
  await measureMemory(options.server);
  process.exit(0);
}

const database = await createBenchDatabase(options.server, Number(options.posts));
const servers: Server[] = [];
try {
  const environment = { DATABASE_URL: database.url, SECRET_KEY: 'k'.repeat(64), LOG_LEVEL: 'error', DEMO_DATA: 'none' };
  const limit = await startServer('bench/limit.ts', environment, '/posts');
  servers.push(limit);
  const byHand = await startServer('bench/by-hand.ts', environment, '/posts');
  servers.push(byHand);
  const marquee = await startServer('src/main.ts', environment, '/health/ready');
  servers.push(marquee);
  line(
    `memory when idle: limit ${residentMegabytes(limit.process.pid ?? 0)} MB, by hand ${residentMegabytes(byHand.process.pid ?? 0)} MB, Marquee ${residentMegabytes(marquee.process.pid ?? 0)} MB`,
  );

  const listed = (await (await fetch(`${marquee.url}/rest/core/v2/posts?per_page=1&_fields=id`)).json()) as { id: number }[];
  const id = listed[0]?.id ?? 0;
  const workloads: Workload[] = [
    { name: 'post by id', limit: `/posts/${id}`, byHand: `/posts/${id}`, marquee: `/rest/core/v2/posts/${id}` },
    { name: 'list of 10 with author, terms and totals', limit: '/posts', byHand: '/posts', marquee: '/rest/core/v2/posts' },
    { name: 'GraphQL: list of 10 with author, terms and total', limit: '/posts', byHand: '/posts', marquee: '/graphql', document: POSTS },
    { name: 'list of 100', limit: '/posts?per_page=100', byHand: '/posts?per_page=100', marquee: '/rest/core/v2/posts?per_page=100' },
  ];
  const load1 = { seconds: Number(options.seconds), connections: Number(options.connections) };
  for (const workload of workloads) {
    const of = {
      limit: await load(limit, workload.limit, load1),
      byHand: await load(byHand, workload.byHand, load1),
      marquee: await load(marquee, workload.marquee, { ...load1, ...graphql(workload.document) }),
    };
    line(`\n${workload.name} (${options.posts} posts)`);
    line(`  limit    ${figures(of.limit)}`);
    line(`  by hand  ${figures(of.byHand)}`);
    line(`  Marquee  ${figures(of.marquee)}`);
    line(
      `  Marquee / by hand ${(of.marquee.cpu / of.byHand.cpu).toFixed(2)}×   Marquee / limit ${(of.marquee.cpu / of.limit.cpu).toFixed(2)}×`,
    );
  }
  line(`\nmemory after the run: Marquee ${residentMegabytes(marquee.process.pid ?? 0)} MB`);
} finally {
  for (const server of servers) await server.stop();
  await database.drop();
}
