import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createNonce } from '../../src/domains/identity/auth/nonces.ts';
import type { Role } from '../../src/domains/identity/auth/roles.ts';
import { getQrKey } from '../../src/domains/tickets/qr.service.ts';
import { type HostileSite, openHostileSite } from './hostile-site.ts';
import { listEndpoints, type Endpoint, type ArgumentValues, type KnownIds, generateRequest } from './requests.ts';
import { openSession } from './session.ts';
import { tryRequests } from './try-requests.ts';

const SEED = Number(process.env['HOSTILE_SEED'] ?? 20_261_121);
const RUNS = Number(process.env['HOSTILE_RUNS'] ?? 340);

/** Responses with 500 that the reference documents for client errors (docs/behaviour/tickets.md 4.5, 5). */
const documentedCodes = new Set(['invalid-attendee-id', 'ticket-does-not-exist', 'ticket-capacity-not-available']);
const ROOT = '/vendor/tickets/v1';

let site: HostileSite;
let endpoints: Endpoint[];
let knownIds: KnownIds;
let argumentValues: ArgumentValues;

beforeAll(async () => {
  site = await openHostileSite();
  const { routes } = await (await fetch(`${site.rest}/`)).json();
  endpoints = listEndpoints(routes, (route) => route.startsWith(ROOT));
  const { id, authorization } = await site.user('administrator');
  const createAndGetId = async (path: string, body: object) => {
    const response = await fetch(site.rest + path, {
      method: 'POST',
      headers: { authorization, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    expect(response.status, path).toBeLessThan(300);
    return ((await response.json()) as { id: number }).id;
  };
  const nonce = createNonce(site.site, { id, sessionToken: '' }, 'add_ticket_nonce');
  const posts = [
    await createAndGetId('/core/v2/posts', { title: 'Evening', status: 'publish' }),
    await createAndGetId('/core/v2/posts', { title: 'Locked', status: 'publish', password: 'secret' }),
    await createAndGetId('/core/v2/posts', { title: 'Private', status: 'private' }),
  ];
  const tickets: number[] = [];
  for (const [i, provider] of ['rsvp', 'tc', 'tribe-commerce', 'tc', 'tc'].entries()) {
    const stock = i === 3 ? { mode: 'global', event_capacity: 20 } : { mode: 'own', capacity: 5 };
    const post_id = posts[i % posts.length];
    tickets.push(
      await createAndGetId(`${ROOT}/tickets`, { post_id, provider, name: `T${i}`, price: '5', add_ticket_nonce: nonce, ticket: stock }),
    );
  }
  const attendees: number[] = [];
  for (const ticket_id of tickets)
    attendees.push(await createAndGetId(`${ROOT}/attendees`, { ticket_id, full_name: 'Ann', email: 'ann@example.org' }));
  knownIds = { tickets, attendees, qr: attendees };
  argumentValues = {
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
    api_key: [await getQrKey(site.site), 'wrong'],
  };
});
afterAll(() => site.close());

describe.each<Role | 'anonymous'>(['anonymous', 'editor', 'administrator'])('Random requests by %s to the ticket routes', (caller) => {
  it(
    'never get an undocumented server error, and refused requests store nothing',
    async () => {
      const session = caller === 'anonymous' ? null : await openSession(site, caller);
      const credentials = session?.headers ?? {};
      const nonces: Record<string, string[]> = {};
      for (const action of session ? ['add_ticket_nonce', 'edit_ticket_nonce', 'remove_ticket_nonce'] : [])
        nonces[action] = [createNonce(site.site, (session as NonNullable<typeof session>).viewer, action)];
      // the key of the check-in app would give any caller the rights of a manager
      const { api_key: keys = [], ...otherValues } = argumentValues;
      const callerValues = { ...otherValues, ...nonces, api_key: caller === 'anonymous' ? keys.slice(1) : keys };
      const requests = fc.constantFrom(...endpoints).chain((endpoint) => generateRequest(endpoint, knownIds, callerValues));
      const statuses = new Map<string, number>();
      let before = await site.hash();
      await tryRequests(requests, { seed: SEED, runs: RUNS, logged: site.logged }, async (request) => {
        const { status, headers, text } = await site.send(request, credentials);
        const code = status >= 500 ? ` ${(JSON.parse(text) as { code: string }).code}` : '';
        statuses.set(`${status}${code}`, (statuses.get(`${status}${code}`) ?? 0) + 1);
        const after = await site.hash();
        const isUnchanged = after === before;
        before = after;
        if (status >= 500) expect(documentedCodes.has(code.slice(1)) && status === 500, text.slice(0, 500)).toBe(true);
        const isRead =
          ['GET', 'HEAD', 'OPTIONS'].includes(request.method) &&
          !/_method=/.test(request.path) &&
          !('x-http-method-override' in request.headers);
        if (status >= 400 || (isRead && status !== 201))
          expect(isUnchanged, `Status ${status}, but something was stored: ${text.slice(0, 300)}`).toBe(true);
        if (String(headers['content-type']).startsWith('application/json') && text !== '')
          expect(() => JSON.parse(text) as unknown).not.toThrow();
      });
      const counts = [...statuses].sort(([a], [b]) => a.localeCompare(b)).map(([status, count]) => `${count}x ${status}`);
      process.stdout.write(`  ${caller}: ${counts.join(', ')}\n`);
      // proves that the requests exercise success and refusal
      expect([...statuses.keys()]).toEqual(expect.arrayContaining(['200', '400']));
      if (caller !== 'anonymous') expect([...statuses.keys()]).toContain('202');
      expect(site.logged).toEqual([]);
    },
    60_000 + RUNS * 120,
  );
});
