import { State } from '../src/core/state/state.ts';
import { contentList, type ContentQuery } from '../src/domains/content/content.list.ts';
import { listNodes, formatPlan, explainStatement } from '../test/plans/explain.ts';
import { adminHeader } from './credentials.ts';
import { type BenchDatabase, createBenchDatabase, createEnvironment, type Fill } from './database.ts';
import { events } from './events/data.ts';
import { compare, type LoadOptions, type LoadRequest, type Measurement } from './load.ts';
import { markers } from './maps/data.ts';
import { near, root, table as tableOfMarkers } from './maps/subject.ts';
import { posts } from './posts/data.ts';
import { printLine, printTable } from './report.ts';
import { type Server, startMarquee } from './server.ts';
import { attendees, first } from './tickets/data.ts';

/** Number of rows of the small database. */
const SMALL = 10_000;
/** Allowed ratio of the cost with many rows to the cost with few rows. */
const MAX_GROWTH = 1.5;
/** Allowed ratio for requests with exact totals, whose cost must not depend on the number of rows. */
const MAX_GROWTH_OF_TOTALS = 1.3;

/** A request whose cost is measured with few and with many rows. */
export interface GrowingRequest {
  name: string;
  request: LoadRequest;
  /** Bar: maximum ratio of the cost with many rows to the cost with few rows. If absent, the ratio is only printed. */
  bar?: number;
}

const createGraphqlRequest = (query: string): LoadRequest => ({
  path: '/graphql',
  method: 'POST',
  headers: { ...adminHeader, 'content-type': 'application/json' },
  body: JSON.stringify({ query }),
});

/** A kind of content with its requests. */
export interface GrowingContent {
  title: string;
  fill: (count: number) => Fill;
  requests: GrowingRequest[];
}

const content: GrowingContent[] = [
  {
    title: 'Posts',
    fill: (count) => posts(count, 2),
    requests: [
      { name: 'by date, with total', request: { path: '/rest/core/v2/posts' }, bar: MAX_GROWTH_OF_TOTALS },
      {
        name: 'by date',
        request: createGraphqlRequest(
          '{ posts(first: 10) { nodes { databaseId title { rendered } author { displayName } categories { name } } } }',
        ),
        bar: MAX_GROWTH,
      },
      { name: 'search of a rare word, with total', request: { path: '/rest/core/v2/posts?search=needle' } },
      { name: 'of a term, with total', request: { path: '/rest/core/v2/posts?tags=30' }, bar: MAX_GROWTH_OF_TOTALS },
    ],
  },
  {
    title: 'Events',
    fill: events,
    requests: [
      { name: 'page 1, with total', request: { path: '/rest/vendor/events/v1/events?per_page=10' }, bar: MAX_GROWTH_OF_TOTALS },
      {
        name: 'of a category, with total',
        request: { path: '/rest/vendor/events/v1/events?per_page=10&categories=term-7' },
        bar: MAX_GROWTH_OF_TOTALS,
      },
      {
        name: 'page 1',
        request: createGraphqlRequest(
          '{ events(first: 10) { nodes { databaseId name start venues { name } organizers { name } categories { name } } } }',
        ),
        bar: MAX_GROWTH,
      },
    ],
  },
  {
    title: 'Attendees',
    fill: attendees,
    requests: [
      {
        name: 'page 1, with total',
        request: { path: '/rest/vendor/tickets/v1/attendees?per_page=10', headers: adminHeader },
        bar: MAX_GROWTH_OF_TOTALS,
      },
      {
        name: 'page 1',
        request: createGraphqlRequest('{ attendees(first: 10) { nodes { databaseId name date ticketOnBadge { title } } } }'),
        bar: MAX_GROWTH,
      },
      {
        name: 'of a ticket, with total',
        request: { path: `/rest/vendor/tickets/v1/attendees?ticket_id=${first.ticket + 2500}`, headers: adminHeader },
        bar: MAX_GROWTH_OF_TOTALS,
      },
      {
        name: 'of an event, with total',
        request: { path: `/rest/vendor/tickets/v1/attendees?post_id=${first.post + 100}`, headers: adminHeader },
        bar: MAX_GROWTH_OF_TOTALS,
      },
    ],
  },
  {
    title: 'Markers',
    fill: markers,
    requests: [
      { name: 'within 25 km: 50 markers', request: { path: root + near }, bar: MAX_GROWTH },
      { name: 'page 1 of a table, searched for a rare word, with both totals', request: { path: root + tableOfMarkers }, bar: MAX_GROWTH },
    ],
  },
];

