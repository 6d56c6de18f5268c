import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { isOperation } from '../../src/rest/engine/plan.ts';
import { getMapEngine } from '../contract/printed.ts';
import { makeMedia, makePost, makeUser } from '../support/factories.ts';
import { openWholeSite, type TestUserName, type WholeSite } from '../support/site.ts';

/** The last caller is a subscriber with `manage_privacy`. */
const callers = ['anonymous', 'subscriber', 'contributor', 'author', 'editor', 'administrator', 'subscriber2'] as const;
type Caller = (typeof callers)[number];

const administrators: readonly Caller[] = ['administrator'];
/** Callers who may edit another user's post. */
const editors: readonly Caller[] = ['editor', 'administrator'];

/**
 * Permissions, with the failure code for callers who do not have them (docs/behaviour/cache-compliance-maps-2fa-theme.md 2.1, 5, 6, 7). Galleries
 * have no code.
 */
const rules: Readonly<
  Record<string, { code: string | undefined; allowed: readonly Caller[]; others?: Readonly<Record<string, readonly Caller[]>> }>
> = {
  'compliance/v1': {
    code: 'rest_forbidden',
    allowed: callers,
    others: { 'POST /compliance/v1/store_cookies': ['administrator', 'subscriber2'] },
  },
  'gallery-convert/v1': { code: undefined, allowed: editors, others: { 'POST /gallery-convert/v1/bulk-convert': administrators } },
  'nps-survey/v1': { code: 'nps_survey_rest_cannot_access', allowed: administrators },
  'theme/v1': { code: 'theme_rest_cannot_view', allowed: administrators },
};

const operations = getMapEngine().plans.flatMap((plan) => {
  const rule = rules[plan.namespace];
  if (rule === undefined || !isOperation(plan.runs)) return [];
  return plan.methods.map((method) => {
    const title = `${method} ${plan.path}`;
    return { title, method, plan, code: rule.code, allowed: rule.others?.[title] ?? rule.allowed };
  });
});

let site: WholeSite;
let postId: number;
let imageId: number;
beforeAll(async () => {
  site = await openWholeSite();
  const { id } = await site.user('subscriber2');
  await site.site.db.prisma.user.update({ where: { id }, data: { extraCapabilities: { manage_privacy: true } } });
  const owner = await makeUser(site.site, 'administrator');
  imageId = (await makeMedia(site.site, owner)).id;
  postId = (await makePost(site.site, owner, { content: `[gallery ids="${imageId}"]` })).id;
});
afterAll(() => site.close());

async function isAllowed({ method, plan, code }: (typeof operations)[number], caller: Caller): Promise<boolean> {
  const { example = {} } = plan.options;
  const values = { ...example, ...('post_id' in example && { post_id: postId }) };
  const path = plan.path.replace('{post_id}', String(postId)).replace('{block_id}', 'area');
  const as = caller === 'anonymous' ? undefined : (caller as TestUserName);
  const input = method === 'GET' ? { query: values as Record<string, string> } : { body: values };
  const { status, body, headers } = await site.rest(method, path, { as, ...input });
  expect(status).toBeLessThan(500);
  const isRefused = status === 401 || status === 403;
  if (isRefused) {
    const expected = as === undefined ? [401, code ?? 'rest_forbidden'] : [403, code];
    expect([status, body.code], `${method} ${path} by ${caller}`).toEqual(expected);
    expect(Object.keys(body)).not.toEqual([]);
  }
  // the permission for a gallery depends on the post, which is not known when the header Allow is set
  if (plan.namespace !== 'gallery-convert/v1') expect(headers['allow'] !== undefined, `Allow of ${path} for ${caller}`).toBe(!isRefused);
  return !isRefused;
}

describe('Operations are allowed only for the documented callers', () => {
  it.each(operations.map((operation) => [operation.title, operation] as const))('%s', async (_title, operation) => {
    const allowedCallers: Caller[] = [];
    for (const caller of callers) if (await isAllowed(operation, caller)) allowedCallers.push(caller);
    expect(allowedCallers).toEqual(operation.allowed);
  });
});

it('Every published operation is tested', () => {
  expect(operations.length).toBe(18);
});
