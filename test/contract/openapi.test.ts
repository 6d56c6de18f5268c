import SwaggerParser from '@apidevtools/swagger-parser';
import { validate } from '@readme/openapi-parser';
import { describe, expect, it } from 'vitest';
import { openApiDocument } from '../../src/rest/openapi/document.ts';
import { mapEngine, mappedNamespaces, REST_URL } from './printed.ts';

const { router } = mapEngine();
const documentOf = (namespace: string) =>
  structuredClone(openApiDocument(router, { namespace, restUrl: REST_URL, title: namespace || 'Site index', version: '1' }));

describe.each(mappedNamespaces)('The OpenAPI document of %j', (namespace) => {
  it('is valid for two parsers that know nothing of each other', async () => {
    await expect(SwaggerParser.validate(documentOf(namespace) as never)).resolves.toBeDefined();
    expect(await validate(documentOf(namespace) as never)).toMatchObject({ valid: true });
  });
  it('names every operation once', () => {
    const { paths } = documentOf(namespace) as { paths: Record<string, Record<string, { operationId: string }>> };
    const ids = Object.values(paths).flatMap((item) => Object.values(item).map(({ operationId }) => operationId));
    expect(new Set(ids).size).toBe(ids.length);
  });
  it('has no component that nothing points to', () => {
    const text = JSON.stringify(documentOf(namespace));
    const { components } = documentOf(namespace) as { components: { schemas: object } };
    const unused = Object.keys(components.schemas).filter((name) => !text.includes(`"#/components/schemas/${name}"`));
    expect(unused).toEqual([]);
  });
});
