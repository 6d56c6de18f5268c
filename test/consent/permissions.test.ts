import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { isOperation } from '../../src/rest/engine/plan.ts';
import { getMapEngine } from '../contract/printed.ts';
import { openWholeSite, type TestUserName, type WholeSite } from '../support/site.ts';

/** Permissions by namespace (docs/behaviour/consent-queue-product.md 10). */
const namespaces = {
  'consent-banner/v1': 'manage',
  'queue/v1': 'queue',
  'utils/v1': 'plugins',
  'product-manager-client/v1': 'plugins',
} as const;

const publicOperations = new Set([
  'GET /consent-banner/v1/plugin',
  'GET /consent-banner/v1/consent',
  'POST /consent-banner/v1/consent',
  'POST /consent-banner/v1/consent/dynamic-predecision',
  'DELETE /consent-banner/v1/consent/clear',
  'GET /consent-banner/v1/revision/second-view',
]);

/** The last caller is a subscriber with `manage_consent_banner`. */
const callers = ['anonymous', 'subscriber', 'contributor', 'author', 'editor', 'administrator', 'subscriber2'] as const;
const allowedCallersByRule: Record<string, readonly (typeof callers)[number][]> = {
  public: callers,
  manage: ['administrator', 'subscriber2'],
  queue: ['contributor', 'author', 'editor', 'administrator', 'subscriber2'],
  plugins: ['administrator'],
};

const operations = getMapEngine().plans.flatMap((plan) => {
  const rule = namespaces[plan.namespace as keyof typeof namespaces];
  if (rule === undefined || !isOperation(plan.runs)) return [];
  return plan.methods.map((method) => {
    const title = `${method} ${plan.path}`;
    return { title, method, plan, rule: publicOperations.has(title) ? 'public' : rule };
  });
});

/** Values of path parameters without an example. */
const pathParameters: Readonly<Record<string, string>> = {
  type: 'services',
  hash: 'a'.repeat(32),
  migrationId: 'v5',
  actionId: 'none',
  consentId: '99',
  markupId: '99',
  host: 'host.example',
  template: 'youtube',
  slug: 'consent-banner',
};

let site: WholeSite;
beforeAll(async () => {
  site = await openWholeSite();
  const { id } = await site.user('subscriber2');
  await site.site.db.prisma.user.update({ where: { id }, data: { extraCapabilities: { manage_consent_banner: true } } });
});
afterAll(() => site.close());

async function isAllowed({ method, plan }: (typeof operations)[number], caller: (typeof callers)[number]): Promise<boolean> {
  const example = plan.options.example ?? {};
  const path = plan.path.replace(/\{(\w+)\}/g, (_match, name: string) => {
    const value = example[name];
    return typeof value === 'string' || typeof value === 'number' ? String(value) : (pathParameters[name] ?? '1');
  });
  const as = caller === 'anonymous' ? undefined : (caller as TestUserName);
  const input = method === 'GET' ? { query: example as Record<string, string> } : { body: example };
  const { status, body } = await site.rest(method, path, { as, ...input });
  const code = (body as { code?: string } | undefined)?.code;
  expect(String(code), `${method} ${path}`).not.toMatch(/^(rest_missing_callback_param|rest_no_route|internal_server_error)$/);
  if (status !== 401 && status !== 403) return true;
  expect([status, code]).toEqual([as === undefined ? 401 : 403, 'rest_forbidden']);
  return false;
}

describe('Operations are allowed only for the documented callers', () => {
  it.each(operations.map((operation) => [operation.title, operation] as const))('%s', async (_title, operation) => {
    const allowedCallers: string[] = [];
    for (const caller of callers) if (await isAllowed(operation, caller)) allowedCallers.push(caller);
    expect(allowedCallers).toEqual(allowedCallersByRule[operation.rule]);
  });
});

it('Every published operation is tested', () => {
  expect(operations.length).toBeGreaterThanOrEqual(73);
});
