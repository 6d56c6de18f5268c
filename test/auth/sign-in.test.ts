import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import {
  createApplicationPassword,
  getApplicationPassword,
  revokeApplicationPassword,
  revokeApplicationPasswords,
} from '../../src/domains/identity/auth/application-passwords.ts';
import { createNonce } from '../../src/domains/identity/auth/nonces.ts';
import { endSession, endSessions, findSession, purgeSessions, startSession } from '../../src/domains/identity/auth/sessions.ts';
import { identify, type SignInRequest, findSessionViewer } from '../../src/domains/identity/auth/sign-in.ts';
import { anonymous } from '../../src/domains/identity/auth/viewer.ts';
import { setClock, createShiftedClock } from '../../src/core/time/clock.ts';
import { Failure } from '../../src/core/failures/failure.ts';
import { createUser, deleteUser, updateUser } from '../../src/domains/identity/users/user.service.ts';
import type { UserRecord } from '../../src/domains/identity/users/user.record.ts';
import { openTestSite, type TestSite } from '../support/test-site.ts';

const HOUR = 3600_000;
let site: TestSite;
let anna: UserRecord;
let counter = 0;

beforeAll(async () => {
  site = await openTestSite();
  await createUser(site, { login: 'boss', email: 'boss@example.org', role: 'administrator' });
  anna = await createUser(site, { login: 'Anna', email: 'anna@example.org', role: 'editor' });
});
afterAll(() => site.close());
afterEach(() => setClock());

const createAuthor = () => createUser(site, { login: `user${(counter += 1)}`, email: `user${counter}@example.org`, role: 'author' });
const basic = (user: string, password: string) => `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`;
const createRequest = (options: Partial<SignInRequest>): SignInRequest => ({ ip: '192.0.2.1', userAgent: 'test', ...options });
const signIn = (options: Partial<SignInRequest>) => identify(site, createRequest(options));
/** Returns the status and code of the refusal, or the signed-in user. */
const readResult = (options: Partial<SignInRequest>) =>
  signIn(options).then(
    ({ viewer }) => `signed in as ${viewer.id}`,
    (error: unknown) => (error instanceof Failure ? `${error.status} ${error.code}` : String(error)),
  );

