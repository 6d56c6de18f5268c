import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { setClock, createShiftedClock } from '../../src/core/time/clock.ts';
import { findSession } from '../../src/domains/identity/auth/sessions.ts';
import { remindOfGrace } from '../../src/domains/two-factor/reminder.job.ts';
import { type PasswordStep, openTwoFactor, type Person, type TwoFactorSite } from './two-factor-site.ts';

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
let site: TwoFactorSite;
beforeAll(async () => {
  site = await openTwoFactor();
});
afterAll(() => site.close());
afterEach(async () => {
  setClock();
  await site.set('two_fa_forced_roles', []);
  await site.set('two_fa_enabled_roles_email', ['subscriber']);
  await site.set('two_fa_grace_period', 10);
});

const proofOf = ({ userId, loginNonce }: PasswordStep) => ({ user_id: userId, login_nonce: loginNonce });
const EMAIL = { provider: 'email' };
const routes = [
  'do_not_ask_again',
  'skip_onboarding',
  'save_default_method_email',
  'save_default_method_email_profile',
  'validate_email_setup',
  'resend_email_code',
];
const LIMITED = ['validate_email_setup', 'resend_email_code'];
const WRONG = 'f'.repeat(64);

async function beginSignIn(person?: Person) {
  const user = person ?? (await site.person());
  const passwordStep = await site.signIn(user);
  return { user, passwordStep, proof: proofOf(passwordStep) };
}

/** Creates a user with codes by email. */
async function createPersonWithEmailCodes(): Promise<Person> {
  const { user, proof } = await beginSignIn();
  await site.step('save_default_method_email', { ...proof, ...EMAIL });
  const reply = await site.step('validate_email_setup', { ...proof, ...EMAIL, token: await site.code(user) });
  expect(reply.status).toBe(200);
  return user;
}

const stateOf = (id: number) => site.site.db.prisma.twoFactorState.findUnique({ where: { userId: id } });

describe('A correct password', () => {
  it('starts a session if no second factor is required', async () => {
    const editor = await site.person('editor');
    expect(await site.signIn(editor)).toEqual({ userId: editor.id, loginNonce: null, action: 'NONE', methods: [], redirectTo: '/account' });
    await site.set('login_protection_enabled', false);
    expect((await site.signIn(await site.person())).action).toBe('NONE');
    await site.set('login_protection_enabled', true);
  });

  it('is followed by the onboarding, with a proof of 64 hex characters that is stored as a hash only', async () => {
    const { passwordStep } = await beginSignIn();
    expect(passwordStep).toMatchObject({ action: 'ONBOARDING', loginNonce: expect.stringMatching(/^[0-9a-f]{64}$/) });
    const stored = await site.site.db.prisma.loginNonce.findUnique({ where: { userId: passwordStep.userId } });
    expect(stored?.keyHash).toMatch(/^[0-9a-f]{64}$/);
    expect(stored?.keyHash).not.toBe(passwordStep.loginNonce);
    expect(await site.site.db.prisma.session.count({ where: { userId: passwordStep.userId } })).toBe(0);
  });

  it('is followed by a challenge with a mailed code if a method is active, for any role and settings', async () => {
    const user = await createPersonWithEmailCodes();
    await site.set('two_fa_enabled_roles_email', []);
    expect((await site.signIn(user)).action).toBe('CHALLENGE');
    const [mail] = await site.mailsTo(user);
    expect(mail?.subject).toContain('Marquee');
    expect(mail?.text).toMatch(/\b\d{4} \d{4}\b/);
  });
});

