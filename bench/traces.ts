import { type ChildProcess, fork } from 'node:child_process';
import { createServer } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import pg from 'pg';

// Measures the cost of tracing per request, off and on: microseconds of the process's CPU, on PostgreSQL. Processes alternate with blocks of requests, so that
// disturbances affect all of them.
// scripts/with-postgres.sh node bench/traces.ts [--requests 20000] [--beside <folder of another version>]

const { values: options } = parseArgs({
  options: {
    requests: { type: 'string', default: '20000' },
    beside: { type: 'string' },
    subject: { type: 'string' },
  },
});
const BLOCK = 100;
const routes = { 'a list of types (no statement)': '/rest/core/v2/types', 'ten posts (one statement)': '/rest/core/v2/posts?per_page=10' };

/** Returns the quantile of the measured values. */
function partOf(figures: readonly number[], part: number): number {
  const sorted = figures.toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length * part)] ?? 0;
}

/** Runs the measured process: the whole service of a version, called without a socket. */
async function measured(folder: string): Promise<void> {
  const load = async <Module>(file: string) => (await import(join(folder, file))) as Module;
  const { readConfig } = await load<typeof import('../src/config/config.ts')>('src/config/config.ts');
  const { openSite } = await load<typeof import('../src/open-site.ts')>('src/open-site.ts');
  const { prepareContents } = await load<typeof import('../src/first-contents.ts')>('src/first-contents.ts');
  const { createSchema } = await load<typeof import('../graphql/schema.ts')>('graphql/schema.ts');
  const { restMap } = await load<typeof import('../rest-map/map.ts')>('rest-map/map.ts');
  const { siteEngine } = await load<typeof import('../src/site-engine.ts')>('src/site-engine.ts');
  const { createApp } = await load<typeof import('../src/app.ts')>('src/app.ts');
  const config = readConfig();
  const site = await openSite(config);
  if (config.traces) {
    const { openTracing } = await load<typeof import('../src/core/tracing/open-tracing.ts')>('src/core/tracing/open-tracing.ts');
    site.tracing = await openTracing(config.traces, { version: 'measured', log: site.log });
  }
  await prepareContents(site);
  const schema = createSchema();
  const { http } = await createApp({ site, schema, rest: siteEngine(config, schema, restMap()) });
  await http.ready();
  const cost = async ({ url, count }: { url: string; count: number }): Promise<number> => {
    const before = process.cpuUsage();
    for (let n = 0; n < count; n += 1) {
      const { statusCode } = await http.inject(url);
      if (statusCode !== 200) throw new Error(`${url}: ${statusCode}`);
    }
    const { user, system } = process.cpuUsage(before);
    return (user + system) / count;
  };
  process.on('message', (wish: { url: string; count: number }) => void cost(wish).then((microseconds) => process.send?.(microseconds)));
  process.send?.('ready');
}

async function compare(): Promise<void> {
  const server = process.env['TEST_DATABASE_URL'];
  if (!server) throw new Error('TEST_DATABASE_URL is not set: scripts/with-postgres.sh does');
  const admin = new pg.Client(server);
  await admin.connect();
  const collector = createServer((request, response) => request.resume().on('end', () => response.end())).listen(0, '127.0.0.1');
  await once(collector, 'listening');
  const endpoint = `http://127.0.0.1:${(collector.address() as AddressInfo).port}`;
  const here = resolve(import.meta.dirname, '..');
  const subjects: [name: string, folder: string, environment: Record<string, string>][] = [
    ...(options.beside === undefined ? [] : ([['beside', resolve(options.beside), {}]] as [string, string, Record<string, string>][])),
    ['off', here, {}],
    [
      'on, one trace in twenty',
      here,
      { OTEL_EXPORTER_OTLP_ENDPOINT: endpoint, OTEL_TRACES_SAMPLER: 'traceidratio', OTEL_TRACES_SAMPLER_ARG: '0.05' },
    ],
    ['on, every trace', here, { OTEL_EXPORTER_OTLP_ENDPOINT: endpoint }],
  ];
  const children: { name: string; child: ChildProcess }[] = [];
  for (const [number, [name, folder, environment]] of subjects.entries()) {
    const database = `traces_${number}`;
    await admin.query(`DROP DATABASE IF EXISTS ${database}`);
    await admin.query(`CREATE DATABASE ${database}`);
    const url = Object.assign(new URL(server), { pathname: `/${database}` }).href;
    const env = {
      ...process.env,
      DATABASE_URL: url,
      SECRET_KEY: '7'.repeat(64),
      RATE_LIMIT: '0',
      LOG_LEVEL: 'error',
      REQUEST_LOG: 'on',
      DEMO_DATA: 'small',
      NODE_ENV: 'development',
      ...environment,
    };
    const child = fork(import.meta.filename, ['--subject', folder], { env });
    await once(child, 'message');
    children.push({ name, child });
  }
  const ask = async (child: ChildProcess, url: string, count: number): Promise<number> => {
    child.send({ url, count });
    const [microseconds] = (await once(child, 'message')) as [number];
    return microseconds;
  };
  for (const [title, url] of Object.entries(routes)) {
    const found = new Map<string, number[]>(children.map(({ name }) => [name, []]));
    for (const { child } of children) await ask(child, url, 10 * BLOCK);
    for (let done = 0; done < Number(options.requests); done += BLOCK) {
      for (const { name, child } of children) found.get(name)?.push(await ask(child, url, BLOCK));
    }
    process.stdout.write(`${title}\n`);
    const [first = []] = found.values();
    for (const [name, figures] of found) {
      const ratios = figures.map((figure, n) => figure / (first[n] as number));
      const [least, middle, against] = [partOf(figures, 0.1), partOf(figures, 0.5), partOf(ratios, 0.5)];
      process.stdout.write(
        `  ${name.padEnd(26)} median ${middle.toFixed(1).padStart(8)} µs, a tenth below ${least.toFixed(1).padStart(8)}, block against block ${against.toFixed(3)}\n`,
      );
    }
  }
  for (const { child } of children) child.kill();
  collector.closeAllConnections();
  collector.close();
  await admin.end();
}

await (options.subject === undefined ? compare() : measured(options.subject));
