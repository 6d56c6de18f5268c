import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { setClock, shiftedBy } from '../../src/core/time/clock.ts';
import { findSession } from '../../src/domains/identity/auth/sessions.ts';
import { remindOfGrace } from '../../src/domains/two-factor/reminder.job.ts';
import { type FirstHalf, openTwoFactor, type Person, type TwoFactorSite } from './two-factor-site.ts';

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

const proofOf = ({ userId, loginNonce }: FirstHalf) => ({ user_id: userId, login_nonce: loginNonce });
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

async function begun(person?: Person) {
  const user = person ?? (await site.person());
  const half = await site.signIn(user);
  return { user, half, proof: proofOf(half) };
}

/** A user who has set codes by e-mail up. */
async function withEmail(): Promise<Person> {
  const { user, proof } = await begun();
  await site.step('save_default_method_email', { ...proof, ...EMAIL });
  const reply = await site.step('validate_email_setup', { ...proof, ...EMAIL, token: await site.code(user) });
  expect(reply.status).toBe(200);
  return user;
}

const stateOf = (id: number) => site.site.db.prisma.twoFactorState.findUnique({ where: { userId: id } });

describe('A right password', () => {
  it('is enough where nothing more is demanded: a session begins', async () => {
    const editor = await site.person('editor');
    expect(await site.signIn(editor)).toEqual({ userId: editor.id, loginNonce: null, action: 'NONE', methods: [], redirectTo: '/account' });
    await site.set('login_protection_enabled', false);
    expect((await site.signIn(await site.person())).action).toBe('NONE');
    await site.set('login_protection_enabled', true);
  });

  it('is followed by an offer, with a proof of 64 hex characters of which nothing is stored', async () => {
    const { half } = await begun();
    expect(half).toMatchObject({ action: 'ONBOARDING', loginNonce: expect.stringMatching(/^[0-9a-f]{64}$/) });
    const stored = await site.site.db.prisma.loginNonce.findUnique({ where: { userId: half.userId } });
    expect(stored?.keyHash).toMatch(/^[0-9a-f]{64}$/);
    expect(stored?.keyHash).not.toBe(half.loginNonce);
    expect(await site.site.db.prisma.session.count({ where: { userId: half.userId } })).toBe(0);
  });

  it('is followed by a challenge and a code by mail once a method is active, whatever role and settings say', async () => {
    const user = await withEmail();
    await site.set('two_fa_enabled_roles_email', []);
    expect((await site.signIn(user)).action).toBe('CHALLENGE');
    const [mail] = await site.mailsTo(user);
    expect(mail?.subject).toContain('Marquee');
    expect(mail?.text).toMatch(/\b\d{4} \d{4}\b/);
  });
});

describe.each(routes)('The route %s', (route) => {
  const full = { provider: 'email', token: '12345678' };

  it('names what is missing, then what is wrong, before it asks for the proof', async () => {
    const nothing = await site.step(route, {});
    expect(nothing).toMatchObject({ status: 400, body: { code: 'rest_missing_callback_param' } });
    expect(nothing.body.data.params).toEqual(expect.arrayContaining(['user_id', 'login_nonce']));
    const wrong = await site.step(route, { user_id: 'me', login_nonce: 5, ...full });
    expect(wrong).toMatchObject({ status: 400, body: { code: 'rest_invalid_param' } });
    expect(Object.keys(wrong.body.data.params)).toEqual(expect.arrayContaining(['user_id', 'login_nonce']));
    expect(wrong.headers['allow']).toBeUndefined();
  });

  it('refuses a wrong proof and an unknown user alike, and a wrong proof makes the right one worthless', async () => {
    const { proof } = await begun();
    const refusal = LIMITED.includes(route) ? 403 : 401;
    const unknown = await site.step(route, { user_id: 2_000_000_000, login_nonce: WRONG, ...full });
    // from where the sign-in began
    const wrong = await site.step(route, { ...proof, login_nonce: WRONG, ...full }, { ip: '127.0.0.1' });
    expect(wrong).toMatchObject({ status: refusal, body: { code: 'rest_forbidden', data: { status: refusal } } });
    expect(wrong.body).toEqual(unknown.body);
    expect(wrong.headers['allow']).toBeUndefined();
    expect(await site.step(route, { ...proof, ...full })).toMatchObject({ status: refusal, body: { code: 'rest_forbidden' } });
    expect(await site.site.db.prisma.loginNonce.count({ where: { userId: { in: [proof.user_id, 2_000_000_000] } } })).toBe(0);
  });

  it('refuses a proof that is older than 15 minutes', async () => {
    const { proof } = await begun();
    setClock(shiftedBy(15 * MINUTE + 1000));
    expect((await site.step(route, { ...proof, ...full })).body.code).toBe('rest_forbidden');
  });
});

