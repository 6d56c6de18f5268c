import fc from 'fast-check';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Role } from '../../src/domains/identity/auth/roles.ts';
import { addJobs } from '../../src/domains/queue/job.service.ts';
import { forgetDone } from '../../src/domains/queue/table.ts';
import { type ListeningSite, openListeningSite } from '../support/listening-site.ts';
import { endpointsOf, type Endpoint, type Given, type HostileRequest, type Known, requestTo } from './requests.ts';
import { sender } from './sender.ts';
import { storedHash } from './stored-hash.ts';
import { tryRequests } from './try-requests.ts';

/** Printed on failure as well. Another seed explores further. */
const SEED = Number(process.env['HOSTILE_SEED'] ?? 20_261_122);
const RUNS = Number(process.env['HOSTILE_RUNS'] ?? 100);

const namespaces = ['consent-banner/v1', 'queue/v1', 'utils/v1', 'product-manager-client/v1'] as const;

/** Refusals without a status of their own: clients have always received them as a 500 (consent-queue-product.md, "[E:500]"). */
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
const storesAllTheSame = new Set(['pmc_invalid_keys', 'pmc_blog_not_found']);

let site: ListeningSite;
let http: ReturnType<typeof sender>;
let hash: () => Promise<string>;
let known: Known;
let fitting: Given;
let endpoints: Map<string, Endpoint[]>;
const logged: string[] = [];

beforeAll(async () => {
  site = await openListeningSite({ log: pino({ level: 'error' }, { write: (line: string) => logged.push(line) }) });
  http = sender(site.rest);
  const { routes } = await (await fetch(`${site.rest}/`)).json();
  endpoints = new Map(namespaces.map((name) => [name, endpointsOf(routes, (route) => route.startsWith(`/${name}/`))]));
  const jobs = Array.from({ length: 60 }, () => ({ type: 'xcb-scan', worker: 'client' as const, retries: 3, data: {} }));
  await addJobs(site.site, [...jobs, { type: 'unknown', worker: 'server', retries: 0, data: {} }]);
  const ids = (await site.site.db.prisma.queueJob.findMany({ select: { id: true } })).map(({ id }) => id);
  const slugs = ['consent-banner', 'consent-banner', 'other'];
  const given = await Promise.all(
    ['all', 'essentials'].map((decision) => consentOf({ decision, buttonClicked: 'main_all', referer: 'http://site.test/a' })),
  );
  const consents = given.map(({ consentId }) => consentId as number);
  known = {
    consent: consents,
    revision: given.map(({ revisionHash }) => revisionHash as string),
    stats: ['main', 'buttonsClicked', 'customBypass', 'other'],
    templates: ['services', 'blockers'],
    services: ['youtube', 'other'],
    'xcb-notice-states': ['modal-hint-a', 'get-pro-main-button', 'other'],
    checklist: ['scanner', 'all', 'other'],
    migration: ['v5', 'v3', 'other'],
    v5: ['cdn', 'sticky-legal-links', 'other'],
    job: ids,
    'plugin-update': slugs,
    announcement: slugs,
    feedback: slugs,
    rating: slugs,
    license: [1, 1, 2],
    telemetry: [1],
  };
  fitting = {
    decision: ['all', 'essentials', {}, { 1: [1] }, 'other', null],
    buttonClicked: ['main_all', 'ind_custom', 'other'],
    uuid: ['00000000-0000-4000-8000-000000000000', ...given.map(({ uuid }) => uuid as string)],
    ids: [[1, 2], [consents[0]], [], 'x'],
    urls: [['http://site.test/a', 'http://elsewhere.test/'], [], 'x'],
    from: ['2026-01-01', '2026-02-30', ''],
    to: ['2030-01-01', 'x'],
    ip: ['127.0.0.1', '::1', 'x'],
    json: ['{"settings":{}}', '{"cookies":[{}],"cookieGroups":{},"blocker":"x"}', 'null', '{'],
    'xcb-cookie-duration': [10, 'x', null],
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

async function consentOf(body: object): Promise<Record<string, unknown>> {
  const headers = { 'content-type': 'application/json' };
  const answer = await fetch(`${site.rest}/consent-banner/v1/consent`, { method: 'POST', headers, body: JSON.stringify(body) });
  return (await answer.json()) as Record<string, unknown>;
}

async function sendAndCheck(asked: HostileRequest, signedIn: Record<string, string>): Promise<number> {
  // finished jobs are deleted by the next request
  await forgetDone(site.site);
  const before = await hash();
  const { status, text } = await http.send(asked, signedIn);
  const code = /"code":\s*"([^"]+)"/.exec(text)?.[1] ?? '';
  expect(text).not.toContain('internal_server_error');
  // a response to HEAD has no body: only its status tells the refusal
  if (status >= 500 && asked.method !== 'HEAD') expect(documented500, text.slice(0, 500)).toContain(code);
  if (status >= 400 && !storesAllTheSame.has(code))
    expect(await hash(), `${status} and yet something is stored: ${text.slice(0, 300)}`).toBe(before);
  return status;
}

describe.each(namespaces)('Random requests to %s', (namespace) => {
  it.each<Role | 'anonymous'>(['anonymous', 'editor', 'administrator'])(
    'by %s get documented responses, and refused requests store nothing',
    async (who) => {
      const signedIn: Record<string, string> = who === 'anonymous' ? {} : { authorization: (await site.user(who)).authorization };
      const seen = new Set<number>();
      const any = fc
        .constantFrom(...(endpoints.get(namespace) ?? []))
        .chain((endpoint) => requestTo(endpoint, known, namespace === 'consent-banner/v1' ? fitting : {}));
      await tryRequests(any, { seed: SEED, runs: RUNS, logged }, async (asked) => void seen.add(await sendAndCheck(asked, signedIn)));
      // proves that the requests exercise success and refusal
      expect([...seen]).toEqual(expect.arrayContaining(who === 'administrator' ? [200, 400] : [400]));
      expect(logged).toEqual([]);
    },
    60_000 + RUNS * 200,
  );
});
