import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import autocannon from 'autocannon';
import { cpuOf } from './cpu.ts';
import { type Server, startBaseline, startMarquee } from './server.ts';

// Measures a cached response against Fastify sending the same bytes, and a write with the page cache on against one without it: microseconds of CPU of
// the server per request, in short alternating rounds.
// npm exec -- node bench/cached.ts [--rounds 7] [--requests 4000]

const { values: options } = parseArgs({
  options: { rounds: { type: 'string', default: '7' }, requests: { type: 'string', default: '4000' } },
});
const [ROUNDS, REQUESTS] = [Number(options.rounds), Number(options.requests)];
/** Number of rounds until the code is compiled. */
const WARM = 5;
const PASSWORD = 'a'.repeat(24);
const PATHS = ['/rest/core/v2/posts/4', '/rest/core/v2/posts', '/rest/vendor/events/v1/events', '/rest/', '/', '/events/'];
const authorization = `Basic ${Buffer.from(`admin:${PASSWORD}`).toString('base64')}`;

const folder = mkdtempSync(join(tmpdir(), 'marquee-cached-'));
chmodSync(folder, 0o755);

async function prepared(name: string, isCacheOn: boolean): Promise<Server> {
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

async function round(server: Server, path: string, headers: Record<string, string> = {}): Promise<number> {
  const before = cpuOf(server.pid);
  const result = await autocannon({ url: server.url + path, connections: 16, amount: REQUESTS, headers });
  if (result.non2xx > 0 || result.errors > 0) throw new Error(`${path}: ${result.non2xx} answers were no success, ${result.errors} failed`);
  return (cpuOf(server.pid) - before) / REQUESTS;
}

const median = (values: readonly number[]): number => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
const shown = (microseconds: number): string => microseconds.toFixed(0);

const file = join(folder, 'answer.json');
const marquee = await prepared('cached', true);
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

/** Edits a post, with another title each time. Returns the CPU time of one edit. */
async function writes(server: Server): Promise<number> {
  const before = cpuOf(server.pid);
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
  if (result.non2xx > 0 || result.errors > 0) throw new Error(`${result.non2xx} writes were no success, ${result.errors} failed`);
  return (cpuOf(server.pid) - before) / amount;
}

const plain = await prepared('plain', false);
const written = { on: [] as number[], off: [] as number[] };
for (let at = -WARM; at < ROUNDS; at += 1) {
  // entries that each write removes
  for (const path of PATHS) await fetch(marquee.url + path);
  const turn = [await writes(marquee), await writes(plain)] as const;
  if (at < 0) continue;
  written.on.push(turn[0]);
  written.off.push(turn[1]);
}
const [on, off] = [median(written.on), median(written.off)];
process.stdout.write(`\nAn edit of a post: ${shown(on)} µs with the page cache on, ${shown(off)} µs without (${(on / off).toFixed(2)}×)\n`);
await plain.stop();

process.stdout.write(
  `\nload of the machine at the end: ${loadavg()
    .map((one) => one.toFixed(1))
    .join(' ')}\n`,
);
await marquee.stop();
rmSync(folder, { recursive: true });
