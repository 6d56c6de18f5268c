import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Role } from '../../src/domains/identity/auth/roles.ts';
import { type HostileSite, openHostileSite } from './hostile-site.ts';
import { listEndpoints, type Endpoint, type KnownIds, generateRequest } from './requests.ts';
import { openSessionHeaders } from './session.ts';
import { tryRequests } from './try-requests.ts';

/** Printed on failure as well. Another seed explores further. */
const SEED = Number(process.env['HOSTILE_SEED'] ?? 20_261_120);
const RUNS = Number(process.env['HOSTILE_RUNS'] ?? 160);

let site: HostileSite;
let endpoints: Endpoint[];
let knownIds: KnownIds;

const isCore = (route: string) => route === '/' || /^\/(core\/v2|batch\/v1|oembed\/1\.0)/.test(route);

beforeAll(async () => {
  site = await openHostileSite();
  const { routes } = await (await fetch(`${site.rest}/`)).json();
  endpoints = listEndpoints(routes, isCore);
  // endpoints that create objects, and the batch, get more requests
  const creators = endpoints.filter(({ route, method }) => method === 'POST' && !route.includes('('));
  endpoints.push(...creators, ...creators);
  const { authorization } = await site.user('editor');
  const ids: number[] = [];
  for (let n = 0; n < 24; n += 1) {
    const body = JSON.stringify({
      title: `Evening ${n}`,
      content: 'Doors at seven.',
      status: ['publish', 'draft', 'private'][n % 3],
      ...(n % 8 === 0 && { password: 'secret' }),
    });
    const response = await fetch(`${site.rest}/core/v2/posts`, {
      method: 'POST',
      headers: { authorization, 'content-type': 'application/json' },
      body,
    });
    ids.push(((await response.json()) as { id: number }).id);
  }
  const [password] = await site.site.db.sql<{ uuid: string }>('SELECT uuid FROM application_password');
  const users = await Promise.all((['administrator', 'editor', 'contributor'] as const).map((role) => site.user(role)));
  knownIds = {
    posts: ids,
    users: ['me', ...users.map(({ id }) => id)],
    categories: [1],
    tags: [2],
    'application-passwords': [password?.uuid ?? ''],
  };
  const tag = { method: 'POST', headers: { authorization, 'content-type': 'application/json' }, body: JSON.stringify({ name: 'Evening' }) };
  expect(await (await fetch(`${site.rest}/core/v2/tags`, tag)).json()).toMatchObject({ id: 2 });
  process.stdout.write(`hostile requests: seed ${SEED}, ${RUNS} runs for each caller, ${endpoints.length} endpoints\n`);
});
afterAll(() => site.close());

describe.each<Role | 'anonymous'>(['anonymous', 'contributor', 'editor', 'administrator'])('Random requests by %s', (caller) => {
  it(
    'never get a server error, and refused requests store nothing',
    async () => {
      const credentials = caller === 'anonymous' ? {} : await openSessionHeaders(site, caller);
      const requests = fc.constantFrom(...endpoints).chain((endpoint) => generateRequest(endpoint, knownIds));
      const statuses = new Map<number, number>();
      let before = await site.hash();
      await tryRequests(requests, { seed: SEED, runs: RUNS, logged: site.logged }, async (request) => {
        const { status, headers, text } = await site.send(request, credentials);
        statuses.set(status, (statuses.get(status) ?? 0) + 1);
        const after = await site.hash();
        const isUnchanged = after === before;
        before = after;
        // the documented refusal for types without trash (docs/behaviour/core-rest.md 2)
        if (!text.includes('"rest_trash_not_supported"')) expect(status, text.slice(0, 500)).toBeLessThan(500);
        expect(text).not.toContain('internal_server_error');
        if (status >= 400 || (['GET', 'HEAD', 'OPTIONS'].includes(request.method) && !mayStore(request)))
          expect(isUnchanged, `Status ${status}, but something was stored: ${text.slice(0, 300)}`).toBe(true);
        if (String(headers['content-type']).startsWith('application/json') && text !== '')
          expect(() => JSON.parse(text) as unknown).not.toThrow();
      });
      process.stdout.write(
        `  ${caller}: ${[...statuses]
          .sort(([a], [b]) => a - b)
          .map(([status, count]) => `${count}x ${status}`)
          .join(', ')}\n`,
      );
      // proves that the requests exercise success and refusal
      expect([...statuses.keys()]).toEqual(expect.arrayContaining([200, 400, 404]));
      expect(site.logged).toEqual([]);
    },
    60_000 + RUNS * 120,
  );
});

/** Tells whether a request with a reading method may store data: it overrides its method, or the preview of a link is cached. */
function mayStore({ path, headers }: { path: string; headers: Record<string, string> }): boolean {
  return path.includes('_method=') || 'x-http-method-override' in headers || path.includes('oembed/1.0/proxy');
}
