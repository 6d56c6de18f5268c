import { State } from '../src/core/state/state.ts';
import { contentList, type ContentQuery } from '../src/domains/content/content.list.ts';
import { nodesOf, outline, plansOf } from '../test/plans/explain.ts';
import { adminHeader } from './credentials.ts';
import { type BenchDatabase, createBenchDatabase, environmentOf, type Fill } from './database.ts';
import { events } from './events/data.ts';
import { type Asked, compare, type Figures, type LoadOptions } from './load.ts';
import { markers } from './maps/data.ts';
import { near, root, table as tableOfMarkers } from './maps/subject.ts';
import { posts } from './posts/data.ts';
import { line, table } from './report.ts';
import { type Server, startMarquee } from './server.ts';
import { attendees, first } from './tickets/data.ts';

const SMALL = 10_000;
const MAX_GROWTH = 1.5;
/** Allowed growth of the cost of exact totals, which must not depend on the number of rows. */
const MAX_GROWTH_OF_TOTALS = 1.3;

/** A request whose cost is measured with growing tables. */
export interface Growing {
  name: string;
  asked: Asked;
  /** Maximum ratio of the cost with many rows to that with few; undefined = only recorded. */
  bar?: number;
}

const graphql = (query: string): Asked => ({
  path: '/graphql',
  method: 'POST',
  headers: { ...adminHeader, 'content-type': 'application/json' },
  body: JSON.stringify({ query }),
});

/** A kind of content with its requests. */
export interface GrowingContent {
  title: string;
  fill: (count: number) => Fill;
  requests: Growing[];
}

const content: GrowingContent[] = [
  {
    title: 'Posts',
    fill: (count) => posts(count, 2),
    requests: [
      { name: 'by date, with total', asked: { path: '/rest/core/v2/posts' }, bar: MAX_GROWTH_OF_TOTALS },
      {
        name: 'by date',
        asked: graphql('{ posts(first: 10) { nodes { databaseId title { rendered } author { displayName } categories { name } } } }'),
        bar: MAX_GROWTH,
      },
      { name: 'search of a rare word, with total', asked: { path: '/rest/core/v2/posts?search=needle' } },
      { name: 'of a term, with total', asked: { path: '/rest/core/v2/posts?tags=30' }, bar: MAX_GROWTH_OF_TOTALS },
    ],
  },
  {
    title: 'Events',
    fill: events,
    requests: [
      { name: 'page 1, with total', asked: { path: '/rest/vendor/events/v1/events?per_page=10' }, bar: MAX_GROWTH_OF_TOTALS },
      {
        name: 'of a category, with total',
        asked: { path: '/rest/vendor/events/v1/events?per_page=10&categories=term-7' },
        bar: MAX_GROWTH_OF_TOTALS,
      },
      {
        name: 'page 1',
        asked: graphql('{ events(first: 10) { nodes { databaseId name start venues { name } organizers { name } categories { name } } } }'),
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
        asked: { path: '/rest/vendor/tickets/v1/attendees?per_page=10', headers: adminHeader },
        bar: MAX_GROWTH_OF_TOTALS,
      },
      {
        name: 'page 1',
        asked: graphql('{ attendees(first: 10) { nodes { databaseId name date ticketOnBadge { title } } } }'),
        bar: MAX_GROWTH,
      },
      {
        name: 'of a ticket, with total',
        asked: { path: `/rest/vendor/tickets/v1/attendees?ticket_id=${first.ticket + 2500}`, headers: adminHeader },
        bar: MAX_GROWTH_OF_TOTALS,
      },
      {
        name: 'of an event, with total',
        asked: { path: `/rest/vendor/tickets/v1/attendees?post_id=${first.post + 100}`, headers: adminHeader },
        bar: MAX_GROWTH_OF_TOTALS,
      },
    ],
  },
  {
    title: 'Markers',
    fill: markers,
    requests: [
      { name: 'within 25 km: 50 markers', asked: { path: root + near }, bar: MAX_GROWTH },
      { name: 'page 1 of a table, searched for a rare word, with both totals', asked: { path: root + tableOfMarkers }, bar: MAX_GROWTH },
    ],
  },
];

const plain: ContentQuery = { kind: 'post', statuses: ['publish'], orderBy: 'date', order: 'desc' };
const lists: Record<string, ContentQuery> = {
  'by date': plain,
  search: { ...plain, search: 'needle' },
  'search of two words': { ...plain, search: 'needle evening' },
  'by term': { ...plain, terms: [{ taxonomy: 'post_tag', ids: [30] }] },
};

/** Prints the query plans of page 1. Tables of more than a few pages must not be scanned completely. */
async function printPlans({ url, client }: BenchDatabase): Promise<void> {
  const { rows } = await client.query<{ name: string }>("SELECT relname AS name FROM pg_class WHERE relkind = 'r' AND reltuples > 1000");
  const large = new Set(rows.map(({ name }) => name));
  line('\nPlans of page 1 with its total (custom = made for the values, generic = of the prepared statement):\n');
  for (const [name, query] of Object.entries(lists)) {
    for (const [mode, plan] of Object.entries(await plansOf(url, contentList.pageStatement({ state: new State() }, query, 10, 0)))) {
      const whole = nodesOf(plan).some((node) => node['Node Type'] === 'Seq Scan' && large.has(node['Relation Name'] ?? ''));
      line(`- ${name}, ${mode}: ${whole ? '**reads a table whole**' : 'no sequential scan'}: \`${outline(plan)}\``);
    }
  }
}

const us = (value: number) => `${Math.round(value).toLocaleString('en')} µs`;
const pair = ({ cpu, databaseCpu }: Figures) => `${us(cpu)} + ${us(databaseCpu)}`;

/** Compares 10,000 rows with many. */
export async function measureGrowth(
  { title, fill, requests }: GrowingContent,
  serverUrl: string,
  options: LoadOptions,
  most: number,
): Promise<void> {
  const databases: BenchDatabase[] = [];
  const servers: Server[] = [];
  try {
    for (const count of [SMALL, most]) {
      const database = await createBenchDatabase(serverUrl, fill(count));
      databases.push(database);
      servers.push(await startMarquee(environmentOf(database.url)));
    }
    const rows: string[][] = [];
    for (const { name, asked, bar } of requests) {
      const parts = servers.map((server, at) => ({ name, server, asked, database: (databases[at] as BenchDatabase).client }));
      const [small, large] = (await compare(parts, options)) as [Figures, Figures];
      const growth = (large.cpu + large.databaseCpu) / (small.cpu + small.databaseCpu);
      const judged = bar === undefined ? '' : ` ${growth <= bar ? '≤' : '**>**'} ${bar}×`;
      rows.push([name, pair(small), pair(large), `${growth.toFixed(2)}×${judged}`]);
    }
    line(`\n### ${title}: ${SMALL.toLocaleString('en')} against ${most.toLocaleString('en')}\n`);
    line('Processor time per request of Marquee, server + database:\n');
    table(['', SMALL.toLocaleString('en'), most.toLocaleString('en'), 'growth'], rows);
    if (title === 'Posts') await printPlans(databases[1] as BenchDatabase);
  } finally {
    for (const server of servers) await server.stop();
    for (const database of databases) await database.drop();
  }
}

/** Measures the cost of a page of ten with a hundred times as many rows; `only` = the title of one kind. */
export async function measureScale(serverUrl: string, options: LoadOptions, most: number, only = ''): Promise<void> {
  for (const one of content) if (only === '' || one.title === only) await measureGrowth(one, serverUrl, options, most);
}
