import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Role } from '../../src/domains/identity/auth/roles.ts';
import { addJobs } from '../../src/domains/queue/job.service.ts';
import { deleteDoneJobs } from '../../src/domains/queue/table.ts';
import { type HostileSite, openHostileSite } from './hostile-site.ts';
import { listEndpoints, type Endpoint, type ArgumentValues, type HostileRequest, type KnownIds, generateRequest } from './requests.ts';
import { getBasicCredentials } from './session.ts';
import { tryRequests } from './try-requests.ts';

/** Printed on failure as well. Another seed explores further. */
const SEED = Number(process.env['HOSTILE_SEED'] ?? 20_261_122);
const RUNS = Number(process.env['HOSTILE_RUNS'] ?? 100);

const namespaces = ['consent-banner/v1', 'queue/v1', 'utils/v1', 'product-manager-client/v1'] as const;

/** Refusals without a status of their own: clients have always received them as a 500 (docs/behaviour/consent-queue-product.md, "[E:500]"). */
const documented500 = new Set([
  'rest_error',
  'pmc_blog_not_found',
  'pmc_none_in_usage',
  'pmc_invalid_keys',
  'pmc_not_activated',
  'xcb_consent_commit_failed',
  'rest_xcb_forbidden',
  'rest_xcb_consent_delete_failed',
  'rest_xcb_wrong_ids',
  'xcb_stats_not_found',
  'invalid_ip',
  'rest_not_found',
  'rest_invalid_url',
  'rest_invalid_domain',
  'rest_scan_without_login_error',
  'xcb_no_consents_found',
  'xcb_nav_menu_non_existing',
  'xcb_migration_failed',
  'xcb_migration_only_pro',
]);
/** Automatic updates are turned on even if the license is refused (9.3). */
const storesDespiteRefusal = new Set(['pmc_invalid_keys', 'pmc_blog_not_found']);

let site: HostileSite;
let knownIds: KnownIds;
let argumentValues: ArgumentValues;
let endpoints: Map<string, Endpoint[]>;

beforeAll(async () => {
  site = await openHostileSite();
  const { routes } = await (await fetch(`${site.rest}/`)).json();
  endpoints = new Map(namespaces.map((name) => [name, listEndpoints(routes, (route) => route.startsWith(`/${name}/`))]));
  const jobs = Array.from({ length: 60 }, () => ({ type: 'xcb-scan', worker: 'client' as const, retries: 3, data: {} }));
  await addJobs(site.site, [...jobs, { type: 'unknown', worker: 'server', retries: 0, data: {} }]);
  const jobIds = (await site.site.db.prisma.queueJob.findMany({ select: { id: true } })).map(({ id }) => id);
  const slugs = ['consent-banner', 'consent-banner', 'other'];
  const responses = await Promise.all(
    ['all', 'essentials'].map((decision) => giveConsent({ decision, buttonClicked: 'main_all', referer: 'http://site.test/a' })),
  );
  const consentIds = responses.map(({ consentId }) => consentId as number);
  knownIds = {
    consent: consentIds,
    revision: responses.map(({ revisionHash }) => revisionHash as string),
    stats: ['main', 'buttonsClicked', 'customBypass', 'other'],
    templates: ['services', 'blockers'],
    services: ['youtube', 'other'],
    'xcb-notice-states': ['modal-hint-a', 'get-pro-main-button', 'other'],
    checklist: ['scanner', 'all', 'other'],
    migration: ['v5', 'v3', 'other'],
    v5: ['cdn', 'sticky-legal-links', 'other'],
    job: jobIds,
    'plugin-update': slugs,
    announcement: slugs,
    feedback: slugs,
    rating: slugs,
    license: [1, 1, 2],
    telemetry: [1],
  };
  argumentValues = {
    decision: ['all', 'essentials', {}, { 1: [1] }, 'other', null],
    buttonClicked: ['main_all', 'ind_custom', 'other'],
    uuid: ['00000000-0000-4000-8000-000000000000', ...responses.map(({ uuid }) => uuid as string)],
    ids: [[1, 2], [consentIds[0]], [], 'x'],
    urls: [['http://site.test/a', 'http://elsewhere.test/'], [], 'x'],
    from: ['2026-01-01', '2026-02-30', ''],
    to: ['2030-01-01', 'x'],
    ip: ['127.0.0.1', '::1', 'x'],
    json: ['{"settings":{}}', '{"cookies":[{}],"cookieGroups":{},"blocker":"x"}', 'null', '{'],
    'xcb-cookie-duration': [10, 'x', null],
  };
  // the first use of an application password is stored
  for (const caller of ['editor', 'administrator'] as const)
    await fetch(`${site.rest}/`, { headers: await getBasicCredentials(site, caller) });
});
afterAll(() => site.close());

async function giveConsent(body: object): Promise<Record<string, unknown>> {
  const headers = { 'content-type': 'application/json' };
  const response = await fetch(`${site.rest}/consent-banner/v1/consent`, { method: 'POST', headers, body: JSON.stringify(body) });
  return (await response.json()) as Record<string, unknown>;
}

async function sendAndCheck(request: HostileRequest, credentials: Record<string, string>): Promise<number> {
  // finished jobs are deleted by the next request
  await deleteDoneJobs(site.site);
  const before = await site.hash();
  const { status, text } = await site.send(request, credentials);
  const code = /"code":\s*"([^"]+)"/.exec(text)?.[1] ?? '';
  expect(text).not.toContain('internal_server_error');
  // a response to HEAD has no body, so it has no code
  if (status >= 500 && request.method !== 'HEAD') expect(documented500, text.slice(0, 500)).toContain(code);
  if (status >= 400 && !storesDespiteRefusal.has(code))
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
        .chain((endpoint) => generateRequest(endpoint, knownIds, namespace === 'consent-banner/v1' ? argumentValues : {}));
      await tryRequests(
        requests,
        { seed: SEED, runs: RUNS, logged: site.logged },
        async (request) => void statuses.add(await sendAndCheck(request, credentials)),
      );
      // proves that the requests exercise success and refusal
      expect([...statuses]).toEqual(expect.arrayContaining(caller === 'administrator' ? [200, 400] : [400]));
      expect(site.logged).toEqual([]);
    },
    60_000 + RUNS * 200,
  );
});
