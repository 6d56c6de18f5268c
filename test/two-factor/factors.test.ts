import { Secret, TOTP } from 'otpauth';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { createFrozenClock, now, setClock, createShiftedClock } from '../../src/core/time/clock.ts';
import { remindOfGrace } from '../../src/domains/two-factor/reminder.job.ts';
import { openTwoFactor, type Person, type Session, type TwoFactorSite } from './two-factor-site.ts';

const MINUTE = 60_000;
const STEP = 30_000;
let site: TwoFactorSite;
beforeAll(async () => {
  site = await openTwoFactor();
});
afterAll(() => site.close());
afterEach(async () => {
  setClock();
  await site.set('two_fa_forced_roles', []);
  await site.set('two_fa_enabled_roles_email', ['subscriber']);
});

const codeOf = (secret: string) => new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: now().getTime() });
const BEGIN = 'mutation { beginAuthenticatorApp { secret address qrCode } }';
const CONFIRM =
  'mutation($code: String!) { confirmAuthenticatorApp(code: $code) { secondFactors { methods authenticatorApp { createdAt } } } }';
const REMOVE = 'mutation { removeAuthenticatorApp { secondFactors { methods recoveryCodesLeft } } }';
const CODES = 'mutation { createRecoveryCodes { codes } }';
const PROVE = `mutation($userId: Int!, $loginNonce: String!, $source: SecondFactorCodeSource!, $code: String!) {
  proveSecondFactor(userId: $userId, loginNonce: $loginNonce, source: $source, code: $code) { userId redirectTo } }`;
const PROVE_PASSWORD = 'mutation($password: String!) { proveIdentityByPassword(password: $password) { secondFactors { methods } } }';
const FACTORS = '{ viewer { secondFactors { methods email recoveryCodesLeft authenticatorApp { createdAt } passkeys { name } } } }';

/** Creates an author, who needs no second factor, with a session. */
async function createPersonWithSession(): Promise<{ person: Person; session: Session }> {
  const person = await site.person('author');
  return { person, session: await site.session(person) };
}

/** Creates an author with a session and an authenticator app, whose set-up code is used up. */
async function createPersonWithApp() {
  const { person, session } = await createPersonWithSession();
  const { data } = await site.ask(BEGIN, {}, session);
  const { secret } = data.beginAuthenticatorApp;
  expect((await site.ask(CONFIRM, { code: codeOf(secret) }, session)).code).toBeNull();
  return { person, session, secret: secret as string };
}

async function prove(person: Person, source: string, code: string) {
  const { userId, loginNonce } = await site.signIn(person);
  return await site.ask(PROVE, { userId, loginNonce, source, code });
}

/** Returns the first paragraph after the salutation of each mail. */
const notices = async (person: Person) => (await site.mailsTo(person)).map(({ text }) => text.split('\n\n')[1]);

