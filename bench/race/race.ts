import { existsSync, readFileSync } from 'node:fs';
import { isDeepStrictEqual } from 'node:util';
import pg from 'pg';
import { createBenchDatabase, environmentOf } from '../database.ts';
import { events } from '../events/data.ts';
import { type Asked, compare, type Contender, type Figures, type LoadOptions } from '../load.ts';
import { line, table } from '../report.ts';
import { type Server, startBaseline, startMarquee } from '../server.ts';
import { attendeesOfPosts } from '../tickets/data.ts';
import { type ContenderName, contenders, type Race, races } from './workloads.ts';

const EVENTS = 100_000;
const ATTENDEES = 1_000_000;
/** Number of responses per workload that are compared before the measurement. */
const COMPARED = 25;
/** Each contender uses its own range of numbers, and so does the comparison, because a write is only possible once. */
const NUMBERS_EACH = 60_000;

export interface RaceOptions extends LoadOptions {
  /** An existing filled database; by default one is created and dropped. */
  database: string;
  /** Another checkout of the service to compare with. */
  before: string;
  /** Names of workloads; empty = all. */
  of: readonly string[];
}

async function filled(serverUrl: string, url: string): Promise<{ url: string; client: pg.Client; end: () => Promise<void> }> {
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

/** Creates requests with consecutive numbers from `begin`. */
function askedFrom(request: (n: number) => Asked, begin: number): Asked {
  let n = begin;
  return {
    ...request(begin),
    next: () => {
      n += 1;
      const { path, body } = request(n);
      return { path, ...(body !== undefined && { body }) };
    },
  };
}

async function answered(server: Server, { path, method = 'GET', headers, body }: Asked) {
  const response = await fetch(server.url + path, {
    method,
    // a keep-alive connection would be closed while another contender runs
    headers: { ...headers, connection: 'close' },
    ...(body !== undefined && { body }),
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`${server.url}${path}: ${response.status} ${text.slice(0, 300)}`);
  return { body: JSON.parse(text) as never, total: response.headers.get('x-wp-total') };
}

/** Throws if the responses of the servers differ. */
async function compareResponses(race: Race, servers: ReadonlyMap<string, Server>, begin: number): Promise<void> {
  for (let n = begin; n < begin + COMPARED; n++) {
    let said: unknown;
    for (const [at, name] of contenders.entries()) {
      const { request, said: read } = race.of[name];
      // registrations can be repeated with other numbers, check-ins only happen once
      const number = race.name === 'check in' ? n + at * COMPARED : n;
      const { body, total } = await answered(servers.get(name)!, request(number));
      const answer = read(body, total);
      if (race.name === 'check in')
        for (const one of answer.nodes) for (const key of ['name', 'email', 'ticket', 'post']) delete (one as Record<string, unknown>)[key];
      said ??= answer;
      if (!isDeepStrictEqual(answer, said))
        throw new Error(
          `${race.name}: ${name} answers ${JSON.stringify(answer).slice(0, 1500)}\n, the limit ${JSON.stringify(said).slice(0, 1500)}`,
        );
    }
  }
}

const us = (value: number) => Math.round(value).toLocaleString('en');
const together = ({ cpu, databaseCpu }: Figures) => cpu + databaseCpu;

/** Compares both APIs of Marquee with PostGraphile and the limit: the same rows and responses, processor time of server and database. */
export async function measureRace(serverUrl: string, options: RaceOptions): Promise<void> {
  const program = 'bench/postgraphile/node_modules/postgraphile';
  if (!existsSync(program)) return line('\nThe race is left out: PostGraphile is installed by npm ci --prefix bench/postgraphile.');
  const database = await filled(serverUrl, options.database);
  const started: Server[] = [];
  const running = async (starting: Promise<Server>) => {
    const server = await starting;
    started.push(server);
    return server;
  };
  try {
    const environment = environmentOf(database.url);
    const marquee = await running(startMarquee(environment));
    const servers = new Map<string, Server>([
      ['limit', await running(startBaseline('bench/race/limit.ts', environment, '/events/10001'))],
      ['PostGraphile', await running(startBaseline('bench/postgraphile/server.mjs', environment, '/'))],
      ...(['GraphQL', 'REST, _fields', 'REST'] as const).map((name) => [name, marquee] as const),
    ]);
    const before = options.before === '' ? null : await running(startMarquee(environment, options.before));
    const faces: ContenderName[] = ['GraphQL', 'REST, _fields', 'REST'];
    const measured = [
      ...contenders.map((name) => ({ name: name as string, face: name, server: servers.get(name)! })),
      ...(before ? faces.map((face) => ({ name: `${face} before`, face, server: before })) : []),
    ];
    const rows: string[][] = [];
    const {
      rows: [{ used }],
    } = await database.client.query(
      "SELECT count(*)::int + (SELECT count(*)::int FROM attendee WHERE source = '' AND full_name LIKE 'Guest %') AS used FROM attendee WHERE checked_in",
    );
    let begin = used as number;
    for (const race of races) {
      if (options.of.length > 0 && !options.of.includes(race.name)) continue;
      await compareResponses(race, servers, begin);
      const parts = measured.map(({ name, face, server }, at): Contender => {
        const from = race.writes ? begin + 10 * COMPARED + at * NUMBERS_EACH : at;
        return { name, server, asked: askedFrom(race.of[face].request, from), database: database.client };
      });
      const figures = await compare(parts, options);
      const raced = together(figures[contenders.indexOf('PostGraphile')]!);
      rows.push([
        race.name,
        ...figures.map((one, at) => `${us(one.cpu)} + ${us(one.databaseCpu)}${at > 1 ? ` (${(together(one) / raced).toFixed(2)}×)` : ''}`),
      ]);
      line(rows.at(-1)!.join(' | '));
    }
    line(`\n### The race (${EVENTS.toLocaleString('en')} events, ${ATTENDEES.toLocaleString('en')} attendees)\n`);
    line('Processor time per request in µs, server + database (together, beside PostGraphile):\n');
    table(['', ...measured.map(({ name }) => name)], rows);
  } finally {
    for (const server of started) await server.stop();
    await database.end();
  }
}