describe.each(routes)('The route %s', (route) => {
  const parameters = { provider: 'email', token: '12345678' };

  it('reports missing parameters, then invalid ones, before it checks the proof', async () => {
    const empty = await site.step(route, {});
    expect(empty).toMatchObject({ status: 400, body: { code: 'rest_missing_callback_param' } });
    expect(empty.body.data.params).toEqual(expect.arrayContaining(['user_id', 'login_nonce']));
    const wrong = await site.step(route, { user_id: 'me', login_nonce: 5, ...parameters });
    expect(wrong).toMatchObject({ status: 400, body: { code: 'rest_invalid_param' } });
    expect(Object.keys(wrong.body.data.params)).toEqual(expect.arrayContaining(['user_id', 'login_nonce']));
    expect(wrong.headers['allow']).toBeUndefined();
  });

  it('refuses a wrong proof and an unknown user with the same error, and a wrong proof invalidates the right one', async () => {
    const { proof } = await beginSignIn();
    const refusal = LIMITED.includes(route) ? 403 : 401;
    const unknown = await site.step(route, { user_id: 2_000_000_000, login_nonce: WRONG, ...parameters });
    // from the IP address where the sign-in started
    const wrong = await site.step(route, { ...proof, login_nonce: WRONG, ...parameters }, { ip: '127.0.0.1' });
    expect(wrong).toMatchObject({ status: refusal, body: { code: 'rest_forbidden', data: { status: refusal } } });
    expect(wrong.body).toEqual(unknown.body);
    expect(wrong.headers['allow']).toBeUndefined();
    expect(await site.step(route, { ...proof, ...parameters })).toMatchObject({ status: refusal, body: { code: 'rest_forbidden' } });
    expect(await site.site.db.prisma.loginNonce.count({ where: { userId: { in: [proof.user_id, 2_000_000_000] } } })).toBe(0);
  });

  it('refuses a proof that is older than 15 minutes', async () => {
    const { proof } = await beginSignIn();
    setClock(createShiftedClock(15 * MINUTE + 1000));
    expect((await site.step(route, { ...proof, ...parameters })).body.code).toBe('rest_forbidden');
  });
});

describe.each(LIMITED)('The rate-limited route %s', (route) => {
  it('blocks an IP address for ten minutes after five wrong proofs, unless a right one precedes the fifth', async () => {
    const { proof } = await beginSignIn();
    const address = { ip: `192.0.2.${20 + LIMITED.indexOf(route)}` };
    const wrong = { user_id: 1, login_nonce: WRONG, provider: 'email', token: '1' };
    for (let n = 1; n <= 4; n += 1) expect((await site.step(route, wrong, address)).status).toBe(403);
    // a right proof resets the count
    expect((await site.step(route, { ...proof, provider: 'none', token: '1' }, address)).status).toBe(
      route === 'resend_email_code' ? 400 : 401,
    );
    for (let n = 1; n <= 5; n += 1) expect((await site.step(route, wrong, address)).status).toBe(403);
    const blocked = await site.step(route, { ...proof, ...EMAIL, token: '1' }, address);
    expect(blocked).toMatchObject({ status: 429, body: { code: 'rest_forbidden', data: { status: 429 } } });
    expect(Number(blocked.headers['retry-after'])).toBeGreaterThan(590);
    expect((await site.step(route, { ...proof, provider: 'none', token: '1' })).status).not.toBe(429);
    setClock(createShiftedClock(10 * MINUTE + 1000));
    expect((await site.step(route, wrong, address)).status).toBe(403);
  });
});

describe('do_not_ask_again', () => {
  it('starts a session of 14 days and is never offered again', async () => {
    const { user, passwordStep, proof } = await beginSignIn();
    const reply = await site.step('do_not_ask_again', proof);
    expect(reply).toMatchObject({ status: 200, body: { redirect_to: 'http://site.test/account' }, headers: { allow: 'POST' } });
    const session = await findSession(site.site, reply.session ?? '');
    expect(session?.user.id).toBe(passwordStep.userId);
    expect((session?.expiresAt.getTime() ?? 0) - Date.now()).toBeGreaterThan(13.9 * DAY);
    expect((await stateOf(user.id))?.emailStatus).toBe('disabled');
    expect((await site.step('do_not_ask_again', proof)).body.code).toBe('rest_forbidden');
    expect((await site.signIn(user)).action).toBe('NONE');
    await site.set('two_fa_forced_roles', ['subscriber']);
    expect((await site.signIn(user)).action).toBe('ONBOARDING');
  });

  it('is refused if the role requires a second factor, and if one is set up', async () => {
    await site.set('two_fa_forced_roles', ['subscriber']);
    const forced = await beginSignIn();
    expect(await site.step('do_not_ask_again', forced.proof)).toMatchObject({
      status: 403,
      body: { error: expect.any(String) },
      session: null,
    });
    await site.set('two_fa_forced_roles', []);
    const { proof } = await beginSignIn(await createPersonWithEmailCodes());
    const reply = await site.step('do_not_ask_again', proof);
    expect([reply.status, Object.keys(reply.body), reply.session]).toEqual([403, ['error'], null]);
  });
});