describe('An authenticator app', () => {
  it('shows its secret once, as QR code and text, and is required after its first code', async () => {
    const { person, session } = await createPersonWithSession();
    const { data } = await site.ask(BEGIN, {}, session);
    const { secret, address, qrCode } = data.beginAuthenticatorApp;
    expect(secret).toMatch(/^[A-Z2-7]{32}$/);
    expect(address).toContain(`otpauth://totp/Marquee:${person.login}?issuer=Marquee&secret=${secret}`);
    expect(qrCode).toMatch(/^<svg /);
    expect((await site.signIn(person)).action).toBe('NONE');

    expect((await site.ask(CONFIRM, { code: '12345' }, session)).code).toBe('second_factor_setup_code_wrong');
    const confirmed = await site.ask(CONFIRM, { code: codeOf(secret) }, session);
    expect(confirmed.data.confirmAuthenticatorApp.secondFactors.methods).toEqual(['TOTP']);
    expect(await site.signIn(person)).toMatchObject({ action: 'CHALLENGE', methods: ['TOTP'] });
    expect(await notices(person)).toEqual(['An authenticator app was set up for your account.']);
    expect((await site.ask(CONFIRM, { code: codeOf(secret) }, session)).code).toBe('second_factor_setup_over');
  });

  it('stores nothing that reveals its codes', async () => {
    const { secret, person } = await createPersonWithApp();
    const stored = await site.site.db.prisma.authenticatorApp.findMany({ where: { userId: person.id } });
    const bytes = stored.map(({ sealedSecret }) => Buffer.from(sealedSecret).toString('latin1')).join();
    expect(bytes).not.toContain(secret);
    expect(bytes).not.toContain(Buffer.from(Secret.fromBase32(secret).bytes).toString('latin1'));
  });

  it('signs in once with each code, and never with the set-up code', async () => {
    const { person, secret } = await createPersonWithApp();
    // the code of the set-up
    expect((await prove(person, 'TOTP', codeOf(secret))).code).toBe('second_factor_code_wrong');
    setClock(createShiftedClock(3 * STEP));
    const code = codeOf(secret);
    const signedIn = await prove(person, 'TOTP', ` ${code.slice(0, 3)} ${code.slice(3)} `);
    expect(signedIn).toMatchObject({ code: null, data: { proveSecondFactor: { userId: person.id } } });
    const session = { id: person.id, sessionToken: signedIn.session ?? '' };
    expect((await site.ask(FACTORS, {}, session)).data.viewer.secondFactors).toMatchObject({
      methods: ['TOTP'],
      email: 'OPEN',
      recoveryCodesLeft: 0,
    });
    expect((await prove(person, 'TOTP', code)).code).toBe('second_factor_code_wrong');
  });

  it('accepts a code in one of several simultaneous requests', async () => {
    const { person, secret } = await createPersonWithApp();
    setClock(createShiftedClock(3 * STEP));
    const { userId, loginNonce } = await site.signIn(person);
    const code = codeOf(secret);
    const replies = await Promise.all(Array.from({ length: 8 }, () => site.ask(PROVE, { userId, loginNonce, source: 'TOTP', code })));
    expect(replies.filter(({ session }) => session !== null)).toHaveLength(1);
    expect(await site.site.db.prisma.session.count({ where: { userId } })).toBe(2);
  });

  it('accepts only codes of the current, previous and next time step', async () => {
    for (const [steps, isAccepted] of [
      [-2, false],
      [-1, true],
      [1, true],
      [2, false],
    ] as const) {
      const { person, secret } = await createPersonWithApp();
      // a time step may end between creating and sending the code
      setClock(createFrozenClock(new Date(Date.now() + 10 * STEP)));
      const code = new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: now().getTime() + steps * STEP });
      expect([steps, (await prove(person, 'TOTP', code)).code === null]).toEqual([steps, isAccepted]);
      setClock();
    }
  });

  it('is replaced by another app only after its first code', async () => {
    const { person, session, secret } = await createPersonWithApp();
    const other = (await site.ask(BEGIN, {}, session)).data.beginAuthenticatorApp.secret;
    setClock(createShiftedClock(3 * STEP));
    expect((await prove(person, 'TOTP', codeOf(secret))).code).toBeNull();
    await site.ask(CONFIRM, { code: codeOf(other) }, session);
    setClock(createShiftedClock(6 * STEP));
    expect((await prove(person, 'TOTP', codeOf(secret))).code).toBe('second_factor_code_wrong');
    setClock(createShiftedClock(9 * STEP));
    expect((await prove(person, 'TOTP', codeOf(other))).code).toBeNull();
  });

  it('must be confirmed within an hour', async () => {
    const { session, person } = await createPersonWithSession();
    const { secret } = (await site.ask(BEGIN, {}, session)).data.beginAuthenticatorApp;
    setClock(createShiftedClock(61 * MINUTE));
    await site.ask(PROVE_PASSWORD, { password: person.password }, session);
    expect((await site.ask(CONFIRM, { code: codeOf(secret) }, session)).code).toBe('second_factor_setup_over');
  });

  it('can be removed together with its recovery codes, and the user is notified by mail', async () => {
    const { person, session } = await createPersonWithApp();
    await site.ask(CODES, {}, session);
    const { data } = await site.ask(REMOVE, {}, session);
    expect(data.removeAuthenticatorApp.secondFactors).toEqual({ methods: [], recoveryCodesLeft: 0 });
    expect((await site.signIn(person)).action).toBe('NONE');
    expect(await notices(person)).toContain('The authenticator app was removed from your account.');
    expect((await site.ask(REMOVE, {}, session)).code).toBe('second_factor_not_set_up');
  });

  it('cannot be removed if the role requires a second factor and there is no other one, and satisfies that requirement', async () => {
    const { session, person } = await createPersonWithApp();
    await site.set('two_fa_enabled_roles_email', ['subscriber', 'author']);
    await site.set('two_fa_forced_roles', ['author']);
    expect((await site.ask(REMOVE, {}, session)).code).toBe('second_factor_required');
    await site.set('two_fa_grace_period', 1);
    await remindOfGrace(site.site);
    setClock(createShiftedClock(30 * MINUTE));
    await remindOfGrace(site.site);
    expect(await notices(person)).toEqual(['An authenticator app was set up for your account.']);
    setClock(createShiftedClock(3 * 24 * 60 * MINUTE));
    expect((await site.signIn(person)).action).toBe('CHALLENGE');
  });

  it('is required even if the site requires no second factor', async () => {
    const { person } = await createPersonWithApp();
    await site.set('login_protection_enabled', false);
    expect((await site.signIn(person)).methods).toEqual(['TOTP']);
    await site.set('login_protection_enabled', true);
  });

  it('cannot be bypassed with codes by email', async () => {
    const { person } = await createPersonWithApp();
    const { userId, loginNonce } = await site.signIn(person);
    const proof = { user_id: userId, login_nonce: loginNonce, provider: 'email' };
    for (const [route, status] of [
      ['save_default_method_email', 403],
      ['resend_email_code', 403],
      ['validate_email_setup', 403],
      ['skip_onboarding', 403],
      ['do_not_ask_again', 403],
    ] as const)
      expect([route, (await site.step(route, { ...proof, token: '12345678' })).status]).toEqual([route, status]);
    expect((await site.ask(PROVE, { userId, loginNonce, source: 'EMAIL', code: '12345678' })).code).toBe('second_factor_active');
    expect((await site.step('validate_email_setup', { ...proof, provider: 'totp', token: '12345678' })).status).toBe(401);
  });
});

