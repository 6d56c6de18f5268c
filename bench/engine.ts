import { parseArgs } from 'node:util';
import type { Context } from '#graphql/context.ts';
import { matchRoute } from '../src/rest/engine/match.ts';
import { mountRoutes } from '../src/rest/engine/sofa.ts';
import { validateCall } from '../src/rest/engine/validate.ts';
import type { RestRequest } from '../src/rest/parameters/request.ts';
import { namespace, READ, type RouteDefinition, untyped, value } from '../src/rest/table.ts';
import { openGardenApi } from '../test/rest/garden-api/app.ts';
import { operations, tables } from '../test/rest/garden-api/map.ts';

// Measures the REST engine without a database: microseconds of CPU per call, minimum of several rounds.
// node bench/engine.ts [--calls 3000]

const { values: options } = parseArgs({
  options: { calls: { type: 'string', default: '3000' }, rounds: { type: 'string', default: '7' } },
});
const CALLS = Number(options.calls);
const ROUNDS = Number(options.rounds);

async function cost(work: () => unknown): Promise<number> {
  let least = Number.POSITIVE_INFINITY;
  for (let round = 0; round < ROUNDS; round++) {
    const before = process.cpuUsage();
    for (let call = 0; call < CALLS; call++) await work();
    const { user, system } = process.cpuUsage(before);
    least = Math.min(least, (user + system) / CALLS);
  }
  return least;
}

async function line(title: string, work: () => unknown): Promise<number> {
  const microseconds = await cost(work);
  process.stdout.write(`${title.padEnd(58)} ${microseconds.toFixed(1).padStart(8)} µs\n`);
  return microseconds;
}

const api = await openGardenApi();
const { engine } = api;
const context = {
  site: { log: { debug() {}, warn() {}, error() {} } },
  viewer: { signedIn: false, can: () => false },
} as unknown as Context;
const get = (path: string, query: Record<string, unknown> = {}): RestRequest => ({ method: 'GET', path, query, headers: {} });

process.stdout.write('An item of the fictional garden (14 fields, 7 links)\n');
const item = get('/garden/v1/plants/1');
const route = matchRoute(engine.router, item);
const call = () => validateCall(route, item, context);
await line('  find the row', () => matchRoute(engine.router, item));
await line('  read and validate its parameters', call);
await line('  run it through its sofa handler', () => engine.pipeline.finish({ log: context.site.log, request: item, call: call() }));
await line('  the methods for Allow', () => engine.allowed(route.match, item, context, { values: { id: 1 } }));
await line('  the whole request, injected into Fastify', () => api.app.inject({ url: '/rest/garden/v1/plants/1' }));

process.stdout.write(
  "sofa's share: variables picked, the row called, its answer written; by arguments that the row declares and that a request gives\n",
);
const names = (count: number) => Array.from({ length: count }, (_, index) => `p${index}`);
const wide = [0, 10, 30, 60].map((count) => ({ count, name: `wide${count}` }));
const wideMap = await openGardenApi({
  tables: [
    ...tables,
    namespace(
      'wide/v1',
      wide.map(
        ({ count, name }): RouteDefinition => [
          READ,
          `/${name}`,
          Object.fromEntries(names(count).map((one) => [one, untyped()])),
          name,
          value(),
        ],
      ),
    ),
  ],
  sources: [
    operations,
    {
      file: 'wide.graphql',
      text: wide
        .map(({ count, name }) =>
          count === 0
            ? `query ${name} { echo }`
            : `query ${name}(${names(count)
                .map((one) => `$${one}: JSON`)
                .join(', ')}) { echo(json: { ${names(count)
                .map((one) => `${one}: $${one}`)
                .join(', ')} }) }`,
        )
        .join('\n'),
    },
  ],
});
const answer = { id: 1 };
const stub = mountRoutes(
  wideMap.engine.plans.filter(({ namespace: name }) => name === 'wide/v1'),
  {
    authorize: async () => {},
    resolve: async () => answer,
    refuse: (_call, error) => {
      throw error;
    },
  },
);
for (const { count, name } of wide) {
  for (const given of new Set([0, Math.ceil(count / 4), count])) {
    const asked = get(`/wide/v1/${name}`, Object.fromEntries(names(given).map((one) => [one, 'text'])));
    const prepared = validateCall(matchRoute(wideMap.engine.router, asked), asked, context);
    const direct = await cost(async () => JSON.stringify(await (async () => answer)()));
    const through = await cost(async () => (await stub.handle(prepared)).text());
    process.stdout.write(
      `  ${String(given).padStart(3)} of ${String(count).padStart(2)} arguments ${(through - direct).toFixed(1).padStart(8)} µs\n`,
    );
  }
}
await wideMap.app.close();
await api.app.close();