describe('skip_onboarding', () => {
  it('starts a session and changes nothing', async () => {
    const { user, proof } = await beginSignIn();
    const reply = await site.step('skip_onboarding', { ...proof, redirect_to: 'http://site.test/events/?view=month' });
    expect(reply).toMatchObject({ status: 200, body: { redirect_to: 'http://site.test/events/?view=month' } });
    expect(reply.session).toBeTruthy();
    expect((await site.signIn(user)).action).toBe('ONBOARDING');
  });

  it('works for roles that require a second factor until their grace period ends', async () => {
    await site.set('two_fa_forced_roles', ['subscriber']);
    await site.set('two_fa_grace_period', 1);
    const { user, proof } = await beginSignIn();
    setClock(createShiftedClock(10 * MINUTE));
    expect((await site.step('skip_onboarding', proof)).status).toBe(200);
    setClock(createShiftedClock(DAY - MINUTE));
    const late = await beginSignIn(user);
    expect(late.passwordStep.action).toBe('ONBOARDING');
    setClock(createShiftedClock(DAY + MINUTE));
    expect(await site.step('skip_onboarding', late.proof)).toMatchObject({ status: 403, body: { error: expect.any(String) } });
    expect(await site.signIn(user)).toMatchObject({ action: 'EXPIRED', loginNonce: null });
  });

  it('is refused if a method is set up', async () => {
    const { proof } = await beginSignIn(await createPersonWithEmailCodes());
    expect((await site.step('skip_onboarding', proof)).status).toBe(403);
  });
});

describe.each(['save_default_method_email', 'save_default_method_email_profile'])('%s', (route) => {
  it('mails a code and returns its keyed hash, but starts no session', async () => {
    const { user, proof } = await beginSignIn();
    const reply = await site.step(route, { ...proof, ...EMAIL, redirect_to: '/events/' });
    const code = (await site.code(user)).replace(' ', '');
    expect(reply).toMatchObject({
      status: 200,
      body: { token: expect.stringMatching(/^[0-9a-f]{64}$/), redirect_to: '/events/', validation_action: 'validate_email_setup' },
      session: null,
    });
    expect(Object.keys(reply.body)).toEqual(['token', 'redirect_to', 'validation_action']);
    expect(code).toMatch(/^\d{8}$/);
    expect((await site.site.db.prisma.emailCode.findUnique({ where: { userId: user.id } }))?.codeHash).toBe(reply.body.token);
    const [mail] = await site.mailsTo(user);
    expect(mail?.subject).toMatch(route.endsWith('profile') ? /set up/ : /sign-in code/);
  });

  it.each(['totp', 'passkey', 'passkey_register', 'Email', ''])('is refused for the provider %j', async (provider) => {
    const { proof } = await beginSignIn();
    expect(await site.step(route, { ...proof, provider })).toMatchObject({ status: 401, body: { error: expect.any(String) } });
  });

  it('is refused if a method is set up, before the provider is checked', async () => {
    const { proof } = await beginSignIn(await createPersonWithEmailCodes());
    expect((await site.step(route, { ...proof, provider: 'totp' })).status).toBe(403);
  });
});

