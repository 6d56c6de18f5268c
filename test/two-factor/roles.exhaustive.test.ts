import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { roles } from '../../src/domains/identity/auth/roles.ts';
import { createNonce, REST_ACTION } from '../../src/domains/identity/auth/nonces.ts';
import { SESSION_COOKIE, startSession } from '../../src/domains/identity/auth/sessions.ts';
import { openTwoFactor, type TwoFactorSite } from './two-factor-site.ts';

let site: TwoFactorSite;
beforeAll(async () => {
  site = await openTwoFactor();
});
afterAll(() => site.close());

const callers = ['anonymous', ...roles] as const;
const credentials = ['an application password', 'a session', 'a session without its nonce'] as const;
type Caller = (typeof callers)[number];
type Credential = (typeof credentials)[number];

async function headersOf(caller: Caller, credential: Credential): Promise<Record<string, string>> {
  if (caller === 'anonymous') return {};
  const user = await site.user(caller);
  if (credential === 'an application password') return { authorization: user.authorization };
  const { token } = await startSession(site.site, user.id, { ip: '192.0.2.1', userAgent: 'test' });
  const cookie = `${SESSION_COOKIE}=${token}`;
  return credential === 'a session'
    ? { cookie, 'x-wp-nonce': createNonce(site.site, { id: user.id, sessionToken: token }, REST_ACTION) }
    : { cookie };
}

/** Expected status of each route with the valid proof of another user. */
const routes: Readonly<Record<string, { status: number; isRateLimited: boolean }>> = {
  do_not_ask_again: { status: 200, isRateLimited: false },
  skip_onboarding: { status: 200, isRateLimited: false },
  save_default_method_email: { status: 200, isRateLimited: false },
  save_default_method_email_profile: { status: 200, isRateLimited: false },
  validate_email_setup: { status: 401, isRateLimited: true },
  resend_email_code: { status: 200, isRateLimited: true },
};
const cases: [Caller, Credential][] = [
  ['anonymous', credentials[0]],
  ...roles.flatMap((role) => credentials.map((credential): [Caller, Credential] => [role, credential])),
];

let addressCount = 0;
async function send(route: string, body: object, headers: Record<string, string>) {
  addressCount += 1;
  return await site.rest('POST', `/security/v1/two-fa/v2/${route}`, {
    body,
    headers: { ...headers, 'x-forwarded-for': `2001:db8:ff:${addressCount.toString(16)}::1` },
  });
}

describe.each(cases)('A caller with role %s and %s', (caller, credential) => {
  it('can use each route only with the proof of a sign-in', async () => {
    // a session without its nonce counts as a visitor
    const isSignedIn = caller !== 'anonymous' && credential !== 'a session without its nonce';
    const id = caller === 'anonymous' ? 1 : (await site.user(caller)).id;
    expect((await site.rest('GET', '/security/v1/two-fa/v2', { headers: await headersOf(caller, credential) })).status).toBe(200);
    for (const [route, { status, isRateLimited }] of Object.entries(routes)) {
      const refusal = isRateLimited || isSignedIn ? 403 : 401;
      const wrong = await send(
        route,
        { user_id: id, login_nonce: 'f'.repeat(64), provider: 'email', token: '1' },
        await headersOf(caller, credential),
      );
      expect([route, wrong.status, wrong.body.code, wrong.headers['allow']]).toEqual([route, refusal, 'rest_forbidden', undefined]);
      const person = await site.person();
      const { userId, loginNonce } = await site.signIn(person);
      const right = await send(
        route,
        { user_id: userId, login_nonce: loginNonce, provider: 'email', token: '1' },
        await headersOf(caller, credential),
      );
      expect([route, right.status, right.headers['allow']]).toEqual([route, status, 'POST']);
    }
  });
});
