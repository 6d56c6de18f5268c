import { serverAudits } from 'graphql-http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTestApp, type TestApp } from './open-app.ts';

/** Audits whose document reads the schema, which production allows to signed-in users only. */
const READS_SCHEMA = /allow (map|URL-encoded JSON string) \{variables\} parameter/;

describe.each([
  ['default', {}],
  ['production', { NODE_ENV: 'production' }],
])('GraphQL over HTTP, %s', (mode, environment: Record<string, string>) => {
  let app: TestApp;
  let url: string;
  beforeAll(async () => {
    app = await openTestApp(environment);
    url = `${await app.http.listen({ host: '127.0.0.1', port: 0 })}/graphql`;
  });
  afterAll(() => app.close());

  it.each(serverAudits({ url: () => url, fetchFn: fetch }).map((audit) => [audit.name, audit] as const))('%s', async (name, audit) => {
    const result = await audit.fn();
    // these audits read a type of the schema
    if (mode === 'production' && READS_SCHEMA.test(name)) return expect(result.status).not.toBe('ok');
    expect(result.status === 'ok' ? 'ok' : `${result.status}: ${result.reason}`).toBe('ok');
  });
});
