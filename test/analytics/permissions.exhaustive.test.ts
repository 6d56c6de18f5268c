import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { setClock, shiftedBy } from '../../src/core/time/clock.ts';
import { isOperation } from '../../src/rest/engine/plan.ts';
import { inputsOfAnalytics } from '../contract/inputs-analytics.ts';
import { queryOf } from '../contract/inputs.ts';
import { mapEngine } from '../contract/printed.ts';
import type { TestUserName } from '../support/site.ts';
import { type AnalyticsSite, D, M, openAnalyticsSite, U } from './analytics-site.ts';
import { type Known, mayUse, publishedCapabilities } from './published-permissions.ts';

// Calls every route in every state of the site as every caller, and compares with analytics.md 2.3.

let site: AnalyticsSite;
let kept: { name: string; copy: string }[];

beforeAll(async () => {
  site = await openAnalyticsSite();
  for (const name of ['subscriber', 'contributor', 'editor', 'administrator', 'administrator2'] as const) await site.user(name);
  const tables = await site.site.db.sql<{ name: string }>(
    `SELECT table_name AS name FROM information_schema.tables WHERE table_schema = 'public' AND table_name LIKE 'analytics\\_%' ORDER BY 1`,
  );
  kept = tables.map(({ name }) => ({ name, copy: `kept_${name}` }));
  expect(kept.length).toBeGreaterThan(10);
});
afterAll(async () => {
  setClock();
  await site.close();
});

/** Runs a statement on each table of the connector, in one round trip. */
const onTables = (statement: (one: { name: string; copy: string }) => string, tables = kept) =>
  site.site.db.sql(`DO $$ BEGIN ${tables.map(statement).join(' ')} END $$`, []);

const keepState = () => onTables(({ name, copy }) => `DROP TABLE IF EXISTS ${copy}; CREATE TABLE ${copy} AS TABLE ${name};`);
/** Restores the tables to which the latest request may have written. */
async function restoreState(): Promise<void> {
  const writing = site.statements.filter((text) => /\b(?:INSERT|UPDATE|DELETE)\b/i.test(text));
  const written = kept.filter(({ name }) => writing.some((text) => text.includes(name)));
  if (written.length > 0) await onTables(({ name, copy }) => `DELETE FROM ${name}; INSERT INTO ${name} SELECT * FROM ${copy};`, written);
}

const callers = ['anonymous', 'subscriber', 'contributor', 'editor', 'administrator', 'administrator2'] as const;
type Caller = (typeof callers)[number];

const graphql = async (source: string, variables: Record<string, unknown> = {}, as: TestUserName = 'administrator') => {
  const { errors } = await site.graphql(source, variables, as);
  expect(errors).toEqual([]);
};
const credentials = (mode = 'MANAGED') =>
  graphql(`mutation { connectAnalyticsSite(clientId: "c", clientSecret: "s", mode: ${mode}) { connected } }`);
const property = (propertyID = 'http://site.test/') => site.post(`${D('search-console')}/settings`, { propertyID });
const token = (verified: boolean) =>
  graphql(
    'mutation($verified: Boolean!) { importAnalyticsToken(accessToken: "t", expiresIn: 86400, scopes: ["openid"], verified: $verified) { authenticated } }',
    {
      verified,
    },
  );
const share = (slug: string, sharedRoles: string[]) =>
  site.post(`${M}/sharing-settings`, { [slug]: { sharedRoles, management: 'all_admins' } });
const dismissSplash = async (expiration?: number) => {
  for (const as of ['contributor', 'editor', 'administrator2'] as const)
    await site.post(`${U}/dismiss-item`, { slug: 'shared_dashboard_splash', ...(expiration !== undefined && { expiration }) }, as);
};

/** A state of the site: what holds for everyone and for single callers. */
interface State {
  name: string;
  /** Builds the state from the previous one. */
  make: () => Promise<unknown>;
  /** Callers to test, if the state matters only to them. */
  asked?: readonly Caller[];
  everybody?: Partial<Known>;
  of?: Partial<Record<Caller, Partial<Known>>>;
}

const withToken = { administrator: { authenticated: true, verified: true } };
const setUp = { siteConnected: true, setupCompleted: true };
const sharedWith = (shared: string[]) => ({ ...withToken, contributor: { shared } });

