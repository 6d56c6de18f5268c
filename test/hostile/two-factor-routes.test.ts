import fc from 'fast-check';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Role } from '../../src/domains/identity/auth/roles.ts';
import { type ListeningSite, openListeningSite } from '../support/listening-site.ts';
import { endpointsOf, type Endpoint, requestTo } from './requests.ts';
import { sender } from './sender.ts';
import { storedHash } from './stored-hash.ts';
import { tryRequests } from './try-requests.ts';

/** Printed on failure as well. Another seed explores further. */
const SEED = Number(process.env['HOSTILE_SEED'] ?? 20_261_123);
const RUNS = Number(process.env['HOSTILE_RUNS'] ?? 80);

let site: ListeningSite;
let http: ReturnType<typeof sender>;
let hash: () => Promise<string>;
let endpoints: Endpoint[];
const logged: string[] = [];

beforeAll(async () => {
  site = await openListeningSite({
    environment: { TRUST_PROXY: 'true' },
    log: pino({ level: 'error' }, { write: (line: string) => logged.push(line) }),
  });
  http = sender(site.rest);
  const { routes } = await (await fetch(`${site.rest}/`)).json();
  endpoints = endpointsOf(routes, (route) => route.startsWith('/security/v1/two-fa/v2'));
  expect(new Set(endpoints.map(({ route }) => route)).size).toBe(7);
  // the first use of an application password is stored
  for (const who of ['subscriber', 'administrator'] as const)
    await fetch(`${site.rest}/`, { headers: { authorization: (await site.user(who)).authorization } });
  hash = await storedHash(site.site);
});
afterAll(async () => {
  http.close();
  await site.close();
});

/** Plausible values for parameters by name. */
const given = {
  user_id: [1, 2, 2_000_000_000],
  login_nonce: ['f'.repeat(64), '0'.repeat(64)],
  provider: ['email', 'totp', 'passkey'],
  token: ['12345678', '1234 5678'],
  redirect_to: ['/account', 'https://evil.example/'],
};
let address = 0;

describe('Random requests to security/v1/two-fa/v2', () => {
  it.each<Role | 'anonymous'>(['anonymous', 'subscriber', 'administrator'])(
    'by %s get documented responses and store nothing',
    async (who) => {
      const signedIn: Record<string, string> = who === 'anonymous' ? {} : { authorization: (await site.user(who)).authorization };
      const seen = new Set<number>();
      const any = fc.constantFrom(...endpoints).chain((endpoint) => requestTo(endpoint, {}, given));
      const before = await hash();
      await tryRequests(any, { seed: SEED, runs: RUNS, logged }, async (asked) => {
        address += 1;
        const from = { 'x-forwarded-for': `2001:db8:${address.toString(16)}::1` };
        const { status, text } = await http.send(asked, { ...signedIn, ...from });
        seen.add(status);
        expect(status, text.slice(0, 500)).toBeLessThan(500);
        // no sign-in has started, so every proof is wrong
        expect(await hash(), `${status} and yet something is stored: ${text.slice(0, 300)}`).toBe(before);
        // a JSONP script contains the same
        const json = /^\/\*\*\/[\w.]+\((.*)\)$/s.exec(text)?.[1] ?? text;
        if (status >= 400 && json !== '') expect(JSON.parse(json)).toMatchObject({ code: expect.any(String), message: expect.any(String) });
      });
      // proves that the requests exercise success and refusal
      expect([...seen]).toEqual(expect.arrayContaining([200, 400, 403]));
      expect(logged).toEqual([]);
    },
    60_000 + RUNS * 200,
  );
});
