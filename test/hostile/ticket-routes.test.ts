import fc from 'fast-check';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createNonce } from '../../src/domains/identity/auth/nonces.ts';
import type { Role } from '../../src/domains/identity/auth/roles.ts';
import { qrKey } from '../../src/domains/tickets/qr.service.ts';
import { type ListeningSite, openListeningSite } from '../support/listening-site.ts';
import { endpointsOf, type Endpoint, type Given, type Known, requestTo } from './requests.ts';
import { sender } from './sender.ts';
import { openSession } from './session.ts';
import { storedHash } from './stored-hash.ts';
import { tryRequests } from './try-requests.ts';

const SEED = Number(process.env['HOSTILE_SEED'] ?? 20_261_121);
const RUNS = Number(process.env['HOSTILE_RUNS'] ?? 340);

/** Responses with 500 that the reference documents for client errors (tickets.md 4.5, 5). */
const documented = new Set(['invalid-attendee-id', 'ticket-does-not-exist', 'ticket-capacity-not-available']);
const ns = '/vendor/tickets/v1';

let site: ListeningSite;
let endpoints: Endpoint[];
let known: Known;
let given: Given;
let hash: () => Promise<string>;
let http: ReturnType<typeof sender>;
const logged: string[] = [];

beforeAll(async () => {
  site = await openListeningSite({ log: pino({ level: 'error' }, { write: (line: string) => logged.push(line) }) });
  http = sender(site.rest);
  const { routes } = await (await fetch(`${site.rest}/`)).json();
  endpoints = endpointsOf(routes, (route) => route.startsWith(ns));
  const { id, authorization } = await site.user('administrator');
  const post = async (path: string, body: object) => {
    const made = await fetch(site.rest + path, {
      method: 'POST',
      headers: { authorization, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    expect(made.status, path).toBeLessThan(300);
    return made;
  };
  const idOf = async (path: string, body: object) => ((await (await post(path, body)).json()) as { id: number }).id;
  const nonce = createNonce(site.site, { id, sessionToken: '' }, 'add_ticket_nonce');
  const posts = [
    await idOf('/core/v2/posts', { title: 'Evening', status: 'publish' }),
    await idOf('/core/v2/posts', { title: 'Locked', status: 'publish', password: 'secret' }),
    await idOf('/core/v2/posts', { title: 'Private', status: 'private' }),
  ];
  const tickets: number[] = [];
  for (const [at, provider] of ['rsvp', 'tc', 'tribe-commerce', 'tc', 'tc'].entries()) {
    const stock = at === 3 ? { mode: 'global', event_capacity: 20 } : { mode: 'own', capacity: 5 };
    const post_id = posts[at % posts.length];
    tickets.push(await idOf(`${ns}/tickets`, { post_id, provider, name: `T${at}`, price: '5', add_ticket_nonce: nonce, ticket: stock }));
  }
  const attendees: number[] = [];
  for (const ticket_id of tickets) attendees.push(await idOf(`${ns}/attendees`, { ticket_id, full_name: 'Ann', email: 'ann@example.org' }));
  known = { tickets, attendees, qr: attendees };
  given = {
    post_id: posts,
    ticket_id: [...tickets, ...attendees],
    full_name: ['Ann Guest', 'Øyvind'],
    email: ['ann@example.org', 'x'],
    name: ['Balcony', ''],
    price: ['5', 7.5, '', '0,0'],
    provider: ['rsvp', 'tc', 'tribe-commerce', 'woo'],
    attendee_status: ['yes', 'no', 'completed', 'refunded'],
    check_in: [true, false],
    ticket: [{ mode: 'own', capacity: 3 }, { mode: 'capped', capacity: 9, event_capacity: 4 }, { capacity: -1 }],
    tickets: [[{ ticket_id: tickets[1], quantity: 2 }], [{ ticket_id: tickets[3], quantity: 500 }]],
    meta: [[{ ticket_id: tickets[1], provider: 'tc', items: [{ seat: 4 }] }]],
    api_key: [await qrKey(site.site), 'wrong'],
  };
  hash = await storedHash(site.site);
});
afterAll(async () => {
  http.close();
  await site.close();
});

describe.each<Role | 'anonymous'>(['anonymous', 'editor', 'administrator'])('Random requests by %s to the ticket routes', (who) => {
  it(
    'never get an undocumented server error, and refused requests store nothing',
    async () => {
      const session = who === 'anonymous' ? null : await openSession(site, who);
      const signedIn = session?.headers ?? {};
      const nonces: Record<string, string[]> = {};
      for (const action of session ? ['add_ticket_nonce', 'edit_ticket_nonce', 'remove_ticket_nonce'] : [])
        nonces[action] = [createNonce(site.site, (session as NonNullable<typeof session>).viewer, action)];
      // the key of the check-in app would give any caller the rights of a manager
      const { api_key: keys = [], ...others } = given;
      const mine = { ...others, ...nonces, api_key: who === 'anonymous' ? keys.slice(1) : keys };
      const any = fc.constantFrom(...endpoints).chain((endpoint) => requestTo(endpoint, known, mine));
      const seen = new Map<string, number>();
      let before = await hash();
      await tryRequests(any, { seed: SEED, runs: RUNS, logged }, async (asked) => {
        const { status, headers, text } = await http.send(asked, signedIn);
        const code = status >= 500 ? ` ${(JSON.parse(text) as { code: string }).code}` : '';
        seen.set(`${status}${code}`, (seen.get(`${status}${code}`) ?? 0) + 1);
        const after = await hash();
        const isSame = after === before;
        before = after;
        if (status >= 500) expect(documented.has(code.slice(1)) && status === 500, text.slice(0, 500)).toBe(true);
        const isRead =
          ['GET', 'HEAD', 'OPTIONS'].includes(asked.method) && !/_method=/.test(asked.path) && !('x-http-method-override' in asked.headers);
        if (status >= 400 || (isRead && status !== 201))
          expect(isSame, `${status} and yet something is stored: ${text.slice(0, 300)}`).toBe(true);
        if (String(headers['content-type']).startsWith('application/json') && text !== '')
          expect(() => JSON.parse(text) as unknown).not.toThrow();
      });
      const counts = [...seen].sort(([a], [b]) => a.localeCompare(b)).map(([status, count]) => `${count}x ${status}`);
      process.stdout.write(`  ${who}: ${counts.join(', ')}\n`);
      // proves that the requests exercise success and refusal
      expect([...seen.keys()]).toEqual(expect.arrayContaining(['200', '400']));
      if (who !== 'anonymous') expect([...seen.keys()]).toContain('202');
      expect(logged).toEqual([]);
    },
    60_000 + RUNS * 120,
  );
});
