import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { setClock, createShiftedClock } from '../../src/core/time/clock.ts';
import { isOperation } from '../../src/rest/engine/plan.ts';
import { getAnalyticsInputs } from '../contract/inputs-analytics.ts';
import { encodeQuery } from '../contract/inputs.ts';
import { getMapEngine } from '../contract/printed.ts';
import type { TestUserName } from '../support/site.ts';
import { type AnalyticsSite, D, M, openAnalyticsSite, U } from './analytics-site.ts';
import { type CallerState, mayUse, publishedCapabilities } from './published-permissions.ts';

// Calls every route in every state of the site as every caller, and compares with docs/behaviour/analytics.md 2.3.

let site: AnalyticsSite;
let tables: { name: string; copy: string }[];

beforeAll(async () => {
  site = await openAnalyticsSite();
  for (const name of ['subscriber', 'contributor', 'editor', 'administrator', 'administrator2'] as const) await site.user(name);
  const rows = await site.site.db.sql<{ name: string }>(
    `SELECT table_name AS name FROM information_schema.tables WHERE table_schema = 'public' AND table_name LIKE 'analytics\\_%' ORDER BY 1`,
  );
  tables = rows.map(({ name }) => ({ name, copy: `copy_of_${name}` }));
  expect(tables.length).toBeGreaterThan(10);
});
afterAll(async () => {
  setClock();
  await site.close();
});

/** Runs a statement on each table of the connector, in one round trip. */
const onTables = (statement: (table: { name: string; copy: string }) => string, selected = tables) =>
  site.site.db.sql(`DO $$ BEGIN ${selected.map(statement).join(' ')} END $$`, []);

const saveState = () => onTables(({ name, copy }) => `DROP TABLE IF EXISTS ${copy}; CREATE TABLE ${copy} AS TABLE ${name};`);
/** Restores the tables to which the latest request may have written. */
async function restoreState(): Promise<void> {
  const writing = site.statements.filter((text) => /\b(?:INSERT|UPDATE|DELETE)\b/i.test(text));
  const changedTables = tables.filter(({ name }) => writing.some((text) => text.includes(name)));
  if (changedTables.length > 0)
    await onTables(({ name, copy }) => `DELETE FROM ${name}; INSERT INTO ${name} SELECT * FROM ${copy};`, changedTables);
}

const callers = ['anonymous', 'subscriber', 'contributor', 'editor', 'administrator', 'administrator2'] as const;
type Caller = (typeof callers)[number];

const graphql = async (source: string, variables: Record<string, unknown> = {}, as: TestUserName = 'administrator') => {
  const { errors } = await site.graphql(source, variables, as);
  expect(errors).toEqual([]);
};
const setCredentials = (mode = 'MANAGED') =>
  graphql(`mutation { connectAnalyticsSite(clientId: "c", clientSecret: "s", mode: ${mode}) { connected } }`);
const setProperty = (propertyID = 'http://site.test/') => site.post(`${D('search-console')}/settings`, { propertyID });
const importToken = (verified: boolean) =>
  graphql(
    'mutation($verified: Boolean!) { importAnalyticsToken(accessToken: "t", expiresIn: 86400, scopes: ["openid"], verified: $verified) { authenticated } }',
    { verified },
  );
const share = (slug: string, sharedRoles: string[]) =>
  site.post(`${M}/sharing-settings`, { [slug]: { sharedRoles, management: 'all_admins' } });
const dismissSplash = async (expiration?: number) => {
  for (const as of ['contributor', 'editor', 'administrator2'] as const)
    await site.post(`${U}/dismiss-item`, { slug: 'shared_dashboard_splash', ...(expiration !== undefined && { expiration }) }, as);
};

/** A state of the site. */
interface State {
  name: string;
  /** Changes the site from the previous state to this one. */
  enter: () => Promise<unknown>;
  /** Callers to test, if the state matters only to them. */
  callers?: readonly Caller[];
  /** Properties that all callers have. */
  forAll?: Partial<CallerState>;
  /** Properties of individual callers. */
  byCaller?: Partial<Record<Caller, Partial<CallerState>>>;
}

const withToken = { administrator: { authenticated: true, verified: true } };
const setUp = { siteConnected: true, setupCompleted: true };
const sharedWith = (shared: string[]) => ({ ...withToken, contributor: { shared } });

