import fc from 'fast-check';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { scanStatus } from '../../src/domains/compliance/compliance.settings.ts';
import { startSiteScan } from '../../src/domains/compliance/scans/scan.start.ts';
import type { Role } from '../../src/domains/identity/auth/roles.ts';
import { makeMedia, makePost, makeUser } from '../support/factories.ts';
import { type ListeningSite, openListeningSite } from '../support/listening-site.ts';
import { endpointsOf, type Endpoint, type HostileRequest, type Known, requestTo } from './requests.ts';
import { sender } from './sender.ts';
import { storedHash } from './stored-hash.ts';
import { tryRequests } from './try-requests.ts';

/** Printed on failure as well. Another seed explores further. */
const SEED = Number(process.env['HOSTILE_SEED'] ?? 20_261_122);
const RUNS = Number(process.env['HOSTILE_RUNS'] ?? 100);

const namespaces = ['compliance/v1', 'gallery-convert/v1', 'nps-survey/v1', 'theme/v1'] as const;

/** Codes of refusals in the reference. */
const documented = new Set([400, 401, 403, 404, 405, 413, 415, 429, 501]);

let site: ListeningSite;
let http: ReturnType<typeof sender>;
let hash: () => Promise<string>;
let known: Known;
let given: Record<string, readonly unknown[]>;
let endpoints: Map<string, Endpoint[]>;
const logged: string[] = [];

beforeAll(async () => {
  site = await openListeningSite({ log: pino({ level: 'error' }, { write: (line: string) => logged.push(line) }) });
  http = sender(site.rest);
  const { routes } = await (await fetch(`${site.rest}/`)).json();
  endpoints = new Map(namespaces.map((name) => [name, endpointsOf(routes, (route) => route.startsWith(`/${name}/`))]));
  const author = await makeUser(site.site, 'administrator');
  const image = await makeMedia(site.site, author);
  const withGallery = await makePost(site.site, author, { content: `[gallery ids="${image.id}"]` });
  const area = '<!-- wp:compliance/consent-area {"blockId":"a","consentedContent":"<p>yes</p>"} /-->';
  const withArea = await makePost(site.site, author, { content: area });
  await site.site.settings.set(scanStatus, 'enabled');
  for (const kind of ['scan', 'checks'] as const) await startSiteScan(site.site, author.id, { kind, isExternal: true });
  known = { 'consent-area': [withArea.id, withArea.id, withGallery.id] };
  given = {
    post_id: [withGallery.id, withArea.id],
    postId: [withGallery.id],
    selected_posttype: ['post', 'page', 'event'],
    rating: [0, 10, 11],
  };
  // the first use of an application password is stored
  for (const who of ['editor', 'administrator'] as const)
    await fetch(`${site.rest}/`, { headers: { authorization: (await site.user(who)).authorization } });
  hash = await storedHash(site.site);
});
afterAll(async () => {
  http.close();
  await site.close();
});

async function sendAndCheck(asked: HostileRequest, signedIn: Record<string, string>): Promise<number> {
  const before = await hash();
  const { status, text } = await http.send(asked, signedIn);
  if (status < 400) return status;
  expect(documented, text.slice(0, 500)).toContain(status);
  expect(text).not.toContain('internal_server_error');
  expect(await hash(), `${status} and yet something is stored: ${text.slice(0, 300)}`).toBe(before);
  return status;
}

describe.each(namespaces)('Random requests to %s', (namespace) => {
  it.each<Role | 'anonymous'>(['anonymous', 'editor', 'administrator'])(
    'by %s get documented responses, and refused requests store nothing',
    async (who) => {
      const signedIn: Record<string, string> = who === 'anonymous' ? {} : { authorization: (await site.user(who)).authorization };
      const seen = new Set<number>();
      const any = fc.constantFrom(...(endpoints.get(namespace) ?? [])).chain((endpoint) => requestTo(endpoint, known, given));
      await tryRequests(any, { seed: SEED, runs: RUNS, logged }, async (asked) => void seen.add(await sendAndCheck(asked, signedIn)));
      // proves that the requests exercise success and refusal
      const isReached = who === 'administrator' && namespace !== 'gallery-convert/v1';
      expect([...seen]).toEqual(expect.arrayContaining(isReached ? [200, 400] : [400]));
      expect(logged).toEqual([]);
    },
    60_000 + RUNS * 300,
  );
});
