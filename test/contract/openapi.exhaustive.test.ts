import SwaggerParser from '@apidevtools/swagger-parser';
import { validate } from '@readme/openapi-parser';
import { describe, expect, it } from 'vitest';
import { createDocuments } from '../../src/rest/openapi/document.ts';
import { notAccepted } from './routes-not-accepted.ts';
import { getMapEngine, mappedNamespaces, REST_URL } from './printed.ts';

const { router } = getMapEngine();
const documents = createDocuments(getMapEngine(), { restUrl: REST_URL, version: '1' });
const documentOf = (namespace: string) => structuredClone(documents.of(namespace, namespace || 'Site index'));

interface Described {
  operationId: string;
  responses: Record<string, { content?: Record<string, { example?: unknown; examples?: Record<string, { $ref?: string }> }> }>;
}

describe.each(mappedNamespaces)('OpenAPI document of %j', (namespace) => {
  it('is valid for two independent parsers', async () => {
    await expect(SwaggerParser.validate(documentOf(namespace) as never)).resolves.toBeDefined();
    expect(await validate(documentOf(namespace) as never)).toMatchObject({ valid: true });
  });
  it('has unique operation IDs', () => {
    const { paths } = documentOf(namespace) as { paths: Record<string, Record<string, { operationId: string }>> };
    const ids = Object.values(paths).flatMap((item) => Object.values(item).map(({ operationId }) => operationId));
    expect(new Set(ids).size).toBe(ids.length);
  });
  it('has no unused component', () => {
    const text = JSON.stringify(documentOf(namespace));
    const { components } = documentOf(namespace) as { components: Record<'schemas' | 'examples', object | undefined> };
    const unused = (['schemas', 'examples'] as const).flatMap((kind) =>
      Object.keys(components[kind] ?? {}).filter((name) => !text.includes(`"#/components/${kind}/${name}"`)),
    );
    expect(unused).toEqual([]);
  });
  it('shows a recorded response for every operation, except for those without a tested response', () => {
    const { paths } = documentOf(namespace) as { paths: Record<string, Record<string, Described>> };
    const plans = router.entries.filter((entry) => entry.namespace === namespace).flatMap((entry) => entry.plans);
    const routeOf = (path: string, method: string) =>
      plans.find((plan) => plan.path === path && plan.methods.some((name) => name.toLowerCase() === method))?.methods[0];
    const without = Object.entries(paths).flatMap(([path, item]) =>
      Object.entries(item).flatMap(([method, { responses }]) => {
        const success = Object.entries(responses).filter(([status]) => status.startsWith('2'));
        const isShown = success.every(([, { content = {} }]) => {
          const [first] = Object.values(content);
          return !first || first.example !== undefined || first.examples !== undefined;
        });
        return isShown ? [] : [`${routeOf(path, method)} ${path}`];
      }),
    );
    expect(without.filter((title) => !(title in notAccepted))).toEqual([]);
  });
});
