import { getIntrospectionQuery } from 'graphql';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTestApp, type TestApp } from './open-app.ts';

/*
 * The checks of graphql-cop (a Python program, which the tests cannot install), with its documents and criteria. Each check returns true if
 * the service is vulnerable.
 */

const json = (body: unknown) => ({
  method: 'POST' as const,
  url: '/graphql',
  headers: { 'content-type': 'application/json' },
  payload: JSON.stringify(body),
});
const get = (query: string) => ({ method: 'GET' as const, url: `/graphql?${new URLSearchParams({ query }).toString()}` });
const form = (query: string) => ({
  method: 'POST' as const,
  url: '/graphql',
  headers: { 'content-type': 'application/x-www-form-urlencoded' },
  payload: new URLSearchParams({ query }).toString(),
});
const repeat = (count: number, text: (n: number) => string) => Array.from({ length: count }, (_, n) => text(n)).join(' ');
const nestFields = (levels: number): string => `{ fields { type ${levels === 0 ? '{ name }' : nestFields(levels - 1)} } }`;

// oxlint-disable-next-line typescript/no-explicit-any -- tests look into responses freely
type Body = any;
type Probe = [
  name: string,
  severity: 'HIGH' | 'MEDIUM' | 'LOW' | 'INFO',
  request: ReturnType<typeof json> | ReturnType<typeof get>,
  isVulnerable: (body: Body, text: string) => boolean,
];

const probes: readonly Probe[] = [
  [
    'alias overloading',
    'HIGH',
    json({ query: `query cop { ${repeat(101, (n) => `alias${n}: __typename`)} }` }),
    ({ data }) => data?.alias100 === 'Query',
  ],
  [
    'array-based batches',
    'HIGH',
    json(Array.from({ length: 10 }, () => ({ query: 'query cop { __typename }' }))),
    (body) => Array.isArray(body) && body.length >= 10,
  ],
  ['directive overloading', 'HIGH', json({ query: `query cop { __typename ${'@aa'.repeat(10)} }` }), ({ errors }) => errors?.length === 10],
  ['repeated fields', 'HIGH', json({ query: `query cop { ${'__typename '.repeat(500)} }` }), ({ data }) => data?.__typename === 'Query'],
  [
    'circular introspection',
    'HIGH',
    json({ query: `query cop { __schema { types ${nestFields(4)} } }` }),
    ({ data }) => data?.__schema?.types?.length > 25,
  ],
  ['introspection', 'HIGH', json({ query: getIntrospectionQuery() }), ({ data }) => data?.__schema?.types?.length > 0],
  ['queries by GET', 'MEDIUM', get('query cop { __typename }'), ({ data }) => data?.__typename === 'Query'],
  ['mutations by GET', 'MEDIUM', get('mutation cop { __typename }'), ({ data }) => data?.__typename !== undefined],
  ['form posts from other sites', 'MEDIUM', form('query cop { __typename }') as never, ({ data }) => data?.__typename !== undefined],
  ['field suggestions', 'LOW', json({ query: 'query cop { __schema { directive } }' }), (_body, text) => text.includes('Did you mean')],
  ['a console', 'LOW', { ...get(''), url: '/graphiql' }, (_body, text) => text.includes('graphiql')],
  [
    'tracing',
    'INFO',
    json({ query: 'query cop { __typename }' }),
    ({ extensions, errors }) => extensions?.tracing !== undefined || errors?.[0]?.extensions?.tracing !== undefined,
  ],
  ['unhandled errors', 'INFO', json({ query: 'qwerty cop { abc }' }), (_body, text) => /exception|stack/i.test(text)],
];

/** Intended findings by mode. A session cookie alone does not authenticate, so another site can read only public data by GET. */
const intendedFindings: Readonly<Record<string, readonly string[]>> = {
  default: ['introspection', 'queries by GET', 'field suggestions'],
  production: ['queries by GET'],
};

describe.each([
  ['default', {}],
  ['production', { NODE_ENV: 'production' }],
])('graphql-cop, %s', (mode, environment: Record<string, string>) => {
  let app: TestApp;
  beforeAll(async () => {
    app = await openTestApp(environment);
  });
  afterAll(() => app.close());

  it('reports only intended findings', async () => {
    const findings: string[] = [];
    for (const [name, , request, isVulnerable] of probes) {
      const { payload } = await app.http.inject(request);
      const isJson = /^[[{]/.test(payload);
      if (isVulnerable(isJson ? JSON.parse(payload) : {}, payload)) findings.push(name);
    }
    expect(findings).toEqual(intendedFindings[mode]);
  });
});
