import { type ChildProcess, fork } from 'node:child_process';
import { createServer } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import pg from 'pg';

// Measures the CPU time of the service per request in microseconds, without and with tracing, on PostgreSQL. Each setting has its own process. The
// processes handle blocks of requests alternately, so that disturbances affect all of them.
// scripts/with-postgres.sh node bench/traces.ts [--requests 20000] [--compare <folder of another version>]

const { values: options } = parseArgs({
  options: {
    requests: { type: 'string', default: '20000' },
    compare: { type: 'string' },
    subject: { type: 'string' },
  },
});
const BLOCK = 100;
const routes = { 'a list of types (no statement)': '/rest/core/v2/types', 'ten posts (one statement)': '/rest/core/v2/posts?per_page=10' };

/** Returns the quantile of the values for a fraction from 0 to 1. */
function getQuantile(values: readonly number[], fraction: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length * fraction)] ?? 0;
}

/**
 * Runs in the measured process. Opens the service from the folder of a version, without a socket, and measures the requests that the parent process
 * specifies.
 */
async function runSubject(folder: string): Promise<void> {
  const load = async <Module>(file: string) => (await import(join(folder, file))) as Module;
  const { readConfig } = await load<typeof import('../src/config/config.ts')>('src/config/config.ts');
  const { openSite } = await load<typeof import('../src/open-site.ts')>('src/open-site.ts');
  const { prepareContent } = await load<typeof import('../src/initial-content.ts')>('src/initial-content.ts');
  const { createSchema } = await load<typeof import('../graphql/schema.ts')>('graphql/schema.ts');
  const { createRestMap } = await load<typeof import('../rest-map/map.ts')>('rest-map/map.ts');
  const { createSiteEngine } = await load<typeof import('../src/site-engine.ts')>('src/site-engine.ts');
  const { createApp } = await load<typeof import('../src/app.ts')>('src/app.ts');
  const config = readConfig();
  const site = await openSite(config);
  if (config.traces) {
    const { openTracing } = await load<typeof import('../src/core/tracing/open-tracing.ts')>('src/core/tracing/open-tracing.ts');
    site.tracing = await openTracing(config.traces, { version: 'measured', log: site.log });
  }
  await prepareContent(site);
  const schema = createSchema();
  const { http } = await createApp({ site, schema, rest: createSiteEngine(config, schema, createRestMap()) });
  await http.ready();
  const measureCost = async ({ url, count }: { url: string; count: number }): Promise<number> => {
    const before = process.cpuUsage();
    for (let n = 0; n < count; n += 1) {
      const { statusCode } = await http.inject(url);
      if (statusCode !== 200) throw new Error(`${url}: ${statusCode}`);
    }
    const { user, system } = process.cpuUsage(before);
    return (user + system) / count;
  };
  process.on(
    'message',
    (request: { url: string; count: number }) => void measureCost(request).then((microseconds) => process.send?.(microseconds)),
  );
  process.send?.('ready');
}

/** Starts a process for each version and setting, measures the processes and prints the results. */
async function compare(): Promise<void> {
  const server = process.env['TEST_DATABASE_URL'];
  if (!server) throw new Error('TEST_DATABASE_URL is not set. Run this program with scripts/with-postgres.sh, which sets it.');
  const admin = new pg.Client(server);
  await admin.connect();
  const collector = createServer((request, response) => request.resume().on('end', () => response.end())).listen(0, '127.0.0.1');
  await once(collector, 'listening');
  const endpoint = `http://127.0.0.1:${(collector.address() as AddressInfo).port}`;
  const thisVersion = resolve(import.meta.dirname, '..');
  const settings: [name: string, folder: string, environment: Record<string, string>][] = [
    ...(options.compare === undefined
      ? []
      : ([['other version', resolve(options.compare), {}]] as [string, string, Record<string, string>][])),
    ['off', thisVersion, {}],
    [
      'on, one trace in twenty',
      thisVersion,
      { OTEL_EXPORTER_OTLP_ENDPOINT: endpoint, OTEL_TRACES_SAMPLER: 'traceidratio', OTEL_TRACES_SAMPLER_ARG: '0.05' },
    ],
    ['on, every trace', thisVersion, { OTEL_EXPORTER_OTLP_ENDPOINT: endpoint }],
  ];
  const children: { name: string; child: ChildProcess }[] = [];
  for (const [number, [name, folder, environment]] of settings.entries()) {
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
  const measure = async (child: ChildProcess, url: string, count: number): Promise<number> => {
    child.send({ url, count });
    const [microseconds] = (await once(child, 'message')) as [number];
    return microseconds;
  };
  for (const [title, url] of Object.entries(routes)) {
    const costs = new Map<string, number[]>(children.map(({ name }) => [name, []]));
    for (const { child } of children) await measure(child, url, 10 * BLOCK);
    for (let done = 0; done < Number(options.requests); done += BLOCK) {
      for (const { name, child } of children) costs.get(name)?.push(await measure(child, url, BLOCK));
    }
    process.stdout.write(`${title}\n`);
    const [baseline = []] = costs.values();
    for (const [name, values] of costs) {
      const ratios = values.map((value, n) => value / (baseline[n] as number));
      const [low, median, ratio] = [getQuantile(values, 0.1), getQuantile(values, 0.5), getQuantile(ratios, 0.5)];
      process.stdout.write(
        `  ${name.padEnd(26)} median ${median.toFixed(1).padStart(8)} µs, 10th percentile ${low.toFixed(1).padStart(8)} µs, relative to the first line ${ratio.toFixed(3)}\n`,
      );
    }
  }
  for (const { child } of children) child.kill();
  collector.closeAllConnections();
  collector.close();
  await admin.end();
}

await (options.subject === undefined ? compare() : runSubject(options.subject));
