import fc from 'fast-check';
import { pino } from 'pino';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { providerFamilies } from '../../src/config/analytics.ts';
import type { Role } from '../../src/domains/identity/auth/roles.ts';
import { connectAnalytics } from '../contract/inputs-analytics.ts';
import { sendJson, type Provider, startProvider } from '../analytics/provider.ts';
import type { GraphqlReply } from '../support/site.ts';
import { type ListeningSite, openListeningSite } from '../support/listening-site.ts';
import { oddValue } from './odd-values.ts';
import { type Endpoint, endpointsOf, type HostileRequest, requestTo } from './requests.ts';
import { type Answered, sender } from './sender.ts';
import { storedHash } from './stored-hash.ts';
import { tryRequests } from './try-requests.ts';

/** Printed on failure as well. Another seed explores further. */
const SEED = Number(process.env['HOSTILE_SEED'] ?? 20_261_123);
const RUNS = Number(process.env['HOSTILE_RUNS'] ?? 150);

let site: ListeningSite;
let provider: Provider;
let http: ReturnType<typeof sender>;
let hash: () => Promise<string>;
let endpoints: Endpoint[];
const logged: string[] = [];

const callers: Role[] = ['subscriber', 'editor', 'administrator'];

async function graphql(query: string, variables: Record<string, unknown> = {}): Promise<Pick<GraphqlReply, 'errors'>> {
  const { authorization } = await site.user('administrator');
  const headers = { authorization, 'content-type': 'application/json' };
  const reply = await fetch(`${site.url}/graphql`, { method: 'POST', headers, body: JSON.stringify({ query, variables }) });
  return { errors: [], ...((await reply.json()) as Partial<GraphqlReply>) };
}

beforeAll(async () => {
  provider = await startProvider();
  // a broker receives surveys only in a connected site; without one all other data belongs to the site
  const families = providerFamilies.filter((family) => family !== 'broker');
  site = await openListeningSite({
    environment: Object.fromEntries(families.map((family) => [`ANALYTICS_${family.toUpperCase()}_URL`, provider.url])),
    log: pino({ level: 'error' }, { write: (line: string) => logged.push(line) }),
  });
  http = sender(site.rest);
  const { routes } = await (await fetch(`${site.rest}/`)).json();
  endpoints = endpointsOf(routes, (route) => route.startsWith('/site-analytics/v1'));
  expect(endpoints.length).toBe(115);
  for (const who of callers) await fetch(`${site.rest}/`, { headers: { authorization: (await site.user(who)).authorization } });
  hash = await storedHash(site.site);
});
beforeEach(async () => {
  await connectAnalytics({ graphql });
  const { authorization } = await site.user('administrator');
  const headers = { authorization, 'content-type': 'application/json' };
  const sharing = { data: { 'pagespeed-insights': { sharedRoles: ['editor'], management: 'all_admins' } } };
  await fetch(`${site.rest}/site-analytics/v1/core/modules/data/sharing-settings`, {
    method: 'POST',
    headers,
    body: JSON.stringify(sharing),
  });
});
afterAll(async () => {
  http.close();
  await site.close();
  await provider.close();
});

/** Plausible values for parameters by name. Names of `data` members are included. */
const members: Record<string, unknown[]> = {
  settings: [
    { enabled: true },
    { subscribed: true, frequency: 'monthly' },
    { widgetSlugs: ['a'], isWidgetHidden: false },
    { regions: ['de', 7] },
    {},
  ],
  slug: ['analytics-4', 'pagespeed-insights', 'shared_dashboard_splash', '', 'x'.repeat(5000), 7],
  slugs: [['a'], [], 'a b', [{}], ['analytics-4']],
  active: [true, 'false', 0],
  expiration: [60, -1, 1e15, 'soon'],
  enabled: [true, '0', 123],
  triggerID: ['opened', '\0'],
  ttl: [0, 60, 1e12, -1],
  session: [{ session_id: 'a', session_token: 'b' }, {}, 'x'],
  event: [{ survey_shown: {} }, { survey_closed: { a: [1] } }, {}],
  userID: [1, 2, 0, 2_147_483_648, '3'],
  notificationID: ['a', ''],
  notificationState: ['accepted', 'odd', '', { toString: [] }],
  propertyID: ['12', 'http://site.test/', 'sc-domain:site.test', '../x', '\ud800'],
  metrics: ['sessions', 'a b', [{ name: 'x', expression: 'y' }]],
  dimensionFilters: [{ city: { value: { toString: 1 } } }, { city: [{ toString: 1 }, null] }, { city: 7 }],
  metricFilters: [{ sessions: { value: [[]] } }, { sessions: { filterType: 'betweenFilter', from_value: { toString: 1 } } }],
  'analytics-4': [{ sharedRoles: ['editor'], management: 'odd' }, 'x', { sharedRoles: 'editor' }],
  audience: [{ displayName: 'x' }, { odd: 1 }],
  customDimension: [{ parameterName: 'x' }, 'siteanalytics_post_type'],
  resourceType: ['property', 'odd'],
  date: [20_261_101, 20_260_230, 'x'],
  siteURL: ['http://site.test/', 'not an address', 'javascript:x'],
  configuredAudiences: [['a', ''], null],
};
const data = fc.oneof(
  fc
    .subarray(Object.keys(members), { minLength: 1, maxLength: 4 })
    .chain((names) =>
      fc
        .tuple(...names.map((name) => fc.constantFrom(...(members[name] ?? [1]))))
        .map((values) => Object.fromEntries(names.map((name, at) => [name, values[at]]))),
    ),
  fc.tuple(fc.constantFrom(...Object.keys(members)), oddValue).map(([name, value]) => ({ [name]: value })),
  fc.constantFrom<unknown>([], {}, 'text', [{ slug: 'a', expiration: 5 }], [{ slug: '', expiration: 5 }], null),
);
const given = {
  ...members,
  data: fc.sample(data, { seed: SEED, numRuns: 400 }),
  query: ['hello', 'http://127.0.0.1/', '%25zz', 'http://[::1'],
  page: [0, 1, 2_147_483_648],
  per_page: [1, 100, 101],
  search: ['adm', '%_\\'],
};
const known = {
  modules: ['search-console', 'site-verification', 'analytics-4', 'adsense', 'pagespeed-insights', 'ads', 'nothing'],
  data: ['sites', 'report', 'settings', 'notifications', 'site', 'verification', 'pagespeed', 'batch-report', 'nothing'],
};