describe('validate_email_setup', () => {
  it('accepts the code with or without its space, once, and starts a session', async () => {
    const { user, proof } = await beginSignIn();
    await site.step('save_default_method_email', { ...proof, ...EMAIL });
    const code = await site.code(user);
    const reply = await site.step('validate_email_setup', { ...proof, ...EMAIL, token: ` ${code} ` });
    expect(reply).toMatchObject({ status: 200, body: { redirect_to: 'http://site.test/account' } });
    expect((await findSession(site.site, reply.session ?? ''))?.user.id).toBe(user.id);
    expect(await stateOf(user.id)).toMatchObject({ emailStatus: 'active', failedCodes: 0 });
    const next = await beginSignIn(user);
    expect((await site.step('validate_email_setup', { ...next.proof, ...EMAIL, token: code })).status).toBe(401);
  });

  it('refuses a wrong or expired code, ends the session of the request, and changes no state', async () => {
    const user = await createPersonWithEmailCodes();
    const first = await beginSignIn(user);
    const code = (await site.code(user)).replace(' ', '');
    const other = await site.step('do_not_ask_again', (await beginSignIn()).proof);
    const wrong = await site.step('validate_email_setup', { ...first.proof, ...EMAIL, token: '1234' }, { cookie: other.session ?? '' });
    expect(wrong).toMatchObject({ status: 401, body: { error: expect.any(String) }, session: '' });
    expect(Object.keys(wrong.body)).toEqual(['error']);
    expect(await findSession(site.site, other.session ?? '')).toBeNull();
    expect(await stateOf(user.id)).toMatchObject({ emailStatus: 'active', failedCodes: 1 });
    // a second code, while the first proof is still valid
    setClock(createShiftedClock(14 * MINUTE));
    const { proof } = await beginSignIn(user);
    setClock(createShiftedClock(16 * MINUTE));
    expect((await site.step('validate_email_setup', { ...proof, ...EMAIL, token: code })).status).toBe(401);
  });

  it.each([null, 'totp', 'x'])('refuses the provider %j', async (provider) => {
    const { proof } = await beginSignIn();
    const reply = await site.step('validate_email_setup', { ...proof, provider, token: '1' });
    expect(reply.status).toBe(provider === null ? 400 : 401);
  });

  it('delays further codes by 2, 4, 8 … seconds after wrong ones, even right codes', async () => {
    const user = await createPersonWithEmailCodes();
    const { proof } = await beginSignIn(user);
    const code = await site.code(user);
    const sendCode = (token: string) => site.step('validate_email_setup', { ...proof, ...EMAIL, token });
    let elapsedMs = 0;
    for (const wait of [2, 4, 8]) {
      expect((await sendCode('00000000')).status).toBe(401);
      const attempt = await sendCode(code);
      expect(attempt).toMatchObject({ status: 429, body: { error: expect.any(String) }, session: null });
      expect(Number(attempt.headers['retry-after'])).toBeLessThanOrEqual(wait);
      expect((await stateOf(user.id))?.lastFailedAt).not.toBeNull();
      elapsedMs += wait * 1000 + 500;
      setClock(createShiftedClock(elapsedMs));
    }
    expect((await sendCode(code)).status).toBe(200);
    expect(await stateOf(user.id)).toMatchObject({ failedCodes: 0, lastFailedAt: null });
  });

  it('checks one of several simultaneous codes', async () => {
    const user = await createPersonWithEmailCodes();
    const { proof } = await beginSignIn(user);
    const code = await site.code(user);
    const guesses = [...Array.from({ length: 9 }, (_, n) => `0000000${n}`), code].map((token) =>
      site.step('validate_email_setup', { ...proof, ...EMAIL, token }),
    );
    const statuses = (await Promise.all(guesses)).map(({ status }) => status).sort((a, b) => a - b);
    expect(statuses.filter((status) => status !== 429)).toHaveLength(1);
    expect((await stateOf(user.id))?.failedCodes).toBeLessThanOrEqual(1);
  });

  it('disables the password after thirty wrong codes, and notifies user and administrator', async () => {
    const user = await createPersonWithEmailCodes();
    await site.signIn(user);
    await site.site.db.prisma.twoFactorState.update({ where: { userId: user.id }, data: { failedCodes: 29 } });
    await site.user('administrator');
    const { proof } = await beginSignIn(user);
    const reply = await site.step('validate_email_setup', { ...proof, ...EMAIL, token: '00000000' });
    expect(reply.status).toBe(401);
    await expect(site.signIn(user)).rejects.toThrow('incorrect_password');
    expect(await stateOf(user.id)).toMatchObject({ failedCodes: 0, passwordResetForced: true, emailStatus: 'active' });
    expect(await site.site.db.prisma.session.count({ where: { userId: user.id } })).toBe(0);
    expect(await site.site.db.prisma.loginNonce.count({ where: { userId: user.id } })).toBe(0);
    expect((await site.mailsTo(user)).map(({ subject }) => subject)).toContain('Your password for Marquee no longer works');
    const [toAdministrator] = await site.mailsTo({ ...user, email: 'administrator@example.org' });
    expect(toAdministrator?.text).toContain(user.login);
    const change = 'mutation($id: Int!) { updateUser(input: { id: $id, password: "a new password" }) { user { databaseId } } }';
    const { errors } = await site.graphql(change, { id: user.id }, 'administrator');
    expect(errors).toEqual([]);
    expect((await site.signIn({ ...user, password: 'a new password' })).action).toBe('CHALLENGE');
    expect((await stateOf(user.id))?.passwordResetForced).toBe(false);
  });
});

describe('resend_email_code', () => {
  it('mails another code, which invalidates the previous one', async () => {
    const { user, proof } = await beginSignIn();
    await site.step('save_default_method_email', { ...proof, ...EMAIL });
    const former = await site.code(user);
    const reply = await site.step('resend_email_code', { ...proof, ...EMAIL, profile: '1' });
    expect(reply).toMatchObject({ status: 200, body: { message: expect.any(String) }, session: null });
    const latest = await site.code(user);
    expect(latest).not.toBe(former);
    expect((await site.mailsTo(user))[0]?.subject).toContain('set up');
    expect((await site.step('validate_email_setup', { ...proof, ...EMAIL, token: former })).status).toBe(401);
    setClock(createShiftedClock(3000));
    expect((await site.step('validate_email_setup', { ...proof, ...EMAIL, token: latest })).status).toBe(200);
  });

  it('is refused with 400 for other providers, and with 403 if no code is expected', async () => {
    const { user, proof } = await beginSignIn();
    expect(await site.step('resend_email_code', { ...proof, provider: 'totp' })).toMatchObject({
      status: 400,
      body: { error: expect.any(String) },
    });
    await site.site.db.prisma.twoFactorState.create({ data: { userId: user.id, emailStatus: 'disabled' } });
    expect(await site.step('resend_email_code', { ...proof, ...EMAIL })).toMatchObject({
      status: 403,
      body: { error: expect.any(String) },
    });
  });
});

