import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import autocannon from 'autocannon';
import { cpuOf } from './cpu.ts';
import { type Server, startBaseline, startMarquee } from './server.ts';

// Measures a cached response against Fastify sending the same bytes: microseconds of CPU per request, in short alternating rounds.
// node bench/cached.ts [--rounds 7] [--requests 4000]

const { values: options } = parseArgs({
  options: { rounds: { type: 'string', default: '7' }, requests: { type: 'string', default: '4000' } },
});
const [ROUNDS, REQUESTS] = [Number(options.rounds), Number(options.requests)];
/** Number of rounds until the code is compiled. */
const WARM = 5;
const PASSWORD = 'a'.repeat(24);
const PATHS = ['/rest/core/v2/posts/4', '/rest/core/v2/posts', '/rest/vendor/events/v1/events', '/rest/'];
const authorization = `Basic ${Buffer.from(`admin:${PASSWORD}`).toString('base64')}`;

const folder = mkdtempSync(join(tmpdir(), 'marquee-cached-'));
chmodSync(folder, 0o755);

async function prepared(): Promise<Server> {
  const server = await startMarquee({
    DATABASE_URL: '',
    DATA_DIRECTORY: join(folder, 'site'),
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
  await post({ easy: true });
  await post({ cache_max_time: 0 });
  return server;
}

async function round(server: Server, path: string, headers: Record<string, string> = {}): Promise<number> {
  const before = cpuOf(server.pid);
  const result = await autocannon({ url: server.url + path, connections: 16, amount: REQUESTS, headers });
  if (result.non2xx > 0 || result.errors > 0) throw new Error(`${path}: ${result.non2xx} answers were no success, ${result.errors} failed`);
  return (cpuOf(server.pid) - before) / REQUESTS;
}

const median = (values: readonly number[]): number => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
const shown = (microseconds: number): string => microseconds.toFixed(0);

const file = join(folder, 'answer.json');
const marquee = await prepared();
process.stdout.write(
  `load of the machine at the beginning: ${loadavg()
    .map((one) => one.toFixed(1))
    .join(' ')}\n\n`,
);
process.stdout.write('| | bytes | Fastify | kept | kept / Fastify | made anew |\n|---|---|---|---|---|---|\n');
for (const path of PATHS) {
  const first = await fetch(marquee.url + path);
  const kept = await fetch(marquee.url + path);
  const text = await kept.text();
  const outcome = kept.headers.get('x-page-cache');
  if (first.status !== 200 || outcome !== 'HIT') throw new Error(`${path} is not kept: ${first.status} ${outcome}`);
  const {
    date: _date,
    connection: _connection,
    'keep-alive': _alive,
    'content-length': _length,
    ...headers
  } = Object.fromEntries(kept.headers);
  writeFileSync(file, JSON.stringify({ status: 200, headers, text }));
  const bare = await startBaseline('bench/cached-bytes.ts', { ANSWER: file }, '/ready');
  const figures = { bare: [] as number[], kept: [] as number[], anew: [] as number[] };
  for (let at = -WARM; at < ROUNDS; at += 1) {
    const turn = [await round(bare, path), await round(marquee, path)] as const;
    if (at < 0) continue;
    figures.bare.push(turn[0]);
    figures.kept.push(turn[1]);
  }
  const before = cpuOf(marquee.pid);
  const few = 200;
  await autocannon({ url: marquee.url + path, connections: 16, amount: few, headers: { cookie: 'theirs=1' } });
  figures.anew.push((cpuOf(marquee.pid) - before) / few);
  const [one, other] = [median(figures.bare), median(figures.kept)];
  process.stdout.write(
    `| ${path} | ${text.length} | ${shown(one)} | ${shown(other)} | ${(other / one).toFixed(2)}× | ${shown(median(figures.anew))} |\n`,
  );
  await bare.stop();
}
process.stdout.write(
  `\nload of the machine at the end: ${loadavg()
    .map((one) => one.toFixed(1))
    .join(' ')}\n`,
);
await marquee.stop();
rmSync(folder, { recursive: true });
