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

/** A request whose cost is looked at while what it reads from grows. */
export interface Growing {
  name: string;
  asked: Asked;
  /** Whether the response holds a total, whose counting grows with the table and is not judged. */
  counts: boolean;
}

const graphql = (query: string): Asked => ({
  path: '/graphql',
  method: 'POST',
  headers: { ...adminHeader, 'content-type': 'application/json' },
  body: JSON.stringify({ query }),
});

/** A kind of content, and how it is asked for. */
export interface GrowingContent {
  title: string;
  fill: (count: number) => Fill;
  requests: Growing[];
  isJudged: boolean;
}

const content: GrowingContent[] = [
  {
    title: 'Posts',
    fill: (count) => posts(count, 2),
    isJudged: false,
    requests: [
      { name: 'by date, with total', asked: { path: '/rest/core/v2/posts' }, counts: true },
      {
        name: 'by date',
        asked: graphql('{ posts(first: 10) { nodes { databaseId title { rendered } author { displayName } categories { name } } } }'),
        counts: false,
      },
      { name: 'search of a rare word, with total', asked: { path: '/rest/core/v2/posts?search=needle' }, counts: true },
      { name: 'of a term, with total', asked: { path: '/rest/core/v2/posts?tags=30' }, counts: true },
    ],
  },
  {
    title: 'Events',
    fill: events,
    isJudged: true,
    requests: [
      { name: 'page 1, with total', asked: { path: '/rest/vendor/events/v1/events?per_page=10' }, counts: true },
      {
        name: 'page 1',
        asked: graphql('{ events(first: 10) { nodes { databaseId name start venues { name } organizers { name } categories { name } } } }'),
        counts: false,
      },
    ],
  },
  {
    title: 'Attendees',
    fill: attendees,
    isJudged: true,
    requests: [
      { name: 'page 1, with total', asked: { path: '/rest/vendor/tickets/v1/attendees?per_page=10', headers: adminHeader }, counts: true },
      {
        name: 'page 1',
        asked: graphql('{ attendees(first: 10) { nodes { databaseId name date ticketOnBadge { title } } } }'),
        counts: false,
      },
      {
        name: `page 1 of a ticket`,
        asked: { path: `/rest/vendor/tickets/v1/attendees?ticket_id=${first.ticket + 2500}`, headers: adminHeader },
        counts: false,
      },
    ],
  },
  {
    title: 'Markers',
    fill: markers,
    isJudged: true,
    requests: [
      { name: 'within 25 km: 50 markers', asked: { path: root + near }, counts: false },
      { name: 'page 1 of a table, searched for a rare word, with both totals', asked: { path: root + tableOfMarkers }, counts: false },
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

/** Prints the plans of page 1; a table of more rows than fit on a few leaves must not be read whole. */
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

/** Measures 10,000 against many. */
export async function measureGrowth(
  { title, fill, requests, isJudged }: GrowingContent,
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
    for (const { name, asked, counts } of requests) {
      const parts = servers.map((server, at) => ({ name, server, asked, database: (databases[at] as BenchDatabase).client }));
      const [small, large] = (await compare(parts, options)) as [Figures, Figures];
      // a total is counted by the database row by row: it is recorded, the page is judged without it
      const growth = (large.cpu + large.databaseCpu) / (small.cpu + small.databaseCpu);
      const judged = isJudged && !counts ? ` ${growth <= MAX_GROWTH ? '≤' : '**>**'} ${MAX_GROWTH}×` : '';
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

/** What a page of ten costs when the table is a hundred times as long; `only` = of the kind of this title. */
export async function measureScale(serverUrl: string, options: LoadOptions, most: number, only = ''): Promise<void> {
  for (const one of content) if (only === '' || one.title === only) await measureGrowth(one, serverUrl, options, most);
}