describe('Recovery codes', () => {
  it('are ten codes, stored as keyed hashes, and each signs in once', async () => {
    const { person, session } = await createPersonWithApp();
    const codes: string[] = (await site.ask(CODES, {}, session)).data.createRecoveryCodes.codes;
    expect(new Set(codes).size).toBe(10);
    for (const code of codes) expect(code).toMatch(/^[2-9a-z]{4}-[2-9a-z]{4}-[2-9a-z]{4}$/);
    const stored = await site.site.db.prisma.recoveryCode.findMany({ where: { userId: person.id } });
    expect(stored.every(({ codeHash }) => /^[0-9a-f]{64}$/.test(codeHash))).toBe(true);
    const [first = '', second = ''] = codes;
    expect((await prove(person, 'RECOVERY', first.toUpperCase().replaceAll('-', ' '))).code).toBeNull();
    expect((await prove(person, 'RECOVERY', first)).code).toBe('second_factor_code_wrong');
    setClock(createShiftedClock(5000));
    expect((await prove(person, 'RECOVERY', second)).code).toBeNull();
    expect((await site.ask(FACTORS, {}, session)).data.viewer.secondFactors.recoveryCodesLeft).toBe(8);
    expect(await notices(person)).toContain('A recovery code was used for your account. It no longer works.');
  });

  it('are accepted in one of several simultaneous requests', async () => {
    const { person, session } = await createPersonWithApp();
    const [code] = (await site.ask(CODES, {}, session)).data.createRecoveryCodes.codes;
    const { userId, loginNonce } = await site.signIn(person);
    const replies = await Promise.all(Array.from({ length: 10 }, () => site.ask(PROVE, { userId, loginNonce, source: 'RECOVERY', code })));
    expect(replies.filter(({ session }) => session !== null)).toHaveLength(1);
    expect(await site.site.db.prisma.recoveryCode.count({ where: { userId, usedAt: { not: null } } })).toBe(1);
  });

  it('replace earlier ones, and simultaneous requests leave one set', async () => {
    const { person, session } = await createPersonWithApp();
    const [former] = (await site.ask(CODES, {}, session)).data.createRecoveryCodes.codes;
    const sets = await Promise.all(Array.from({ length: 5 }, () => site.ask(CODES, {}, session)));
    expect(sets.map(({ code }) => code)).toEqual(Array(5).fill(null));
    expect(await site.site.db.prisma.recoveryCode.count({ where: { userId: person.id } })).toBe(10);
    expect((await prove(person, 'RECOVERY', former)).code).toBe('second_factor_code_wrong');
  });

  it('belong to one user, and require another factor', async () => {
    const owner = await createPersonWithApp();
    const other = await createPersonWithApp();
    const [code] = (await site.ask(CODES, {}, owner.session)).data.createRecoveryCodes.codes;
    expect((await prove(other.person, 'RECOVERY', code)).code).toBe('second_factor_code_wrong');
    expect((await site.ask(CODES, {}, (await createPersonWithSession()).session)).code).toBe('second_factor_not_set_up');
  });
});