const states: State[] = [
  { name: 'a fresh site', make: () => site.reset() },
  { name: 'with credentials', make: () => credentials(), asked: ['administrator', 'editor'], everybody: { siteConnected: true } },
  {
    name: 'with an account, but no property',
    make: () => token(true),
    asked: ['administrator', 'administrator2'],
    everybody: { siteConnected: true },
    of: withToken,
  },
  {
    name: 'set up by someone who has not proved to own it',
    make: async () => (await site.reset(), await credentials(), await property(), await token(false)),
    asked: ['administrator'],
    everybody: setUp,
    of: { administrator: { authenticated: true } },
  },
  { name: 'set up', make: async () => (await token(true), await property('sc-domain:site.test')), everybody: setUp, of: withToken },
  {
    name: 'with speed shared',
    make: () => share('pagespeed-insights', ['contributor']),
    asked: ['contributor', 'editor', 'administrator'],
    everybody: setUp,
    of: sharedWith(['pagespeed-insights']),
  },
  {
    name: 'with speed shared, the splash put away',
    make: () => dismissSplash(),
    asked: ['contributor', 'administrator2'],
    everybody: setUp,
    of: { ...withToken, contributor: { shared: ['pagespeed-insights'], splashDismissed: true } },
  },
  {
    name: 'with searches shared among administrators and editors, the splash put away for a time',
    make: async () => {
      await share('pagespeed-insights', []);
      await share('search-console', ['editor', 'administrator']);
      await site.rest('DELETE', `${U}/dismissed-items`, { as: 'contributor', body: { data: { slugs: ['shared_dashboard_splash'] } } });
      await dismissSplash(3600);
    },
    everybody: setUp,
    of: {
      contributor: { splashDismissed: true },
      editor: { shared: ['search-console'], splashDismissed: true },
      administrator: { ...withToken.administrator, shared: ['search-console'] },
      administrator2: { shared: ['search-console'], splashDismissed: true },
    },
  },
  {
    name: 'an hour later',
    make: () => Promise.resolve(setClock(shiftedBy(3_601_000))),
    asked: ['editor', 'administrator2'],
    everybody: setUp,
    of: {
      editor: { shared: ['search-console'] },
      administrator: { ...withToken.administrator, shared: ['search-console'] },
      administrator2: { shared: ['search-console'] },
    },
  },
  {
    name: 'with a client of its own, and an account of someone who is an editor by then',
    make: async () => {
      await credentials('CUSTOM');
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
    asked: ['administrator', 'administrator2'],
    everybody: { ...setUp, usingBroker: false },
    of: { ...withToken, administrator2: { role: 'editor', authenticated: true, verified: true } },
  },
  {
    name: 'with the client of the broker, and that account',
    make: () => credentials(),
    asked: ['administrator2'],
    everybody: setUp,
    of: { ...withToken, administrator2: { role: 'editor', authenticated: true, verified: true } },
  },
];

const knownOf = (caller: Caller, { everybody, of }: State): Known => ({
  role: caller === 'administrator2' ? 'administrator' : caller,
  siteConnected: false,
  setupCompleted: false,
  authenticated: false,
  verified: false,
  shared: [],
  splashDismissed: false,
  usingBroker: true,
  ...everybody,
  ...of?.[caller],
});

const routes = mapEngine()
  .plans.filter(({ namespace, runs }) => namespace === 'site-analytics/v1' && isOperation(runs))
  .map(({ methods: [method = 'GET'], path }) => ({ method, path }));

async function ask({ method, path }: { method: string; path: string }, as: Caller) {
  const [input = {}] = inputsOfAnalytics(path, method) ?? [];
  const filled = path.replace('{slug}', 'search-console').replace('{datapoint}', 'sites');
  return await site.rest(method, filled, {
    as: as === 'anonymous' ? undefined : as,
    ...(method === 'GET' ? { query: queryOf(input) } : { body: input }),
  });
}

describe('Permissions of analytics routes (analytics.md 2.2, 2.3)', () => {
  it('are documented for every route', () => {
    expect(routes.length).toBeGreaterThan(65);
    const nobody = knownOf('anonymous', { name: '', make: () => Promise.resolve() });
    for (const { method, path } of routes) expect(mayUse(`${method} ${path}`, nobody)).toBe(false);
  });

  it.each(states)('$name', async (state) => {
    await state.make();
    await keepState();
    const wrong: string[] = [];
    for (const caller of state.asked ?? callers) {
      const known = knownOf(caller, state);
      for (const route of routes) {
        const may = mayUse(`${route.method} ${route.path}`, known);
        site.statements.length = 0;
        const { status, body } = await ask(route, caller);
        const isRefused = body?.code === 'rest_forbidden' && status === (caller === 'anonymous' ? 401 : 403);
        if (isRefused === may) wrong.push(`${caller} ${may ? 'may' : 'may not'} ${route.method} ${route.path}: ${status} ${body?.code}`);
        if (may && route.method !== 'GET') await restoreState();
      }
      if (!mayUse(`GET ${U}/permissions`, known)) continue;
      const { body } = await ask({ method: 'GET', path: `${U}/permissions` }, caller);
      const own = Object.entries(body).filter(([key]) => !key.includes('::'));
      expect(own, caller).toEqual(Object.entries(publishedCapabilities).map(([name, rule]) => [`siteanalytics_${name}`, rule(known)]));
    }
    expect(wrong).toEqual([]);
  });
});