describe('Application password sign-in', () => {
  it('accepts the login name or email in any case, and any grouping of the password', async () => {
    const { secret, password, record } = await createApplicationPassword(site, anna.id, { name: 'App' });
    for (const [user, typedPassword] of [
      ['Anna', secret],
      ['anna', password],
      ['ANNA@example.org', password.replaceAll(' ', '-')],
    ] as const) {
      const { viewer, freshNonce } = await signIn({ authorization: basic(user, typedPassword) });
      expect(viewer).toMatchObject({
        id: anna.id,
        signedIn: true,
        signedInWith: 'password',
        sessionToken: '',
        applicationPasswordUuid: record.uuid,
      });
      expect(viewer.can('edit_others_posts')).toBe(true);
      expect(freshNonce).toBeNull();
    }
  });

  it('refuses the password of another user', async () => {
    const { secret } = await createApplicationPassword(site, anna.id, { name: 'App' });
    expect(await readResult({ authorization: basic('boss', secret) })).toBe('401 incorrect_password');
  });

  it.each([
    ['anna', 'wrong', '401 incorrect_password'],
    ['anna@example.org', 'wrong', '401 incorrect_password'],
    ['anna', '', '401 incorrect_password'],
    ['nobody', 'wrong', '401 invalid_username'],
    ['nobody@example.org', 'wrong', '401 invalid_email'],
    ['', '', '401 invalid_username'],
    ['an\0na', 'wrong', '401 invalid_username'],
  ])('refuses %j with %j', async (user, password, expected) => {
    expect(await readResult({ authorization: basic(user, password), ip: `192.0.2.${50 + (counter += 1)}` })).toBe(expected);
  });

  it('refuses the account password', async () => {
    const user = await createUser(site, { login: 'withpassword', email: 'withpassword@example.org', password: 'correct horse' });
    expect(await readResult({ authorization: basic(user.login, 'correct horse') })).toBe('401 incorrect_password');
  });

  it.each(['Bearer abc', 'Basic', 'Basic ***', `Basic ${Buffer.from('nocolon').toString('base64')}`])(
    'treats the caller of %j as a visitor',
    async (authorization) => {
      expect((await signIn({ authorization })).viewer).toBe(anonymous);
    },
  );

  it('ignores a nonce sent with the password', async () => {
    const { secret } = await createApplicationPassword(site, anna.id, { name: 'App' });
    expect(await readResult({ authorization: basic('anna', secret), nonce: 'zzzzzzzzzz' })).toBe(`signed in as ${anna.id}`);
    expect(await readResult({ authorization: 'Bearer x', nonce: 'zzzzzzzzzz' })).toBe('403 nonce_invalid');
  });

  it('runs no statement while the caller is cached, and one after that', async () => {
    const { secret } = await createApplicationPassword(site, anna.id, { name: 'App' });
    const authorization = basic('anna', secret);
    await vi.waitFor(async () => {
      await signIn({ authorization });
      site.statements.length = 0;
      await signIn({ authorization });
      expect(site.statements).toHaveLength(0);
    });
    setClock(createShiftedClock(61_000));
    site.statements.length = 0;
    await signIn({ authorization });
    expect(site.statements).toHaveLength(1);
  });

  it('fails immediately after the password or all passwords are revoked', async () => {
    const user = await createAuthor();
    const [first, second] = [
      await createApplicationPassword(site, user.id, { name: 'One' }),
      await createApplicationPassword(site, user.id, { name: 'Two' }),
    ];
    const attempts = () => Promise.all([first, second].map(({ secret }) => readResult({ authorization: basic(user.login, secret) })));
    expect(await attempts()).toEqual([`signed in as ${user.id}`, `signed in as ${user.id}`]);
    await revokeApplicationPassword(site, user.id, first.record.uuid);
    expect(await attempts()).toEqual(['401 incorrect_password', `signed in as ${user.id}`]);
    await revokeApplicationPasswords(site, user.id);
    expect(await attempts()).toEqual(['401 incorrect_password', '401 incorrect_password']);
  });

  it('uses the current role of the user, and fails once the user is deleted', async () => {
    const user = await createAuthor();
    const { secret } = await createApplicationPassword(site, user.id, { name: 'App' });
    const authorization = basic(user.login, secret);
    expect((await signIn({ authorization })).viewer.can('publish_posts')).toBe(true);
    await updateUser(site, user.id, { role: 'subscriber' });
    expect((await signIn({ authorization })).viewer.can('publish_posts')).toBe(false);
    await deleteUser(site, user.id, null);
    expect(await readResult({ authorization })).toBe('401 invalid_username');
  });

  it('is removed from the cache when another process notifies a change of the user', async () => {
    const user = await createAuthor();
    const { secret, record } = await createApplicationPassword(site, user.id, { name: 'App' });
    const authorization = basic(user.login, secret);
    await vi.waitFor(async () => {
      await signIn({ authorization });
      site.statements.length = 0;
      await signIn({ authorization });
      expect(site.statements).toHaveLength(0);
    });
    await site.db.prisma.applicationPassword.delete({ where: { uuid: record.uuid } });
    expect(await readResult({ authorization })).toBe(`signed in as ${user.id}`);
    await site.db.sql('SELECT pg_notify($1, $2)::text', ['identity_changed', String(user.id)]);
    await vi.waitFor(async () => expect(await readResult({ authorization })).toBe('401 incorrect_password'));
  });

  it('records the time and IP address of a use once in 24 hours', async () => {
    const user = await createAuthor();
    const { secret, record } = await createApplicationPassword(site, user.id, { name: 'App' });
    const authorization = basic(user.login, secret);
    const readLastUse = async () => {
      const { lastUsedAt, lastIp } = await getApplicationPassword(site, user.id, record.uuid);
      return [lastUsedAt?.getTime(), lastIp] as const;
    };
    expect(await readLastUse()).toEqual([undefined, null]);
    await signIn({ authorization, ip: '192.0.2.10' });
    const [first] = await readLastUse();
    expect(await readLastUse()).toEqual([first, '192.0.2.10']);
    setClock(createShiftedClock(23 * HOUR));
    await signIn({ authorization, ip: '192.0.2.11' });
    expect(await readLastUse()).toEqual([first, '192.0.2.10']);
    setClock(createShiftedClock(24 * HOUR + 2000));
    await signIn({ authorization, ip: '192.0.2.12' });
    const [second, ip] = await readLastUse();
    expect(ip).toBe('192.0.2.12');
    expect((second as number) - (first as number)).toBeGreaterThanOrEqual(24 * HOUR);
  });

  it('allows ten failed attempts in five minutes per IP address, and always accepts the correct password', async () => {
    const user = await createAuthor();
    const { secret } = await createApplicationPassword(site, user.id, { name: 'App' });
    const guess = (password: string, ip = '198.51.100.1') => readResult({ authorization: basic(user.login, password), ip });
    for (let i = 0; i < 5; i++) {
      expect(await guess(`wrong${i}`)).toBe('401 incorrect_password');
      expect(await readResult({ authorization: basic(user.email, `wrong${i}`), ip: '198.51.100.1' })).toBe('401 incorrect_password');
    }
    expect(await guess('wrong')).toBe('429 too_many_attempts');
    expect(await guess(secret)).toBe(`signed in as ${user.id}`);
    await expect(signIn({ authorization: basic(user.login, 'wrong'), ip: '198.51.100.1' })).rejects.toMatchObject({
      data: { retryAfter: expect.any(Number) as number },
    });
    expect(await guess(secret, '198.51.100.2')).toBe(`signed in as ${user.id}`);
    setClock(createShiftedClock(5 * 60_000 + 1000));
    expect(await guess(secret)).toBe(`signed in as ${user.id}`);
  });

  it('treats callers as visitors if application passwords are not available', async () => {
    const { secret } = await createApplicationPassword(site, anna.id, { name: 'App' });
    const insecure = { ...site, config: { ...site.config, siteUrl: 'http://hall.example.org', production: true } };
    expect((await identify(insecure, createRequest({ authorization: basic('anna', secret) }))).viewer).toBe(anonymous);
  });
});