describe('The proof of the password step', () => {
  it('starts one session, even with simultaneous requests', async () => {
    const { user, proof } = await beginSignIn();
    const replies = await Promise.all(Array.from({ length: 8 }, () => site.step('skip_onboarding', proof)));
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(replies.filter(({ status }) => status !== 200).map(({ status }) => status)).toEqual(Array(7).fill(401));
    expect(await site.site.db.prisma.session.count({ where: { userId: user.id } })).toBe(1);
  });

  it('is not invalidated by requests from other IP addresses, whose sixth wrong proof gets 429', async () => {
    const { proof } = await beginSignIn();
    const stranger = { ip: '203.0.113.77' };
    for (let n = 1; n <= 5; n += 1)
      expect((await site.step('skip_onboarding', { ...proof, login_nonce: WRONG }, stranger)).status).toBe(401);
    const blocked = await site.step('skip_onboarding', { ...proof, login_nonce: WRONG }, stranger);
    expect(blocked).toMatchObject({ status: 429, body: { code: 'rest_forbidden', data: { status: 429 } } });
    // wrong proofs for unknown users are not counted: the reference has no limit for them
    for (let n = 1; n <= 8; n += 1)
      expect((await site.step('skip_onboarding', { user_id: 2_000_000_000, login_nonce: WRONG }, stranger)).status).toBe(401);
    expect((await site.step('skip_onboarding', proof)).status).toBe(200);
  });

  it('is replaced by the next sign-in', async () => {
    const { user, proof } = await beginSignIn();
    await beginSignIn(user);
    expect((await site.step('skip_onboarding', proof)).status).toBe(401);
  });
});

describe('The redirect after sign-in', () => {
  it.each([
    [undefined, 'http://site.test/account'],
    ['', 'http://site.test/account'],
    ['/events/?a=1&b[]=2#x', '/events/?a=1&b[]=2#x'],
    ['  /events/\r\n ', '/events/'],
    ['http://site.test/x', 'http://site.test/x'],
    ['//site.test/x', 'http://site.test/x'],
    ['//evil.example/x', 'http://site.test/account'],
    ['http://evil.example/', 'http://site.test/account'],
    ['http://site.test@evil.example/', 'http://site.test/account'],
    ['http://a@site.test/', 'http://site.test/account'],
    ['http://site.test:81/', 'http://site.test/account'],
    ['javascript:alert(1)', 'http://site.test/account'],
    ['ftp://site.test/', 'http://site.test/account'],
    ['/\\evil.example', 'http://site.test/account'],
    ['///evil.example', 'http://site.test/account'],
    ['http:///x', 'http://site.test/account'],
    ['events/', 'http://site.test/account'],
    ['?a=1', 'http://site.test/account'],
    ['/bü', '/b%C3%BC'],
  ])('for %j is %j', async (requested, expected) => {
    const { proof } = await beginSignIn();
    const reply = await site.step('skip_onboarding', { ...proof, ...(requested !== undefined && { redirect_to: requested }) });
    expect(reply.body).toEqual({ redirect_to: expected });
  });
});

describe('The reminder', () => {
  it('is sent once to users with a required second factor, three days before their grace period ends', async () => {
    const user = await site.person('contributor');
    await site.set('two_fa_enabled_roles_email', ['contributor']);
    await site.set('two_fa_forced_roles', ['contributor']);
    expect(await remindOfGrace(site.site)).toBe(0);
    expect((await stateOf(user.id))?.graceStartedAt).not.toBeNull();
    setClock(createShiftedClock(6.9 * DAY));
    expect(await remindOfGrace(site.site)).toBe(0);
    setClock(createShiftedClock(7.1 * DAY));
    expect(await Promise.all([remindOfGrace(site.site), remindOfGrace(site.site)])).toEqual(expect.arrayContaining([0, 1]));
    expect((await site.mailsTo(user)).map(({ text }) => /3 more days/.test(text))).toEqual([true]);
    await site.set('two_fa_forced_roles', []);
    await remindOfGrace(site.site);
    expect((await stateOf(user.id))?.graceStartedAt).toBeNull();
  });
});
