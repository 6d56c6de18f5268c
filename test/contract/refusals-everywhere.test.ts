import { afterAll, beforeAll, expect, it } from 'vitest';
import { SESSION_COOKIE, startSession } from '../../src/domains/identity/auth/sessions.ts';
import { generalRefusals } from '../../src/rest/openapi/general-refusals.ts';
import { mappedNamespaces, getMapEngine } from './printed.ts';
import { openWholeSite, type RestResponse, type WholeSite } from '../support/site.ts';

// Checks the refusals that the documents show for every operation.

let site: WholeSite;
let cookie = '';
const pathsOf = new Map<string, string>();

beforeAll(async () => {
  site = await openWholeSite();
  const { id } = await site.user('subscriber');
  const session = await startSession(site.site, id, { ip: '127.0.0.1', userAgent: 'test', remember: false });
  cookie = `${SESSION_COOKIE}=${session.token}`;
  for (const { namespace, path, plans } of getMapEngine().router.entries)
    if (!path.includes('{') && plans.some(({ methods }) => methods.includes('GET'))) pathsOf.set(namespace, pathsOf.get(namespace) ?? path);
});
afterAll(() => site.close());

const statusAndBody = ({ status, body }: RestResponse) => ({ status, body: body as unknown });

it.each(mappedNamespaces)('Operations of %j return the documented refusals', async (namespace) => {
  const path = pathsOf.get(namespace);
  if (path === undefined) return;
  // another user each time, because failed attempts are counted
  const { login } = await site.user('subscriber', `reader${mappedNamespaces.indexOf(namespace)}`);
  const wrongPassword = `Basic ${Buffer.from(`${login}:wrong`).toString('base64')}`;
  const refused = {
    400: await site.rest('GET', path, { as: 'administrator', form: '{', headers: { 'content-type': 'application/json' } }),
    401: await site.rest('GET', path, { headers: { authorization: wrongPassword } }),
    403: await site.rest('GET', path, { headers: { cookie, 'x-wp-nonce': '0123456789' } }),
    404: await site.rest('GET', `${path}/no/such/path`, { as: 'administrator' }),
  };
  for (const status of [400, 401, 403, 404] as const)
    expect(statusAndBody(refused[status])).toEqual({ status, body: generalRefusals[status] });
});
