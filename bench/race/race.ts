import { existsSync, readFileSync } from 'node:fs';
import { isDeepStrictEqual } from 'node:util';
import pg from 'pg';
import { createBenchDatabase, createEnvironment } from '../database.ts';
import { events } from '../events/data.ts';
import { compare, type Contender, type LoadOptions, type LoadRequest, type Measurement } from '../load.ts';
import { printLine, printTable } from '../report.ts';
import { type Server, startBaseline, startMarquee } from '../server.ts';
import { attendeesOfPosts } from '../tickets/data.ts';
import { type ContenderName, contenders, type Race, races } from './workloads.ts';

const EVENTS = 100_000;
const ATTENDEES = 1_000_000;
/** Number of responses per workload that are compared before the measurement. */
const COMPARED = 25;
/** Size of each contender's range of numbers. The ranges are disjoint, because each number can be used for only one write. */
const NUMBERS_PER_CONTENDER = 60_000;

export interface RaceOptions extends LoadOptions {
  /** URL of an existing filled database. If empty, a database is created and dropped. */
  database: string;
  /** Directory of another checkout of the service to compare with, or empty. */
  previousCheckout: string;
  /** Names of the workloads. If empty, all workloads. */
  workloads: readonly string[];
}

/** Connects to the database at `url`, or creates a filled one if `url` is empty. */
async function openFilledDatabase(serverUrl: string, url: string): Promise<{ url: string; client: pg.Client; end: () => Promise<void> }> {
  if (url !== '') {
    const client = new pg.Client(url);
    await client.connect();
    return { url, client, end: () => client.end() };
  }
  const database = await createBenchDatabase(serverUrl, async (client) => {
    await events(EVENTS)(client);
    await attendeesOfPosts(ATTENDEES)(client);
  });
  await database.client.query(readFileSync(new URL('race.sql', import.meta.url), 'utf8'));
  return { url: database.url, client: database.client, end: database.drop };
}

/** Returns a request that is repeated with consecutive numbers from `start`. */
function createRequests(request: (n: number) => LoadRequest, start: number): LoadRequest {
  let n = start;
  return {
    ...request(start),
    next: () => {
      n += 1;
      const { path, body } = request(n);
      return { path, ...(body !== undefined && { body }) };
    },
  };
}

async function send(server: Server, { path, method = 'GET', headers, body }: LoadRequest) {
  const response = await fetch(server.url + path, {
    method,
    // the server would close a keep-alive connection while another contender runs
    headers: { ...headers, connection: 'close' },
    ...(body !== undefined && { body }),
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`${server.url}${path}: ${response.status} ${text.slice(0, 300)}`);
  return { body: JSON.parse(text) as never, total: response.headers.get('x-wp-total') };
}

/** Throws if the responses of the servers contain different data. `start` is the first number of the requests. */
async function compareResponses(race: Race, servers: ReadonlyMap<string, Server>, start: number): Promise<void> {
  for (let n = start; n < start + COMPARED; n++) {
    let expected: unknown;
    for (const [index, name] of contenders.entries()) {
      const { request, toComparable } = race.of[name];
      // each attendee can only be checked in once, so each contender has its own attendees
      const number = race.name === 'check in' ? n + index * COMPARED : n;
      const { body, total } = await send(servers.get(name)!, request(number));
      const actual = toComparable(body, total);
      if (race.name === 'check in')
        for (const node of actual.nodes)
          for (const key of ['name', 'email', 'ticket', 'post']) delete (node as Record<string, unknown>)[key];
      expected ??= actual;
      if (!isDeepStrictEqual(actual, expected))
        throw new Error(
          `${race.name}: ${name} returned ${JSON.stringify(actual).slice(0, 1500)}\n, the limit ${JSON.stringify(expected).slice(0, 1500)}`,
        );
    }
  }
}

const formatMicroseconds = (value: number) => Math.round(value).toLocaleString('en');
const getTotalCost = ({ cpu, databaseCpu }: Measurement) => cpu + databaseCpu;

/** Prints the processor time of both APIs of Marquee, of PostGraphile and of the limit, for the same rows and responses. */
export async function measureRace(serverUrl: string, options: RaceOptions): Promise<void> {
  const program = 'bench/postgraphile/node_modules/postgraphile';
  if (!existsSync(program))
    return printLine('\nThe race is skipped because PostGraphile is not installed. Run npm ci --prefix bench/postgraphile.');
  const database = await openFilledDatabase(serverUrl, options.database);
  const started: Server[] = [];
  const track = async (starting: Promise<Server>) => {
    const server = await starting;
    started.push(server);
    return server;
  };
  try {
    const environment = createEnvironment(database.url);
    const marquee = await track(startMarquee(environment));
    const servers = new Map<string, Server>([
      ['limit', await track(startBaseline('bench/race/limit.ts', environment, '/events/10001'))],
      ['PostGraphile', await track(startBaseline('bench/postgraphile/server.mjs', environment, '/'))],
      ...(['GraphQL', 'REST, _fields', 'REST'] as const).map((name) => [name, marquee] as const),
    ]);
    const before = options.previousCheckout === '' ? null : await track(startMarquee(environment, options.previousCheckout));
    const apis: ContenderName[] = ['GraphQL', 'REST, _fields', 'REST'];
    const measured = [
      ...contenders.map((name) => ({ name: name as string, api: name, server: servers.get(name)! })),
      ...(before ? apis.map((api) => ({ name: `${api} before`, api, server: before })) : []),
    ];
    const rows: string[][] = [];
    const {
      rows: [{ used }],
    } = await database.client.query(
      "SELECT count(*)::int + (SELECT count(*)::int FROM attendee WHERE source = '' AND full_name LIKE 'Guest %') AS used FROM attendee WHERE checked_in",
    );
    const start = used as number;
    for (const race of races) {
      if (options.workloads.length > 0 && !options.workloads.includes(race.name)) continue;
      await compareResponses(race, servers, start);
      const loaded = measured.map(({ name, api, server }, index): Contender => {
        const first = race.writes ? start + 10 * COMPARED + index * NUMBERS_PER_CONTENDER : index;
        return { name, server, request: createRequests(race.of[api].request, first), database: database.client };
      });
      const measurements = await compare(loaded, options);
      const postgraphileCost = getTotalCost(measurements[contenders.indexOf('PostGraphile')]!);
      rows.push([
        race.name,
        ...measurements.map(
          (measurement, index) =>
            `${formatMicroseconds(measurement.cpu)} + ${formatMicroseconds(measurement.databaseCpu)}${index > 1 ? ` (${(getTotalCost(measurement) / postgraphileCost).toFixed(2)}×)` : ''}`,
        ),
      ]);
      printLine(rows.at(-1)!.join(' | '));
    }
    printLine(`\n### The race (${EVENTS.toLocaleString('en')} events, ${ATTENDEES.toLocaleString('en')} attendees)\n`);
    printLine('Processor time per request in µs, server + database (in parentheses: both together, relative to PostGraphile):\n');
    printTable(['', ...measured.map(({ name }) => name)], rows);
  } finally {
    for (const server of started) await server.stop();
    await database.end();
  }
}
