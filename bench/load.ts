import autocannon from 'autocannon';
import type pg from 'pg';
import { getTotalCpu, getDatabaseCpu, getDatabaseCpuSince } from './cpu.ts';
import type { Server } from './server.ts';

/** A request to repeat. */
export interface LoadRequest {
  path: string;
  method?: 'GET' | 'POST';
  headers?: Readonly<Record<string, string>>;
  body?: string;
  /** Returns the members that differ in each repetition. */
  next?: () => { path?: string; body?: string; headers?: Readonly<Record<string, string>> };
}

/** A server under load, with the request to send and its database. */
export interface Contender {
  name: string;
  server: Server;
  request: LoadRequest;
  database: pg.Client;
  /** Number of connections. Default: `LoadOptions.connections`. */
  connections?: number;
}

export interface Measurement {
  /** Processor time of the server and its descendants per request, in microseconds. */
  cpu: number;
  /** Processor time of the database processes per request, in microseconds. */
  databaseCpu: number;
  /** Requests per second of the median round. */
  rate: number;
  /** Latency percentiles of the median round, in milliseconds. */
  p50: number;
  p99: number;
}

export interface LoadOptions {
  rounds: number;
  /** Processor time of a round in milliseconds. It determines the number of requests per round. */
  roundMs: number;
  connections: number;
  /** Round whose processor time is reported: the median round, or the round with the lowest cost, which was disturbed least. */
  take: 'median' | 'lowest';
}

const MIN_REQUESTS = 40;
const MAX_REQUESTS = 3000;
/** Minimum duration of the warm-up, in rounds of `roundMs`. */
const WARM_ROUNDS = 3;
/** Maximum number of warm-up rounds. */
const MAX_WARM_ROUNDS = 40;
/** If the cost of a round is below this fraction of the lowest earlier cost, the code is still being compiled. */
const IMPROVEMENT = 0.98;

async function send({ server, request }: Contender, connections: number, until: { amount: number }) {
  const { path, next, method = 'GET', headers, body } = request;
  const fixed = { method, path, ...(headers && { headers: { ...headers } }), ...(body !== undefined && { body }) };
  const result = await autocannon({
    url: server.url,
    connections,
    ...until,
    timeout: 60,
    requests: [next ? { ...fixed, setupRequest: (target: object) => Object.assign(target, next()) } : fixed],
  });
  if (result.non2xx > 0 || result.errors > 0)
    throw new Error(`${server.url}${path}: ${result.non2xx} responses were not successful, ${result.errors} requests failed`);
  return result;
}

/**
 * Sends requests until the code is compiled, which takes longer for larger programs. The code counts as compiled when the last third of the rounds
 * brought no improvement. Returns the number of requests per round. It depends only on processor time, so the load of the machine does not change it.
 */
async function warmUp(contender: Contender, options: LoadOptions): Promise<number> {
  let amount = MIN_REQUESTS;
  let usedCpu = 0;
  let lowest = Number.POSITIVE_INFINITY;
  let lowestAt = 0;
  for (let rounds = 1; rounds <= MAX_WARM_ROUNDS; rounds++) {
    const { cpu, databaseCpu } = await measureRound(contender, options, amount);
    const costPerRequest = cpu + databaseCpu;
    usedCpu += costPerRequest * amount;
    amount = Math.min(MAX_REQUESTS, Math.max(MIN_REQUESTS, Math.round((options.roundMs * 1000) / costPerRequest)));
    if (cpu < lowest * IMPROVEMENT) [lowest, lowestAt] = [cpu, rounds];
    if (usedCpu >= WARM_ROUNDS * options.roundMs * 1000 && rounds > lowestAt * 1.5) break;
  }
  return amount;
}

async function measureRound(contender: Contender, { connections }: LoadOptions, amount: number): Promise<Measurement> {
  const { pid } = contender.server;
  const before = { server: getTotalCpu(pid), database: await getDatabaseCpu(contender.database) };
  const result = await send(contender, contender.connections ?? connections, { amount });
  const requests = result['2xx'];
  return {
    cpu: (getTotalCpu(pid) - before.server) / requests,
    databaseCpu: (await getDatabaseCpuSince(contender.database, before.database)) / requests,
    rate: result.requests.total / result.duration,
    p50: result.latency.p50,
    p99: result.latency.p99,
  };
}

function summarize(rounds: readonly Measurement[], take: LoadOptions['take']): Measurement {
  const sorted = (value: (round: Measurement) => number) => rounds.map(value).sort((a, b) => a - b);
  const median = (value: (round: Measurement) => number) => sorted(value)[Math.floor(rounds.length / 2)] ?? 0;
  const cost = take === 'median' ? median : (value: (round: Measurement) => number) => sorted(value)[0] ?? 0;
  return {
    cpu: cost(({ cpu }) => cpu),
    databaseCpu: cost(({ databaseCpu }) => databaseCpu),
    rate: median(({ rate }) => rate),
    p50: median(({ p50 }) => p50),
    p99: median(({ p99 }) => p99),
  };
}

/** Measures the contenders alternately, round by round, so that disturbances affect all of them. Returns a measurement for each contender. */
export async function compare(contenders: readonly Contender[], options: LoadOptions): Promise<Measurement[]> {
  const amounts: number[] = [];
  for (const contender of contenders) amounts.push(await warmUp(contender, options));
  const rounds: Measurement[][] = contenders.map(() => []);
  for (let turn = 0; turn < options.rounds; turn++) {
    for (let step = 0; step < contenders.length; step++) {
      const index = (turn + step) % contenders.length;
      rounds[index]!.push(await measureRound(contenders[index]!, options, amounts[index]!));
    }
  }
  return rounds.map((measurements) => summarize(measurements, options.take));
}