describe('Session', () => {
  it('signs in only with its nonce, and returns a fresh one', async () => {
    const { token } = await startSession(site, anna.id, { ip: '192.0.2.1', userAgent: 'test' });
    expect((await signIn({ cookie: token })).viewer).toBe(anonymous);
    const nonce = createNonce(site, { id: anna.id, sessionToken: token }, 'rest');
    const { viewer, freshNonce } = await signIn({ cookie: token, nonce });
    expect(viewer).toMatchObject({ id: anna.id, signedInWith: 'session', sessionToken: token, applicationPasswordUuid: null });
    expect(freshNonce).toBe(nonce);
    expect((await findSessionViewer(site, token))?.id).toBe(anna.id);
  });

  it('is refused with an empty or wrong nonce, or that of another action, session or user', async () => {
    const { token } = await startSession(site, anna.id, { ip: '', userAgent: '' });
    const other = await createAuthor();
    const nonces = [
      '',
      'zzzzzzzzzz',
      createNonce(site, { id: anna.id, sessionToken: token }, 'other'),
      createNonce(site, { id: anna.id, sessionToken: '' }, 'rest'),
      createNonce(site, { id: other.id, sessionToken: token }, 'rest'),
      createNonce(site, anonymous, 'rest'),
    ];
    for (const nonce of nonces) expect(await readResult({ cookie: token, nonce })).toBe('403 nonce_invalid');
  });

  it("is not needed for a visitor's nonce, and a wrong nonce is refused even without a cookie", async () => {
    expect(await signIn({ nonce: createNonce(site, anonymous, 'rest') })).toEqual({ viewer: anonymous, freshNonce: null });
    expect(await readResult({ nonce: 'zzzzzzzzzz' })).toBe('403 nonce_invalid');
  });

  it('lasts two days, or fourteen with "remember"', async () => {
    const [short, long] = [
      await startSession(site, anna.id, { ip: '', userAgent: '' }),
      await startSession(site, anna.id, { ip: '', userAgent: '', remember: true }),
    ];
    expect(short.cookie).toEqual({ path: '/', httpOnly: true, sameSite: 'lax', secure: false });
    expect(long.cookie.maxAge).toBe(14 * 24 * 3600);
    const areAlive = async () =>
      [await findSessionViewer(site, short.token), await findSessionViewer(site, long.token)].map((viewer) => viewer !== null);
    setClock(createShiftedClock(47.9 * HOUR));
    expect(await areAlive()).toEqual([true, true]);
    setClock(createShiftedClock(48.1 * HOUR));
    expect(await areAlive()).toEqual([false, true]);
    setClock(createShiftedClock(14.1 * 24 * HOUR));
    expect(await areAlive()).toEqual([false, false]);
    expect(await purgeSessions(site)).toBeGreaterThanOrEqual(2);
    expect(await site.db.prisma.session.count()).toBe(0);
  });

  it('has a random token and stores only its hash', async () => {
    const { token } = await startSession(site, anna.id, { ip: '', userAgent: 'a\0b'.repeat(1000) });
    expect(Buffer.from(token, 'base64url')).toHaveLength(32);
    expect(JSON.stringify(await site.db.prisma.session.findMany())).not.toContain(token);
  });

  it('ends immediately at sign-out and when the password changes', async () => {
    const user = await createAuthor();
    const start = () => startSession(site, user.id, { ip: '', userAgent: '' });
    const [first, second, third] = [await start(), await start(), await start()];
    const areAlive = () => Promise.all([first, second, third].map(async ({ token }) => (await findSessionViewer(site, token)) !== null));
    expect(await areAlive()).toEqual([true, true, true]);
    await endSession(site, first.token);
    expect(await areAlive()).toEqual([false, true, true]);
    await updateUser(site, user.id, { password: 'a new password' }, { keepSession: third.token });
    expect(await areAlive()).toEqual([false, false, true]);
    expect(await endSessions(site, user.id)).toBe(1);
    expect(await areAlive()).toEqual([false, false, false]);
  });

  it('is not found for a malformed token', async () => {
    for (const token of ['', 'x', `${'a'.repeat(42)}\0`, "' OR 1=1 --", 'a'.repeat(5000)])
      expect(await findSession(site, token)).toBeNull();
  });
});