describe('Wrong codes', () => {
  it('of all kinds are counted together, and the thirtieth disables the password', async () => {
    const { person } = await createPersonWithApp();
    await prove(person, 'TOTP', '000000');
    expect((await prove(person, 'RECOVERY', 'aaaa-bbbb-cccc')).code).toBe('second_factor_wait');
    await site.site.db.prisma.twoFactorState.update({ where: { userId: person.id }, data: { failedCodes: 29, lastFailedAt: null } });
    expect((await prove(person, 'RECOVERY', 'aaaa-bbbb-cccc')).code).toBe('second_factor_code_wrong');
    await expect(site.signIn(person)).rejects.toThrow('incorrect_password');
  });
});

describe('Changing factors', () => {
  const MUTATIONS = [
    BEGIN,
    REMOVE,
    CODES,
    'mutation { beginEmailFactor { isSent } }',
    'mutation { removeEmailFactor { secondFactors { methods } } }',
    'mutation { confirmEmailFactor(code: "1") { secondFactors { methods } } }',
    'mutation { confirmAuthenticatorApp(code: "1") { secondFactors { methods } } }',
  ];

  it.each(MUTATIONS)('requires a session and a proof of at most 15 minutes ago: %s', async (mutation) => {
    const { person, session } = await createPersonWithApp();
    expect((await site.ask(mutation)).code).toBe('not_signed_in');
    const byApplication = await site.graphql(mutation, {}, 'author');
    expect(byApplication.errors[0]?.extensions['code']).toBe('session_needed');
    setClock(createShiftedClock(16 * MINUTE));
    expect((await site.ask(mutation, {}, session)).code).toBe('proof_needed');
    expect((await site.ask(PROVE_PASSWORD, { password: 'wrong' }, session)).code).toBe('incorrect_password');
    expect((await site.ask(mutation, {}, session)).code).toBe('proof_needed');
    expect((await site.ask(PROVE_PASSWORD, { password: person.password }, session)).code).toBeNull();
    expect((await site.ask(mutation, {}, session)).code).not.toBe('proof_needed');
  });

  it('accepts a code as proof, and counts wrong ones', async () => {
    const { session, secret } = await createPersonWithApp();
    setClock(createShiftedClock(16 * MINUTE));
    const proveByCode = (code: string, source = 'TOTP') =>
      site.ask(
        'mutation($source: SecondFactorCodeSource!, $code: String!) { proveIdentityByCode(source: $source, code: $code) { secondFactors { methods } } }',
        { source, code },
        session,
      );
    expect((await proveByCode('12345678', 'EMAIL')).code).toBe('second_factor_not_awaited');
    expect((await proveByCode('000000')).code).toBe('second_factor_code_wrong');
    expect((await proveByCode(codeOf(secret))).code).toBe('second_factor_wait');
    setClock(createShiftedClock(16 * MINUTE + 3000));
    expect((await proveByCode(codeOf(secret))).code).toBeNull();
    expect((await site.ask(REMOVE, {}, session)).code).toBeNull();
  });
});