describe.each(LIMITED)('The route %s', (route) => {
  it('closes for an address after five wrong proofs, for ten minutes, and opens for a right one before that', async () => {
    const { proof } = await begun();
    const from = { ip: `192.0.2.${20 + LIMITED.indexOf(route)}` };
    const wrong = { user_id: 1, login_nonce: WRONG, provider: 'email', token: '1' };
    for (let n = 1; n <= 4; n += 1) expect((await site.step(route, wrong, from)).status).toBe(403);
    // a good proof takes the failures back
    expect((await site.step(route, { ...proof, provider: 'none', token: '1' }, from)).status).toBe(
      route === 'resend_email_code' ? 400 : 401,
    );
    for (let n = 1; n <= 5; n += 1) expect((await site.step(route, wrong, from)).status).toBe(403);
    const closed = await site.step(route, { ...proof, ...EMAIL, token: '1' }, from);
    expect(closed).toMatchObject({ status: 429, body: { code: 'rest_forbidden', data: { status: 429 } } });
    expect(Number(closed.headers['retry-after'])).toBeGreaterThan(590);
    expect((await site.step(route, { ...proof, provider: 'none', token: '1' })).status).not.toBe(429);
    setClock(shiftedBy(10 * MINUTE + 1000));
    expect((await site.step(route, wrong, from)).status).toBe(403);
  });
});

describe('do_not_ask_again', () => {
  it('begins a session of 14 days and is the last time that the user is asked', async () => {
    const { user, half, proof } = await begun();
    const reply = await site.step('do_not_ask_again', proof);
    expect(reply).toMatchObject({ status: 200, body: { redirect_to: 'http://site.test/account' }, headers: { allow: 'POST' } });
    const session = await findSession(site.site, reply.session ?? '');
    expect(session?.user.id).toBe(half.userId);
    expect((session?.expiresAt.getTime() ?? 0) - Date.now()).toBeGreaterThan(13.9 * DAY);
    expect((await stateOf(user.id))?.emailStatus).toBe('disabled');
    expect((await site.step('do_not_ask_again', proof)).body.code).toBe('rest_forbidden');
    expect((await site.signIn(user)).action).toBe('NONE');
    await site.set('two_fa_forced_roles', ['subscriber']);
    expect((await site.signIn(user)).action).toBe('ONBOARDING');
  });

  it('is refused where the role needs a second factor, and where one is set up', async () => {
    await site.set('two_fa_forced_roles', ['subscriber']);
    const forced = await begun();
    expect(await site.step('do_not_ask_again', forced.proof)).toMatchObject({
      status: 403,
      body: { error: expect.any(String) },
      session: null,
    });
    await site.set('two_fa_forced_roles', []);
    const { proof } = await begun(await withEmail());
    const reply = await site.step('do_not_ask_again', proof);
    expect([reply.status, Object.keys(reply.body), reply.session]).toEqual([403, ['error'], null]);
  });
});

describe('skip_onboarding', () => {
  it('begins a session and changes nothing', async () => {
    const { user, proof } = await begun();
    const reply = await site.step('skip_onboarding', { ...proof, redirect_to: 'http://site.test/events/?view=month' });
    expect(reply).toMatchObject({ status: 200, body: { redirect_to: 'http://site.test/events/?view=month' } });
    expect(reply.session).toBeTruthy();
    expect((await site.signIn(user)).action).toBe('ONBOARDING');
  });

  it('works for forced roles until their days of grace are over', async () => {
    await site.set('two_fa_forced_roles', ['subscriber']);
    await site.set('two_fa_grace_period', 1);
    const { user, proof } = await begun();
    setClock(shiftedBy(10 * MINUTE));
    expect((await site.step('skip_onboarding', proof)).status).toBe(200);
    setClock(shiftedBy(DAY - MINUTE));
    const late = await begun(user);
    expect(late.half.action).toBe('ONBOARDING');
    setClock(shiftedBy(DAY + MINUTE));
    expect(await site.step('skip_onboarding', late.proof)).toMatchObject({ status: 403, body: { error: expect.any(String) } });
    expect(await site.signIn(user)).toMatchObject({ action: 'EXPIRED', loginNonce: null });
  });

  it('is refused where a method is set up', async () => {
    const { proof } = await begun(await withEmail());
    expect((await site.step('skip_onboarding', proof)).status).toBe(403);
  });
});

