import { describe, expect, it } from 'vitest';
import { advertisedNamespaces } from '../../rest-map/map.ts';
import { describeRoutes } from '../../src/rest/engine/discovery.ts';
import { createOpenApiDocument } from '../../src/rest/openapi/document.ts';
import { printRoutes } from '../../src/rest/openapi/print-routes.ts';
import { itUnless } from '../support/needs.ts';
import { getMapEngine, mappedNamespaces, REST_URL } from './printed.ts';
import { listDescribedParameters, listDifferences, removeParameterNames, type PublishedOperation, surface } from './surface.ts';

interface Endpoint {
  methods: string[];
  allow_batch?: unknown;
  args: Record<string, Record<string, unknown>>;
}

const {
  router,
  pipeline: { mount },
} = getMapEngine();
const entries = new Map(router.entries.map((entry) => [removeParameterNames(entry.path), entry]));
const routes = Object.values(describeRoutes(router.entries, REST_URL)) as { endpoints: Endpoint[] }[];
const described = new Map(router.entries.map((entry, index) => [removeParameterNames(entry.path), routes[index]]));

/** Returns the described endpoint of an operation, preferably one with all its methods. */
function endpointOf({ path, methods }: PublishedOperation): Endpoint | undefined {
  const endpoints = described.get(removeParameterNames(path))?.endpoints ?? [];
  return (
    endpoints.find((endpoint) => methods.every((method) => endpoint.methods.includes(method))) ??
    endpoints.find((endpoint) => methods.some((method) => endpoint.methods.includes(method)))
  );
}

/** Namespaces whose other routes the documents do not show. */
const undocumented = new Set(['core/v2']);

/** Returns the lines between a heading and the next one. */
function sectionOf(lines: readonly string[], heading: string): string[] {
  const following = lines.slice(lines.indexOf(heading) + 1 || lines.length);
  const end = following.findIndex((line) => line.startsWith('## '));
  return end === -1 ? following : following.slice(0, end);
}

describe('Namespaces', () => {
  it('are advertised in the published order', () => {
    expect([...advertisedNamespaces]).toEqual(surface.namespaces.filter(({ advertised }) => advertised).map(({ name }) => name));
  });
  it.each(surface.namespaces.filter(({ root }) => root).map(({ name }) => name))('%s has a root', (name) => {
    expect(entries.get(`/${name}`)?.byMethod.get('GET')?.runs).toEqual({ engine: 'namespace' });
  });
});

const unpublished =
  'Not in test/contract/surface.json. If the route is to be published, add a line for it there (CONTRIBUTING, Published surface)';