const states: State[] = [
  { name: 'a fresh site', enter: () => site.reset() },
  { name: 'with credentials', enter: () => setCredentials(), callers: ['administrator', 'editor'], forAll: { siteConnected: true } },
  {
    name: 'with an account, but no property',
    enter: () => importToken(true),
    callers: ['administrator', 'administrator2'],
    forAll: { siteConnected: true },
    byCaller: withToken,
  },
  {
    name: 'set up by an administrator who has not proved ownership of the site',
    enter: async () => (await site.reset(), await setCredentials(), await setProperty(), await importToken(false)),
    callers: ['administrator'],
    forAll: setUp,
    byCaller: { administrator: { authenticated: true } },
  },
  {
    name: 'set up',
    enter: async () => (await importToken(true), await setProperty('sc-domain:site.test')),
    forAll: setUp,
    byCaller: withToken,
  },
  {
    name: 'with speed shared',
    enter: () => share('pagespeed-insights', ['contributor']),
    callers: ['contributor', 'editor', 'administrator'],
    forAll: setUp,
    byCaller: sharedWith(['pagespeed-insights']),
  },
  {
    name: 'with speed shared and the splash screen dismissed',
    enter: () => dismissSplash(),
    callers: ['contributor', 'administrator2'],
    forAll: setUp,
    byCaller: { ...withToken, contributor: { shared: ['pagespeed-insights'], splashDismissed: true } },
  },
  {
    name: 'with searches shared among administrators and editors, and the splash screen dismissed for an hour',
    enter: async () => {
      await share('pagespeed-insights', []);
      await share('search-console', ['editor', 'administrator']);
      await site.rest('DELETE', `${U}/dismissed-items`, { as: 'contributor', body: { data: { slugs: ['shared_dashboard_splash'] } } });
      await dismissSplash(3600);
    },
    forAll: setUp,
    byCaller: {
      contributor: { splashDismissed: true },
      editor: { shared: ['search-console'], splashDismissed: true },
      administrator: { ...withToken.administrator, shared: ['search-console'] },
      administrator2: { shared: ['search-console'], splashDismissed: true },
    },
  },
  {
    name: 'an hour later',
    enter: () => Promise.resolve(setClock(createShiftedClock(3_601_000))),
    callers: ['editor', 'administrator2'],
    forAll: setUp,
    byCaller: {
      editor: { shared: ['search-console'] },
      administrator: { ...withToken.administrator, shared: ['search-console'] },
      administrator2: { shared: ['search-console'] },
    },
  },
  {
    name: 'with a client of its own, and an account of an administrator who has become an editor',
    enter: async () => {
      await setCredentials('CUSTOM');
      await share('search-console', []);
      await site.site.db.prisma.user.update({ where: { login: 'administrator2' }, data: { role: 'administrator' } });
      await graphql(
        'mutation { importAnalyticsToken(accessToken: "t", scopes: [], verified: true) { authenticated } }',
        {},
        'administrator2',
      );
      const { id } = await site.user('administrator2');
      const { status } = await site.rest('POST', `/core/v2/users/${id}`, { as: 'administrator', body: { roles: ['editor'] } });
      expect(status).toBe(200);
    },
    callers: ['administrator', 'administrator2'],
    forAll: { ...setUp, usingBroker: false },
    byCaller: { ...withToken, administrator2: { role: 'editor', authenticated: true, verified: true } },
  },
  {
    name: 'with the client of the broker, and the account of the former administrator',
    enter: () => setCredentials(),
    callers: ['administrator2'],
    forAll: setUp,
    byCaller: { ...withToken, administrator2: { role: 'editor', authenticated: true, verified: true } },
  },
];

const stateOf = (caller: Caller, { forAll, byCaller }: State): CallerState => ({
  role: caller === 'administrator2' ? 'administrator' : caller,
  siteConnected: false,
  setupCompleted: false,
  authenticated: false,
  verified: false,
  shared: [],
  splashDismissed: false,
  usingBroker: true,
  ...forAll,
  ...byCaller?.[caller],
});

const routes = getMapEngine()
  .plans.filter(({ namespace, runs }) => namespace === 'site-analytics/v1' && isOperation(runs))
  .map(({ methods: [method = 'GET'], path }) => ({ method, path }));

async function sendRequest({ method, path }: { method: string; path: string }, as: Caller) {
  const [input = {}] = getAnalyticsInputs(path, method) ?? [];
  const filled = path.replace('{slug}', 'search-console').replace('{datapoint}', 'sites');
  return await site.rest(method, filled, {
    as: as === 'anonymous' ? undefined : as,
    ...(method === 'GET' ? { query: encodeQuery(input) } : { body: input }),
  });
}

describe('Permissions of analytics routes (docs/behaviour/analytics.md 2.2, 2.3)', () => {
  it('are documented for every route', () => {
    expect(routes.length).toBeGreaterThan(65);
    const visitor = stateOf('anonymous', { name: '', enter: () => Promise.resolve() });
    for (const { method, path } of routes) expect(mayUse(`${method} ${path}`, visitor)).toBe(false);
  });

  it.each(states)('$name', async (state) => {
    await state.enter();
    await saveState();
    const mismatches: string[] = [];
    for (const caller of state.callers ?? callers) {
      const callerState = stateOf(caller, state);
      for (const route of routes) {
        const isAllowed = mayUse(`${route.method} ${route.path}`, callerState);
        site.statements.length = 0;
        const { status, body } = await sendRequest(route, caller);
        const isRefused = body?.code === 'rest_forbidden' && status === (caller === 'anonymous' ? 401 : 403);
        if (isRefused === isAllowed)
          mismatches.push(`${caller} ${isAllowed ? 'may' : 'may not'} ${route.method} ${route.path}: ${status} ${body?.code}`);
        if (isAllowed && route.method !== 'GET') await restoreState();
      }
      if (!mayUse(`GET ${U}/permissions`, callerState)) continue;
      const { body } = await sendRequest({ method: 'GET', path: `${U}/permissions` }, caller);
      const capabilities = Object.entries(body).filter(([key]) => !key.includes('::'));
      expect(capabilities, caller).toEqual(
        Object.entries(publishedCapabilities).map(([name, rule]) => [`siteanalytics_${name}`, rule(callerState)]),
      );
    }
    expect(mismatches).toEqual([]);
  });
});
