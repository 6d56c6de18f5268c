import { serverAudits } from 'graphql-http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTestApp, type TestApp } from './open-app.ts';

let app: TestApp;
let url: string;
beforeAll(async () => {
  app = await openTestApp();
  url = `${await app.http.listen({ host: '127.0.0.1', port: 0 })}/graphql`;
});
afterAll(() => app.close());

describe('GraphQL over HTTP', () => {
  it.each(serverAudits({ url: () => url, fetchFn: fetch }).map((audit) => [audit.name, audit] as const))('%s', async (_name, audit) => {
    const result = await audit.fn();
    expect(result.status === 'ok' ? 'ok' : `${result.status}: ${result.reason}`).toBe('ok');
  });
});