describe.each(mappedNamespaces)('Routes of %j', (namespace) => {
  const operations = surface.operations.filter((operation) => operation.namespace === namespace);
  const document = createOpenApiDocument(router, { namespace, restUrl: REST_URL, title: namespace, version: '1' }) as {
    paths: Record<string, Record<string, never>>;
  };
  const paths = new Map(Object.entries(document.paths).map(([path, item]) => [removeParameterNames(path), item]));
  const table = printRoutes(router, namespace, namespace, { getArguments: () => new Map(), printAdditions: () => [] });

  it('include every published operation', () => {
    const missing = operations.flatMap(({ path, methods }) =>
      methods.filter((method) => !entries.get(removeParameterNames(path))?.byMethod.has(method)).map((method) => `${method} ${path}`),
    );
    expect(missing).toEqual([]);
  });
  it('are mounted by Sofa with the published methods and paths', () => {
    const own = mount(namespace).routes.map(({ method, path }) => `${method} ${removeParameterNames(path)}`);
    const published = operations.flatMap(({ path, methods }) => methods.map((method) => `${method} ${removeParameterNames(path)}`));
    const undocumentedOperations = router.entries
      .flatMap(({ plans }) => plans)
      .filter((plan) => undocumented.has(plan.namespace))
      .flatMap(({ methods, path }) => methods.map((method) => `${method} ${removeParameterNames(path)}`));
    expect(published.filter((operation) => !own.includes(operation))).toEqual([]);
    expect(
      own.filter((operation) => !published.includes(operation) && !undocumentedOperations.includes(operation)),
      unpublished,
    ).toEqual([]);
    expect(new Set(own).size).toBe(own.length);
  });
  it('describe every published parameter as published', () => {
    const faults = operations.flatMap((operation) => {
      const endpoint = endpointOf(operation);
      if (!endpoint) return [];
      return listDescribedParameters(operation).flatMap((parameter) => {
        const where = `${operation.methods.join(', ')} ${operation.path}: ${parameter.name}`;
        const got = endpoint.args[parameter.name];
        if (!got) return [`${where} is missing`];
        // a path parameter is always required; its description may differ
        return [
          ...(parameter.in === 'path' || got['required'] === parameter.required ? [] : [`required is ${String(got['required'])}`]),
          ...listDifferences(parameter, got),
        ].map((fault) => `${where}: ${fault}`);
      });
    });
    expect(faults).toEqual([]);
  });
  it('describe no unpublished parameter', () => {
    const extra = operations
      .filter(({ shown }) => shown !== false)
      .flatMap((operation) => {
        const known = new Set(operation.params.map(({ name }) => name));
        const places = new Set(entries.get(removeParameterNames(operation.path))?.plans[0]?.segments.map(({ name }) => name));
        return Object.keys(endpointOf(operation)?.args ?? {})
          .filter((name) => !known.has(name) && !places.has(name))
          .map((name) => `${operation.methods.join(', ')} ${operation.path}: ${name}`);
      });
    expect(extra).toEqual([]);
  });
  it('allow batches exactly as published', () => {
    const wrong = operations
      .filter((operation) => endpointOf(operation) && (endpointOf(operation)?.allow_batch !== undefined) !== operation.batch)
      .map(({ methods, path }) => `${methods.join(', ')} ${path}`);
    expect(wrong).toEqual([]);
  });
  itUnless(undocumented.has(namespace) ? 'the documents do not show the other routes of this namespace' : null, 'are all published', () => {
    const published = new Set(
      operations.flatMap(({ path, methods }) => methods.map((method) => `${method} ${removeParameterNames(path)}`)),
    );
    const additional = router.entries
      .filter((entry) => entry.namespace === namespace)
      .flatMap((entry) => entry.plans)
      .flatMap((plan) => plan.methods.map((method) => `${method} ${removeParameterNames(plan.path)}`))
      .filter((route) => !published.has(route));
    expect(additional, unpublished).toEqual([]);
  });
  it('appear in the OpenAPI document with every parameter', () => {
    const missing = operations.flatMap((operation) =>
      operation.methods.flatMap((method) => {
        const where = `${method} ${operation.path}`;
        const described = paths.get(removeParameterNames(operation.path))?.[method.toLowerCase()] as unknown as
          | {
              parameters: { name?: string; in?: string }[];
              requestBody?: { content: Record<string, { schema: { $ref?: string; properties?: object } }> };
            }
          | undefined;
        if (!described) return [where];
        const schema = described.requestBody?.content['application/json']?.schema;
        const shared = (document as unknown as { components: { schemas: Record<string, { properties?: object }> } }).components.schemas;
        const body = schema?.$ref ? shared[schema.$ref.replace('#/components/schemas/', '')] : schema;
        const names = new Set([...described.parameters.map(({ name }) => name), ...Object.keys(body?.properties ?? {})]);
        return listDescribedParameters(operation)
          .filter((parameter) => parameter.in !== 'path' && !names.has(parameter.name))
          .map(({ name }) => `${where}: ${name}`);
      }),
    );
    expect(missing).toEqual([]);
  });
  it('appear in the printed table with every parameter', () => {
    const lines = table.split('\n').map(removeParameterNames);
    const missing = operations.flatMap((operation) => {
      const plan = entries.get(removeParameterNames(operation.path))?.byMethod.get(operation.methods[0] as 'GET');
      if (!plan) return [operation.path];
      const row = lines.some((line) => line.startsWith(`| ${plan.methods.join(', ')} | \`${removeParameterNames(plan.path)}\` |`));
      const section = sectionOf(lines, `## ${plan.methods.join(', ')} \`${removeParameterNames(plan.path)}\``);
      return [
        ...(row ? [] : [plan.path]),
        ...listDescribedParameters(operation)
          .filter(({ name }) => !section.some((line) => line.startsWith(`| \`${name}\` |`)))
          .map(({ name }) => `${plan.path}: ${name}`),
      ];
    });
    expect(missing).toEqual([]);
  });
});