const allPosts: ContentQuery = { kind: 'post', statuses: ['publish'], orderBy: 'date', order: 'desc' };
const lists: Record<string, ContentQuery> = {
  'by date': allPosts,
  search: { ...allPosts, search: 'needle' },
  'search of two words': { ...allPosts, search: 'needle evening' },
  'by term': { ...allPosts, terms: [{ taxonomy: 'post_tag', ids: [30] }] },
};

/** Prints the query plans of page 1 of some lists, and whether they scan a table of more than a thousand rows sequentially. */
async function printPlans({ url, client }: BenchDatabase): Promise<void> {
  const { rows } = await client.query<{ name: string }>("SELECT relname AS name FROM pg_class WHERE relkind = 'r' AND reltuples > 1000");
  const large = new Set(rows.map(({ name }) => name));
  printLine('\nQuery plans of page 1 with its total (custom = for specific values, generic = for the prepared statement):\n');
  for (const [name, query] of Object.entries(lists)) {
    for (const [mode, plan] of Object.entries(
      await explainStatement(url, contentList.pageStatement({ state: new State() }, query, 10, 0)),
    )) {
      const hasFullScan = listNodes(plan).some((node) => node['Node Type'] === 'Seq Scan' && large.has(node['Relation Name'] ?? ''));
      printLine(`- ${name}, ${mode}: ${hasFullScan ? '**scans a whole table**' : 'no sequential scan'}: \`${formatPlan(plan)}\``);
    }
  }
}

const formatMicroseconds = (value: number) => `${Math.round(value).toLocaleString('en')} µs`;
const formatPair = ({ cpu, databaseCpu }: Measurement) => `${formatMicroseconds(cpu)} + ${formatMicroseconds(databaseCpu)}`;

/** Prints the cost of each request with 10,000 rows and with `largeCount` rows. */
export async function measureGrowth(
  { title, fill, requests }: GrowingContent,
  serverUrl: string,
  options: LoadOptions,
  largeCount: number,
): Promise<void> {
  const databases: BenchDatabase[] = [];
  const servers: Server[] = [];
  try {
    for (const count of [SMALL, largeCount]) {
      const database = await createBenchDatabase(serverUrl, fill(count));
      databases.push(database);
      servers.push(await startMarquee(createEnvironment(database.url)));
    }
    const rows: string[][] = [];
    for (const { name, request, bar } of requests) {
      const contenders = servers.map((server, index) => ({ name, server, request, database: (databases[index] as BenchDatabase).client }));
      const [small, large] = (await compare(contenders, options)) as [Measurement, Measurement];
      const growth = (large.cpu + large.databaseCpu) / (small.cpu + small.databaseCpu);
      const verdict = bar === undefined ? '' : ` ${growth <= bar ? '≤' : '**>**'} ${bar}×`;
      rows.push([name, formatPair(small), formatPair(large), `${growth.toFixed(2)}×${verdict}`]);
    }
    printLine(`\n### ${title}: ${SMALL.toLocaleString('en')} and ${largeCount.toLocaleString('en')}\n`);
    printLine('Processor time per request of Marquee, server + database:\n');
    printTable(['', SMALL.toLocaleString('en'), largeCount.toLocaleString('en'), 'growth'], rows);
    if (title === 'Posts') await printPlans(databases[1] as BenchDatabase);
  } finally {
    for (const server of servers) await server.stop();
    for (const database of databases) await database.drop();
  }
}

/** Prints the costs with few and with many rows for each kind of content, or only for the kind with the title `only`. */
export async function measureScale(serverUrl: string, options: LoadOptions, largeCount: number, only = ''): Promise<void> {
  for (const kind of content) if (only === '' || kind.title === only) await measureGrowth(kind, serverUrl, options, largeCount);
}