/** Odd responses of the provider. */
const oddly = fc.sample(oddValue, { seed: SEED, numRuns: 60 });
function playOdd(): void {
  let at = 0;
  for (const endpoint of ['GET', 'POST', 'PUT', 'PATCH'])
    for (const path of [
      '/webmasters/v3/sites',
      '/siteVerification/v1/webResource',
      '/pagespeedonline/v5/runPagespeed',
      '/siteVerification/v1/token',
    ])
      provider.answers(`${endpoint} ${path}`, (_request, response) => {
        at += 1;
        if (at % 5 === 0) response.socket?.destroy();
        else sendJson(response, oddly[at % oddly.length], [200, 200, 403, 500][at % 4]);
      });
}

/** Refusals that the reference documents with status 500 (analytics.md). */
const documented500 = new Set(
  (
    'unknown exception invalid_module_slug inactive_dependencies cannot_deactivate_module module_not_connected invalid_module missing_required_setting ' +
    'no_view_only_settings account_id_not_set failed_to_add_site_to_search_console invalid_analytics_4_report_metrics invalid_analytics_4_report_dimensions ' +
    'email_reporting_invite_render_failed email_reporting_unsubscribe_failed email_reporting_invalid_confirmation_batch'
  ).split(' '),
);
/** True for routes that may store a part before the refusal (4.4) or refresh the token (2.5), as documented. */
const mayStore = ({ path }: HostileRequest) =>
  /set-expirable-item-timers|\/v1\/modules\/|get-token|check-access|recover-modules/.test(path);
/** True for routes that remove data that the other requests need. Only callers without permission use them. */
const undoes = (route: string) => /\/(reset|reset-persistent|disconnect)$/.test(route);

function checkResponse({ status, text }: Answered): void {
  // a JSONP script contains the same
  const json = /^\/\*\*\/[\w.]+\((.*)\)$/s.exec(text)?.[1] ?? text;
  if (status < 400 || json === '') return;
  const body = JSON.parse(json) as { code: unknown; message: unknown };
  expect(body).toMatchObject({ message: expect.any(String) });
  // a status from the provider is also the numeric code
  if (typeof body.code === 'number') expect([status, body.code]).toEqual([body.code, status]);
  else if (status >= 500) expect([...documented500]).toContain(body.code);
}

describe('Random requests to site-analytics/v1', () => {
  it.each<Role | 'anonymous'>(['anonymous', ...callers])(
    'by %s get documented responses, and a refused request stores nothing',
    async (who) => {
      playOdd();
      const signedIn: Record<string, string> = who === 'anonymous' ? {} : { authorization: (await site.user(who)).authorization };
      const seen = new Set<number>();
      const mine = endpoints.filter(({ route }) => who !== 'administrator' || !undoes(route));
      const any = fc.constantFrom(...mine).chain((endpoint) => requestTo(endpoint, known, given));
      let before = await hash();
      await tryRequests(any, { seed: SEED, runs: RUNS, logged }, async (asked) => {
        const reply = await http.send(asked, signedIn);
        seen.add(reply.status);
        checkResponse(reply);
        const after = await hash();
        if (reply.status >= 400 && !mayStore(asked))
          expect(after, `${reply.status}, and yet something is stored: ${reply.text.slice(0, 300)}`).toBe(before);
        before = after;
      });
      // proves that the requests exercise success and refusal
      expect([...seen]).toEqual(
        expect.arrayContaining(who === 'anonymous' ? [400, 401] : who === 'administrator' ? [200, 400, 500] : [200, 400, 403]),
      );
      expect(logged).toEqual([]);
    },
    60_000 + RUNS * 200,
  );
});