describe('Codes by email', () => {
  it('can be enabled and disabled in the account, in addition to an app', async () => {
    const { person, session } = await createPersonWithApp();
    expect((await site.ask('mutation { beginEmailFactor { isSent } }', {}, session)).code).toBeNull();
    const code = await site.code(person);
    const { data } = await site.ask(
      'mutation($code: String!) { confirmEmailFactor(code: $code) { secondFactors { methods email } } }',
      { code },
      session,
    );
    expect(data.confirmEmailFactor.secondFactors).toEqual({ methods: ['TOTP', 'EMAIL'], email: 'ACTIVE' });

    const { userId, loginNonce, methods } = await site.signIn(person);
    expect(methods).toEqual(['TOTP', 'EMAIL']);
    const mails = (await site.mailsTo(person)).length;
    await site.step('resend_email_code', { user_id: userId, login_nonce: loginNonce, provider: 'email' });
    expect((await site.mailsTo(person)).length).toBe(mails + 1);
    const signedIn = await site.ask(PROVE, { userId, loginNonce, source: 'EMAIL', code: await site.code(person) });
    expect(signedIn.code).toBeNull();

    const removed = await site.ask('mutation { removeEmailFactor { secondFactors { methods email } } }', {}, session);
    expect(removed.data.removeEmailFactor.secondFactors).toEqual({ methods: ['TOTP'], email: 'DISABLED' });
    expect((await notices(person)).filter((text) => /email (were set up|were turned off)/.test(text ?? ''))).toHaveLength(2);
  });
});

describe('A user who may edit users', () => {
  const RESET = 'mutation($userId: Int!) { resetSecondFactors(userId: $userId) { secondFactors { methods email recoveryCodesLeft } } }';

  it('can remove the factors of another user, who is notified and keeps the application passwords', async () => {
    const { person, session } = await createPersonWithApp();
    await site.ask(CODES, {}, session);
    const applicationPasswords = await site.site.db.prisma.applicationPassword.count();
    await site.site.db.prisma.twoFactorState.upsert({
      where: { userId: person.id },
      create: { userId: person.id, failedCodes: 20, lastFailedAt: now() },
      update: { failedCodes: 20, lastFailedAt: now() },
    });
    expect((await site.graphql(RESET, { userId: person.id }, 'editor')).errors[0]?.extensions['code']).toBe('cannot_edit');
    const { data, errors } = await site.graphql(RESET, { userId: person.id }, 'administrator');
    expect([errors, data.resetSecondFactors.secondFactors]).toEqual([[], { methods: [], email: 'OPEN', recoveryCodesLeft: 0 }]);
    expect((await site.signIn(person)).action).toBe('NONE');
    expect((await site.ask(FACTORS, {}, session)).code).not.toBeNull();
    expect(await notices(person)).toContain('An administrator removed all second factors from your account. Please set new ones up.');
    expect(await site.site.db.prisma.applicationPassword.count()).toBeGreaterThanOrEqual(applicationPasswords);
  });

  it('cannot remove their own factors or those of an unknown user', async () => {
    const { id } = await site.user('administrator');
    expect((await site.graphql(RESET, { userId: id }, 'administrator')).errors[0]?.extensions['code']).toBe('second_factor_own');
    expect((await site.graphql(RESET, { userId: 2_000_000_000 }, 'administrator')).errors[0]?.extensions['code']).toBe('user_not_found');
  });

  it('can see the factors of other users, which nobody else can', async () => {
    const { person } = await createPersonWithApp();
    const query = 'query($id: Int!) { user(id: $id) { secondFactors { methods } } }';
    expect((await site.graphql(query, { id: person.id }, 'administrator')).data.user.secondFactors.methods).toEqual(['TOTP']);
    expect((await site.graphql(query, { id: (await site.user('author')).id }, 'author')).data.user.secondFactors.methods).toEqual([]);
    const { data } = await site.graphql(query, { id: (await site.user('administrator')).id }, 'editor');
    expect(data?.user?.secondFactors ?? null).toBeNull();
  });
});
