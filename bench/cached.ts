import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import autocannon from 'autocannon';
import { getCpu } from './cpu.ts';
import { type Server, startBaseline, startMarquee } from './server.ts';

// Compares cached responses with a Fastify server that sends the same bytes, and writes with the page cache with writes without it. Prints the CPU
// time of the server per request in microseconds, measured in short alternating rounds.
// npm exec -- node bench/cached.ts [--rounds 7] [--requests 4000]

const { values: options } = parseArgs({
  options: { rounds: { type: 'string', default: '7' }, requests: { type: 'string', default: '4000' } },
});
const [ROUNDS, REQUESTS] = [Number(options.rounds), Number(options.requests)];
/** Number of rounds before the measurement, in which the code is compiled. */
const WARM_ROUNDS = 5;
const PASSWORD = 'a'.repeat(24);
const PATHS = ['/rest/core/v2/posts/4', '/rest/core/v2/posts', '/rest/vendor/events/v1/events', '/rest/', '/', '/events/'];
const authorization = `Basic ${Buffer.from(`admin:${PASSWORD}`).toString('base64')}`;

const folder = mkdtempSync(join(tmpdir(), 'marquee-cached-'));
chmodSync(folder, 0o755);

async function startServer(name: string, isCacheOn: boolean): Promise<Server> {
  const server = await startMarquee({
    DATABASE_URL: '',
    DATA_DIRECTORY: join(folder, name),
    DEMO_DATA: 'small',
    RATE_LIMIT: '0',
    LOG_LEVEL: 'error',
    BOOTSTRAP_ADMIN_LOGIN: 'admin',
    BOOTSTRAP_ADMIN_EMAIL: 'admin@example.org',
    BOOTSTRAP_ADMIN_APPLICATION_PASSWORD: PASSWORD,
  });
  const post = (body: object) =>
    fetch(`${server.url}/rest/page-cache/v1/settings`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization },
      body: JSON.stringify(body),
    });
  if (isCacheOn) {
    await post({ easy: true });
    await post({ cache_max_time: 0 });
  }
  return server;
}

/** Returns the CPU time per request in microseconds. */
async function measureRound(server: Server, path: string, headers: Record<string, string> = {}): Promise<number> {
  const before = getCpu(server.pid);
  const result = await autocannon({ url: server.url + path, connections: 16, amount: REQUESTS, headers });
  if (result.non2xx > 0 || result.errors > 0)
    throw new Error(`${path}: ${result.non2xx} responses were not successful, ${result.errors} requests failed`);
  return (getCpu(server.pid) - before) / REQUESTS;
}

const getMedian = (values: readonly number[]): number => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
const formatCost = (microseconds: number): string => microseconds.toFixed(0);

const file = join(folder, 'response.json');
const marquee = await startServer('cached', true);
process.stdout.write(
  `load average at the start: ${loadavg()
    .map((load) => load.toFixed(1))
    .join(' ')}\n\n`,
);
process.stdout.write('| | bytes | Fastify | cached | cached / Fastify | not cached |\n|---|---|---|---|---|---|\n');
for (const path of PATHS) {
  const first = await fetch(marquee.url + path);
  const cached = await fetch(marquee.url + path);
  const text = await cached.text();
  const outcome = cached.headers.get('x-page-cache');
  if (first.status !== 200 || outcome !== 'HIT') throw new Error(`${path} is not cached: ${first.status} ${outcome}`);
  const {
    date: _date,
    connection: _connection,
    'keep-alive': _alive,
    'content-length': _length,
    ...headers
  } = Object.fromEntries(cached.headers);
  writeFileSync(file, JSON.stringify({ status: 200, headers, text }));
  const fastify = await startBaseline('bench/cached-bytes.ts', { RESPONSE: file }, '/ready');
  const costs = { fastify: [] as number[], cached: [] as number[] };
  for (let index = -WARM_ROUNDS; index < ROUNDS; index += 1) {
    const turn = [await measureRound(fastify, path), await measureRound(marquee, path)] as const;
    if (index < 0) continue;
    costs.fastify.push(turn[0]);
    costs.cached.push(turn[1]);
  }
  const before = getCpu(marquee.pid);
  const amount = 200;
  // a cookie bypasses the cache
  await autocannon({ url: marquee.url + path, connections: 16, amount, headers: { cookie: 'theirs=1' } });
  const uncachedCost = (getCpu(marquee.pid) - before) / amount;
  const [fastifyCost, cachedCost] = [getMedian(costs.fastify), getMedian(costs.cached)];
  process.stdout.write(
    `| ${path} | ${text.length} | ${formatCost(fastifyCost)} | ${formatCost(cachedCost)} | ${(cachedCost / fastifyCost).toFixed(2)}× | ${formatCost(uncachedCost)} |\n`,
  );
  await fastify.stop();
}

/** Edits a post with a different title each time. Returns the CPU time per edit in microseconds. */
async function measureEdit(server: Server): Promise<number> {
  const before = getCpu(server.pid);
  const amount = REQUESTS / 8;
  const result = await autocannon({
    url: `${server.url}/rest/core/v2/posts/4`,
    method: 'POST',
    connections: 4,
    amount,
    headers: { authorization, 'content-type': 'application/json' },
    body: JSON.stringify({ title: 'Edit [<id>]' }),
    idReplacement: true,
  });
  if (result.non2xx > 0 || result.errors > 0) throw new Error(`${result.non2xx} writes were not successful, ${result.errors} failed`);
  return (getCpu(server.pid) - before) / amount;
}

const plain = await startServer('plain', false);
const editCosts = { on: [] as number[], off: [] as number[] };
for (let index = -WARM_ROUNDS; index < ROUNDS; index += 1) {
  // fills the cache with entries that each write removes
  for (const path of PATHS) await fetch(marquee.url + path);
  const turn = [await measureEdit(marquee), await measureEdit(plain)] as const;
  if (index < 0) continue;
  editCosts.on.push(turn[0]);
  editCosts.off.push(turn[1]);
}
const [on, off] = [getMedian(editCosts.on), getMedian(editCosts.off)];
process.stdout.write(
  `\nAn edit of a post: ${formatCost(on)} µs with the page cache on, ${formatCost(off)} µs without (${(on / off).toFixed(2)}×)\n`,
);
await plain.stop();

process.stdout.write(
  `\nload average at the end: ${loadavg()
    .map((load) => load.toFixed(1))
    .join(' ')}\n`,
);
await marquee.stop();
rmSync(folder, { recursive: true });
