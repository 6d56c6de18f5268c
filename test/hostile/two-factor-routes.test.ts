import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Role } from '../../src/domains/identity/auth/roles.ts';
import { type HostileSite, openHostileSite } from './hostile-site.ts';
import { listEndpoints, type Endpoint, generateRequest } from './requests.ts';
import { getBasicCredentials } from './session.ts';
import { tryRequests } from './try-requests.ts';

/** Printed on failure as well. Another seed explores further. */
const SEED = Number(process.env['HOSTILE_SEED'] ?? 20_261_123);
const RUNS = Number(process.env['HOSTILE_RUNS'] ?? 80);

let site: HostileSite;
let endpoints: Endpoint[];

beforeAll(async () => {
  site = await openHostileSite({ TRUST_PROXY: 'true' });
  const { routes } = await (await fetch(`${site.rest}/`)).json();
  endpoints = listEndpoints(routes, (route) => route.startsWith('/security/v1/two-fa/v2'));
  expect(new Set(endpoints.map(({ route }) => route)).size).toBe(7);
  // the first use of an application password is stored
  for (const caller of ['subscriber', 'administrator'] as const)
    await fetch(`${site.rest}/`, { headers: await getBasicCredentials(site, caller) });
});
afterAll(() => site.close());

/** Plausible values for parameters by name. */
const argumentValues = {
  user_id: [1, 2, 2_000_000_000],
  login_nonce: ['f'.repeat(64), '0'.repeat(64)],
  provider: ['email', 'totp', 'passkey'],
  token: ['12345678', '1234 5678'],
  redirect_to: ['/account', 'https://evil.example/'],
};
let addressNumber = 0;

describe('Random requests to security/v1/two-fa/v2', () => {
  it.each<Role | 'anonymous'>(['anonymous', 'subscriber', 'administrator'])(
    'by %s get documented responses and store nothing',
    async (caller) => {
      const credentials = await getBasicCredentials(site, caller);
      const statuses = new Set<number>();
      const requests = fc.constantFrom(...endpoints).chain((endpoint) => generateRequest(endpoint, {}, argumentValues));
      const before = await site.hash();
      await tryRequests(requests, { seed: SEED, runs: RUNS, logged: site.logged }, async (request) => {
        addressNumber += 1;
        const proxyHeaders = { 'x-forwarded-for': `2001:db8:${addressNumber.toString(16)}::1` };
        const { status, text } = await site.send(request, { ...credentials, ...proxyHeaders });
        statuses.add(status);
        expect(status, text.slice(0, 500)).toBeLessThan(500);
        // no sign-in has started, so every code is wrong
        expect(await site.hash(), `Status ${status}, but something was stored: ${text.slice(0, 300)}`).toBe(before);
        // a JSONP script contains the same JSON
        const json = /^\/\*\*\/[\w.]+\((.*)\)$/s.exec(text)?.[1] ?? text;
        if (status >= 400 && json !== '') expect(JSON.parse(json)).toMatchObject({ code: expect.any(String), message: expect.any(String) });
      });
      // proves that the requests exercise success and refusal
      expect([...statuses]).toEqual(expect.arrayContaining([200, 400, 403]));
      expect(site.logged).toEqual([]);
    },
    60_000 + RUNS * 200,
  );
});
