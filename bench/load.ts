import autocannon from 'autocannon';
import type pg from 'pg';
import { cpuOfAll, databaseCpuOf, spentSince } from './cpu.ts';
import type { Server } from './server.ts';

/** A request, or a new one for each call (`next`), for writes. */
export interface Asked {
  path: string;
  method?: 'GET' | 'POST';
  headers?: Readonly<Record<string, string>>;
  body?: string;
  next?: () => { path?: string; body?: string; headers?: Readonly<Record<string, string>> };
}

/** A server under load with its requests and its database. */
export interface Contender {
  name: string;
  server: Server;
  asked: Asked;
  database: pg.Client;
  /** Number of connections; by default that of the options. */
  connections?: number;
}

export interface Figures {
  /** Processor time per request in microseconds: of the server with its descendants, and of the database processes. */
  cpu: number;
  databaseCpu: number;
  /** Requests per second, and milliseconds, of the median round. */
  rate: number;
  p50: number;
  p99: number;
}

export interface LoadOptions {
  rounds: number;
  roundMs: number;
  connections: number;
  /** Round that is reported: the median, or the one with the least disturbance. */
  take: 'median' | 'lowest';
}

const LEAST_REQUESTS = 40;
const MAX_REQUESTS = 3000;
/** Minimum and maximum numbers of warm-up rounds. */
const WARM_ROUNDS = 3;
const MAX_WARM_ROUNDS = 40;
/** A round below this fraction of the cheapest earlier one shows that compilation continues. */
const WORTH = 0.98;

async function send({ server, asked }: Contender, connections: number, until: { amount: number }) {
  const { path, next, method = 'GET', headers, body } = asked;
  const fixed = { method, path, ...(headers && { headers: { ...headers } }), ...(body !== undefined && { body }) };
  const result = await autocannon({
    url: server.url,
    connections,
    ...until,
    timeout: 60,
    requests: [next ? { ...fixed, setupRequest: (request: object) => Object.assign(request, next()) } : fixed],
  });
  if (result.non2xx > 0 || result.errors > 0)
    throw new Error(`${server.url}${path}: ${result.non2xx} answers were no success, ${result.errors} failed`);
  return result;
}

/**
 * Runs until the code is compiled, which takes longer for larger programs: until a third of the rounds brought no improvement. Returns the number of requests
 * per round by processor time, which is independent of the load of the machine.
 */
async function warmUp(contender: Contender, options: LoadOptions): Promise<number> {
  let amount = LEAST_REQUESTS;
  let spent = 0;
  let lowest = Number.POSITIVE_INFINITY;
  let lowestAt = 0;
  for (let rounds = 1; rounds <= MAX_WARM_ROUNDS; rounds++) {
    const { cpu, databaseCpu } = await round(contender, options, amount);
    const each = cpu + databaseCpu;
    spent += each * amount;
    amount = Math.min(MAX_REQUESTS, Math.max(LEAST_REQUESTS, Math.round((options.roundMs * 1000) / each)));
    if (cpu < lowest * WORTH) [lowest, lowestAt] = [cpu, rounds];
    if (spent >= WARM_ROUNDS * options.roundMs * 1000 && rounds > lowestAt * 1.5) break;
  }
  return amount;
}

async function round(contender: Contender, { connections }: LoadOptions, amount: number): Promise<Figures> {
  const { pid } = contender.server;
  const before = { server: cpuOfAll(pid), database: await databaseCpuOf(contender.database) };
  const result = await send(contender, contender.connections ?? connections, { amount });
  const requests = result['2xx'];
  return {
    cpu: (cpuOfAll(pid) - before.server) / requests,
    databaseCpu: (await spentSince(contender.database, before.database)) / requests,
    rate: result.requests.total / result.duration,
    p50: result.latency.p50,
    p99: result.latency.p99,
  };
}

function figureOf(rounds: readonly Figures[], take: LoadOptions['take']): Figures {
  const sorted = (of: (one: Figures) => number) => rounds.map(of).sort((a, b) => a - b);
  const middle = (of: (one: Figures) => number) => sorted(of)[Math.floor(rounds.length / 2)] ?? 0;
  const cost = take === 'median' ? middle : (of: (one: Figures) => number) => sorted(of)[0] ?? 0;
  return {
    cpu: cost((one) => one.cpu),
    databaseCpu: cost((one) => one.databaseCpu),
    rate: middle((one) => one.rate),
    p50: middle((one) => one.p50),
    p99: middle((one) => one.p99),
  };
}

/** Loads the contenders alternately, round by round, so that disturbances affect all of them. */
export async function compare(contenders: readonly Contender[], options: LoadOptions): Promise<Figures[]> {
  const amounts: number[] = [];
  for (const contender of contenders) amounts.push(await warmUp(contender, options));
  const rounds: Figures[][] = contenders.map(() => []);
  for (let turn = 0; turn < options.rounds; turn++) {
    for (let step = 0; step < contenders.length; step++) {
      const at = (turn + step) % contenders.length;
      rounds[at]!.push(await round(contenders[at]!, options, amounts[at]!));
    }
  }
  return rounds.map((one) => figureOf(one, options.take));
}
