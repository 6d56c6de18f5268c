import { parseArgs } from 'node:util';
import type { Context } from '#graphql/context.ts';
import { matchRoute } from '../src/rest/engine/match.ts';
import { mountRoutes } from '../src/rest/engine/sofa.ts';
import { validateCall } from '../src/rest/engine/validate.ts';
import type { RestRequest } from '../src/rest/parameters/request.ts';
import { namespace, type RouteDefinition, untyped, value } from '../src/rest/table.ts';
import { openGardenApi } from '../test/rest/garden-api/app.ts';
import { operations, tables } from '../test/rest/garden-api/map.ts';

// Measures the REST engine without a database. Prints the CPU time per call in microseconds, the minimum of several rounds.
// node bench/engine.ts [--calls 3000] [--rounds 7]

const { values: options } = parseArgs({
  options: { calls: { type: 'string', default: '3000' }, rounds: { type: 'string', default: '7' } },
});
const CALLS = Number(options.calls);
const ROUNDS = Number(options.rounds);

/** Returns the CPU time per call in microseconds. */
async function measureCost(work: () => unknown): Promise<number> {
  let lowest = Number.POSITIVE_INFINITY;
  for (let round = 0; round < ROUNDS; round++) {
    const before = process.cpuUsage();
    for (let call = 0; call < CALLS; call++) await work();
    const { user, system } = process.cpuUsage(before);
    lowest = Math.min(lowest, (user + system) / CALLS);
  }
  return lowest;
}

async function printCost(title: string, work: () => unknown): Promise<void> {
  process.stdout.write(`${title.padEnd(58)} ${(await measureCost(work)).toFixed(1).padStart(8)} µs\n`);
}

const api = await openGardenApi();
const { engine } = api;
const context = {
  site: { log: { debug() {}, warn() {}, error() {} } },
  viewer: { signedIn: false, can: () => false },
} as unknown as Context;
const createGet = (path: string, query: Record<string, unknown> = {}): RestRequest => ({ method: 'GET', path, query, headers: {} });

process.stdout.write('An item of the test API (14 fields, 7 links)\n');
const item = createGet('/garden/v1/plants/1');
const route = matchRoute(engine.router, item);
const call = () => validateCall(route, item, context);
await printCost('  match the route', () => matchRoute(engine.router, item));
await printCost('  read and validate the parameters', call);
await printCost('  run the Sofa handler', () => engine.pipeline.finish({ log: context.site.log, request: item, call: call() }));
await printCost('  find the methods for Allow', () => engine.findAllowedMethods(route.match, item, context, { values: { id: 1 } }));
await printCost('  the whole request, injected into Fastify', () => api.app.inject({ url: '/rest/garden/v1/plants/1' }));

process.stdout.write(
  'Cost of Sofa (select variables, call the route, write the response), by the number of arguments in the request and of the route\n',
);
const createNames = (count: number) => Array.from({ length: count }, (_, index) => `p${index}`);
const wide = [0, 10, 30, 60].map((count) => ({ count, name: `wide${count}` }));
const wideMap = await openGardenApi({
  tables: [
    ...tables,
    namespace(
      'wide/v1',
      wide.map(
        ({ count, name }): RouteDefinition => [
          'GET',
          `/${name}`,
          Object.fromEntries(createNames(count).map((name) => [name, untyped()])),
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
            : `query ${name}(${createNames(count)
                .map((name) => `$${name}: JSON`)
                .join(', ')}) { echo(json: { ${createNames(count)
                .map((name) => `${name}: $${name}`)
                .join(', ')} }) }`,
        )
        .join('\n'),
    },
  ],
});
const result = { id: 1 };
const stub = mountRoutes(
  wideMap.engine.plans.filter(({ namespace: name }) => name === 'wide/v1'),
  {
    authorize: async () => {},
    resolve: async () => result,
    refuse: (_call, error) => {
      throw error;
    },
  },
);
for (const { count, name } of wide) {
  for (const used of new Set([0, Math.ceil(count / 4), count])) {
    const request = createGet(`/wide/v1/${name}`, Object.fromEntries(createNames(used).map((argument) => [argument, 'text'])));
    const wideCall = validateCall(matchRoute(wideMap.engine.router, request), request, context);
    const direct = await measureCost(async () => JSON.stringify(await (async () => result)()));
    const throughSofa = await measureCost(async () => (await stub.handle(wideCall)).text());
    process.stdout.write(
      `  ${String(used).padStart(3)} of ${String(count).padStart(2)} arguments ${(throughSofa - direct).toFixed(1).padStart(8)} µs\n`,
    );
  }
}
await wideMap.app.close();
await api.app.close();
