import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { scanStatus } from '../../src/domains/compliance/compliance.settings.ts';
import { startSiteScan } from '../../src/domains/compliance/scans/scan.start.ts';
import type { Role } from '../../src/domains/identity/auth/roles.ts';
import { makeMedia, makePost, makeUser } from '../support/factories.ts';
import { type HostileSite, openHostileSite } from './hostile-site.ts';
import { listEndpoints, type Endpoint, type HostileRequest, type KnownIds, generateRequest } from './requests.ts';
import { getBasicCredentials } from './session.ts';
import { tryRequests } from './try-requests.ts';

/** Printed on failure as well. Another seed explores further. */
const SEED = Number(process.env['HOSTILE_SEED'] ?? 20_261_122);
const RUNS = Number(process.env['HOSTILE_RUNS'] ?? 100);

const namespaces = ['compliance/v1', 'gallery-convert/v1', 'nps-survey/v1', 'theme/v1'] as const;

/** Codes of refusals in the reference. */
const documentedStatuses = new Set([400, 401, 403, 404, 405, 413, 415, 429, 501]);

let site: HostileSite;
let knownIds: KnownIds;
let argumentValues: Record<string, readonly unknown[]>;
let endpoints: Map<string, Endpoint[]>;

beforeAll(async () => {
  site = await openHostileSite();
  const { routes } = await (await fetch(`${site.rest}/`)).json();
  endpoints = new Map(namespaces.map((name) => [name, listEndpoints(routes, (route) => route.startsWith(`/${name}/`))]));
  const author = await makeUser(site.site, 'administrator');
  const image = await makeMedia(site.site, author);
  const withGallery = await makePost(site.site, author, { content: `[gallery ids="${image.id}"]` });
  const area = '<!-- wp:compliance/consent-area {"blockId":"a","consentedContent":"<p>yes</p>"} /-->';
  const withArea = await makePost(site.site, author, { content: area });
  await site.site.settings.set(scanStatus, 'enabled');
  for (const kind of ['scan', 'checks'] as const) await startSiteScan(site.site, author.id, { kind, isExternal: true });
  knownIds = { 'consent-area': [withArea.id, withArea.id, withGallery.id] };
  argumentValues = {
    post_id: [withGallery.id, withArea.id],
    postId: [withGallery.id],
    selected_posttype: ['post', 'page', 'event'],
    rating: [0, 10, 11],
  };
  // the first use of an application password is stored
  for (const caller of ['editor', 'administrator'] as const)
    await fetch(`${site.rest}/`, { headers: await getBasicCredentials(site, caller) });
});
afterAll(() => site.close());

async function sendAndCheck(request: HostileRequest, credentials: Record<string, string>): Promise<number> {
  const before = await site.hash();
  const { status, text } = await site.send(request, credentials);
  if (status < 400) return status;
  expect(documentedStatuses, text.slice(0, 500)).toContain(status);
  expect(text).not.toContain('internal_server_error');
  expect(await site.hash(), `Status ${status}, but something was stored: ${text.slice(0, 300)}`).toBe(before);
  return status;
}

describe.each(namespaces)('Random requests to %s', (namespace) => {
  it.each<Role | 'anonymous'>(['anonymous', 'editor', 'administrator'])(
    'by %s get documented responses, and refused requests store nothing',
    async (caller) => {
      const credentials = await getBasicCredentials(site, caller);
      const statuses = new Set<number>();
      const requests = fc
        .constantFrom(...(endpoints.get(namespace) ?? []))
        .chain((endpoint) => generateRequest(endpoint, knownIds, argumentValues));
      await tryRequests(
        requests,
        { seed: SEED, runs: RUNS, logged: site.logged },
        async (request) => void statuses.add(await sendAndCheck(request, credentials)),
      );
      // proves that the requests exercise success and refusal
      const canSucceed = caller === 'administrator' && namespace !== 'gallery-convert/v1';
      expect([...statuses]).toEqual(expect.arrayContaining(canSucceed ? [200, 400] : [400]));
      expect(site.logged).toEqual([]);
    },
    60_000 + RUNS * 300,
  );
});