describe.each(['save_default_method_email', 'save_default_method_email_profile'])('%s', (route) => {
  it('mails a code and answers its keyed hash; no session begins', async () => {
    const { user, proof } = await begun();
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
    const { proof } = await begun();
    expect(await site.step(route, { ...proof, provider })).toMatchObject({ status: 401, body: { error: expect.any(String) } });
  });

  it('is refused where a method is set up, before the provider is looked at', async () => {
    const { proof } = await begun(await withEmail());
    expect((await site.step(route, { ...proof, provider: 'totp' })).status).toBe(403);
  });
});

describe('validate_email_setup', () => {
  it('takes the code with or without its blank, once, and begins a session', async () => {
    const { user, proof } = await begun();
    await site.step('save_default_method_email', { ...proof, ...EMAIL });
    const code = await site.code(user);
    const reply = await site.step('validate_email_setup', { ...proof, ...EMAIL, token: ` ${code} ` });
    expect(reply).toMatchObject({ status: 200, body: { redirect_to: 'http://site.test/account' } });
    expect((await findSession(site.site, reply.session ?? ''))?.user.id).toBe(user.id);
    expect(await stateOf(user.id)).toMatchObject({ emailStatus: 'active', failedCodes: 0 });
    const again = await begun(user);
    expect((await site.step('validate_email_setup', { ...again.proof, ...EMAIL, token: code })).status).toBe(401);
  });

  it('refuses a wrong code and one older than 15 minutes, ends the session of the request, and changes no status', async () => {
    const user = await withEmail();
    const first = await begun(user);
    const code = (await site.code(user)).replace(' ', '');
    const other = await site.step('do_not_ask_again', (await begun()).proof);
    const wrong = await site.step('validate_email_setup', { ...first.proof, ...EMAIL, token: '1234' }, { cookie: other.session ?? '' });
    expect(wrong).toMatchObject({ status: 401, body: { error: expect.any(String) }, session: '' });
    expect(Object.keys(wrong.body)).toEqual(['error']);
    expect(await findSession(site.site, other.session ?? '')).toBeNull();
    expect(await stateOf(user.id)).toMatchObject({ emailStatus: 'active', failedCodes: 1 });
    // a second code, while the first proof still holds
    setClock(shiftedBy(14 * MINUTE));
    const { proof } = await begun(user);
    setClock(shiftedBy(16 * MINUTE));
    expect((await site.step('validate_email_setup', { ...proof, ...EMAIL, token: code })).status).toBe(401);
  });

  it.each([null, 'totp', 'x'])('refuses the provider %j', async (provider) => {
    const { proof } = await begun();
    const reply = await site.step('validate_email_setup', { ...proof, provider, token: '1' });
    expect(reply.status).toBe(provider === null ? 400 : 401);
  });

  it('makes wrong codes wait 2, 4, 8 … seconds, right ones too', async () => {
    const user = await withEmail();
    const { proof } = await begun(user);
    const code = await site.code(user);
    const guess = (token: string) => site.step('validate_email_setup', { ...proof, ...EMAIL, token });
    let passed = 0;
    for (const wait of [2, 4, 8]) {
      expect((await guess('00000000')).status).toBe(401);
      const early = await guess(code);
      expect(early).toMatchObject({ status: 429, body: { error: expect.any(String) }, session: null });
      expect(Number(early.headers['retry-after'])).toBeLessThanOrEqual(wait);
      expect((await stateOf(user.id))?.lastFailedAt).not.toBeNull();
      passed += wait * 1000 + 500;
      setClock(shiftedBy(passed));
    }
    expect((await guess(code)).status).toBe(200);
    expect(await stateOf(user.id)).toMatchObject({ failedCodes: 0, lastFailedAt: null });
  });

  it('lets one of many codes at the same time be looked at', async () => {
    const user = await withEmail();
    const { proof } = await begun(user);
    const code = await site.code(user);
    const guesses = [...Array.from({ length: 9 }, (_, n) => `0000000${n}`), code].map((token) =>
      site.step('validate_email_setup', { ...proof, ...EMAIL, token }),
    );
    const statuses = (await Promise.all(guesses)).map(({ status }) => status).sort((a, b) => a - b);
    expect(statuses.filter((status) => status !== 429)).toHaveLength(1);
    expect((await stateOf(user.id))?.failedCodes).toBeLessThanOrEqual(1);
  });

  it('takes the password away after thirty wrong codes, and tells user and administrator', async () => {
    const user = await withEmail();
    await site.signIn(user);
    await site.site.db.prisma.twoFactorState.update({ where: { userId: user.id }, data: { failedCodes: 29 } });
    await site.user('administrator');
    const { proof } = await begun(user);
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
  it('mails another code, after which the former one is worthless', async () => {
    const { user, proof } = await begun();
    await site.step('save_default_method_email', { ...proof, ...EMAIL });
    const former = await site.code(user);
    const reply = await site.step('resend_email_code', { ...proof, ...EMAIL, profile: '1' });
    expect(reply).toMatchObject({ status: 200, body: { message: expect.any(String) }, session: null });
    const latest = await site.code(user);
    expect(latest).not.toBe(former);
    expect((await site.mailsTo(user))[0]?.subject).toContain('set up');
    expect((await site.step('validate_email_setup', { ...proof, ...EMAIL, token: former })).status).toBe(401);
    setClock(shiftedBy(3000));
    expect((await site.step('validate_email_setup', { ...proof, ...EMAIL, token: latest })).status).toBe(200);
  });

  it('is refused for other providers with 400, and with 403 where no code is awaited', async () => {
    const { user, proof } = await begun();
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

describe('The proof of the first half', () => {
  it('begins one session, however many requests use it at the same time', async () => {
    const { user, proof } = await begun();
    const replies = await Promise.all(Array.from({ length: 8 }, () => site.step('skip_onboarding', proof)));
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(replies.filter(({ status }) => status !== 200).map(({ status }) => status)).toEqual(Array(7).fill(401));
    expect(await site.site.db.prisma.session.count({ where: { userId: user.id } })).toBe(1);
  });

  it('is not ended by strangers elsewhere, whose sixth wrong proof is a 429', async () => {
    const { proof } = await begun();
    const stranger = { ip: '203.0.113.77' };
    for (let n = 1; n <= 5; n += 1)
      expect((await site.step('skip_onboarding', { ...proof, login_nonce: WRONG }, stranger)).status).toBe(401);
    const closed = await site.step('skip_onboarding', { ...proof, login_nonce: WRONG }, stranger);
    expect(closed).toMatchObject({ status: 429, body: { code: 'rest_forbidden', data: { status: 429 } } });
    // where nobody else's sign-in is in danger nothing counts: the reference has no limit there
    for (let n = 1; n <= 8; n += 1)
      expect((await site.step('skip_onboarding', { user_id: 2_000_000_000, login_nonce: WRONG }, stranger)).status).toBe(401);
    expect((await site.step('skip_onboarding', proof)).status).toBe(200);
  });

  it('is replaced by the next sign-in', async () => {
    const { user, proof } = await begun();
    await begun(user);
    expect((await site.step('skip_onboarding', proof)).status).toBe(401);
  });
});

describe('Where to go afterwards', () => {
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
  ])('%j becomes %j', async (wanted, expected) => {
    const { proof } = await begun();
    const reply = await site.step('skip_onboarding', { ...proof, ...(wanted !== undefined && { redirect_to: wanted }) });
    expect(reply.body).toEqual({ redirect_to: expected });
  });
});

describe('The reminder', () => {
  it('goes once to users of forced roles three days before their grace ends', async () => {
    const user = await site.person('contributor');
    await site.set('two_fa_enabled_roles_email', ['contributor']);
    await site.set('two_fa_forced_roles', ['contributor']);
    expect(await remindOfGrace(site.site)).toBe(0);
    expect((await stateOf(user.id))?.graceStartedAt).not.toBeNull();
    setClock(shiftedBy(6.9 * DAY));
    expect(await remindOfGrace(site.site)).toBe(0);
    setClock(shiftedBy(7.1 * DAY));
    expect(await Promise.all([remindOfGrace(site.site), remindOfGrace(site.site)])).toEqual(expect.arrayContaining([0, 1]));
    expect((await site.mailsTo(user)).map(({ text }) => /3 more days/.test(text))).toEqual([true]);
    await site.set('two_fa_forced_roles', []);
    await remindOfGrace(site.site);
    expect((await stateOf(user.id))?.graceStartedAt).toBeNull();
  });
});
