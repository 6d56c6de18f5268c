import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { readConfig } from '../../src/config/config.ts';
import { startCollector } from '../support/collector.ts';
import { createSiteDatabase, type TestDatabase } from '../support/database.ts';
import { startService } from '../support/service.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createSiteDatabase();
});
afterAll(() => database.drop());

/** Node.js options of a process that prints the OpenTelemetry packages that it loads. The process must run the sources, because built files do not show package names. */
const PRINT_LOADED = `--import data:text/javascript,${encodeURIComponent(`
  import { registerHooks } from 'node:module';
  registerHooks({ load(url, context, next) {
    const name = /@opentelemetry\\/([\\w-]+)/.exec(url)?.[1];
    if (name) process.stderr.write('LOADED ' + name + '\\n');
    return next(url, context);
  } });
`)}`;
const listLoaded = (output: string) => [...new Set(output.match(/^LOADED .*/gm) ?? [])].map((line) => line.slice('LOADED '.length)).sort();

it('Without a collector, only the OpenTelemetry packages for metrics are loaded', async () => {
  const service = await startService(database.url, { NODE_OPTIONS: PRINT_LOADED }, 'src/main.ts');
  expect((await service.rest('GET', '/core/v2/posts')).status).toBe(200);
  expect(await service.stop()).toBe(0);
  expect(listLoaded(service.output())).toEqual(['api']);
});

it('With a collector, pending spans are sent when the process stops, with the configured service name', async () => {
  const collector = await startCollector();
  const environment = {
    NODE_OPTIONS: PRINT_LOADED,
    OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
    OTEL_BSP_SCHEDULE_DELAY: '600000',
    OTEL_SERVICE_NAME: 'front door',
    OTEL_RESOURCE_ATTRIBUTES: 'deployment.environment.name=staging',
  };
  const service = await startService(database.url, environment, 'src/main.ts');
  const { headers } = await service.rest('GET', '/core/v2/posts');
  expect(collector.spans()).toEqual([]);
  expect(await service.stop()).toBe(0);
  const root = collector.spans().find(({ attributes }) => attributes['marquee.request.id'] === headers['x-request-id']);
  expect(root).toMatchObject({
    name: 'GET /rest/core/v2/posts',
    resource: { 'service.name': 'front door', 'deployment.environment.name': 'staging', 'service.version': expect.any(String) },
  });
  expect(listLoaded(service.output())).toContain('sdk-trace');
  await collector.close();
});

it('A collector that hangs or is down delays neither requests nor shutdown, and is logged once', async () => {
  const silent = createServer(() => undefined).listen(0, '127.0.0.1');
  await once(silent, 'listening');
  for (const endpoint of [`http://127.0.0.1:${(silent.address() as AddressInfo).port}`, 'http://127.0.0.1:9']) {
    const service = await startService(database.url, {
      LOG_LEVEL: 'warn',
      OTEL_EXPORTER_OTLP_ENDPOINT: endpoint,
      OTEL_EXPORTER_OTLP_TIMEOUT: '500',
      OTEL_BSP_SCHEDULE_DELAY: '50',
      OTEL_BSP_MAX_QUEUE_SIZE: '64',
    });
    for (let n = 0; n < 40; n += 1) expect((await service.rest('GET', '/core/v2/posts')).status).toBe(200);
    const startedAt = performance.now();
    expect(await service.stop()).toBe(0);
    expect(performance.now() - startedAt).toBeLessThan(15_000);
    expect(service.output().match(/traces could not be sent/g)).toHaveLength(1);
  }
  silent.closeAllConnections();
  silent.close();
}, 180_000);

it('Invalid variables for traces are reported at the start', () => {
  const endpoint = { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://localhost:4318' };
  expect(readConfig({}).traces).toBeUndefined();
  expect(readConfig({ ...endpoint, OTEL_SDK_DISABLED: 'true' }).traces).toBeUndefined();
  expect(readConfig(endpoint).traces).toMatchObject({ sampler: 'parentbased_always_on' });
  const ratio = { ...endpoint, OTEL_TRACES_SAMPLER: 'parentbased_traceidratio', OTEL_TRACES_SAMPLER_ARG: '0.05' };
  expect(readConfig(ratio).traces).toMatchObject({ sampler: 'parentbased_traceidratio', ratio: 0.05 });
  for (const [name, value] of Object.entries({
    OTEL_EXPORTER_OTLP_ENDPOINT: 'collector',
    OTEL_EXPORTER_OTLP_PROTOCOL: 'grpc',
    OTEL_TRACES_SAMPLER: 'sometimes',
    OTEL_TRACES_SAMPLER_ARG: '7',
    OTEL_BSP_MAX_QUEUE_SIZE: 'much',
  }))
    expect(() => readConfig({ ...endpoint, [name]: value }), name).toThrow(name);
});
