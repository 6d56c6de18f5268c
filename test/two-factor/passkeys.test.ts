import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { setClock, createShiftedClock } from '../../src/core/time/clock.ts';
import { Authenticator, type Deviations } from './authenticator.ts';
import { openTwoFactor, type Person, type Session, type TwoFactorSite } from './two-factor-site.ts';

const MINUTE = 60_000;
const ORIGIN = 'https://site.test';
let site: TwoFactorSite;
beforeAll(async () => {
  site = await openTwoFactor({ SITE_URL: ORIGIN });
});
afterAll(() => site.close());
afterEach(() => setClock());

const BEGIN = 'mutation { beginPasskeyRegistration { options } }';
const FINISH =
  'mutation($name: String!, $response: JSON!) { finishPasskeyRegistration(name: $name, response: $response) { passkey { databaseId name lastUsedAt isSynced } } }';
const BEGIN_SIGN_IN = 'mutation { beginPasskeySignIn { options } }';
const FINISH_SIGN_IN = 'mutation($response: JSON!) { finishPasskeySignIn(response: $response) { userId redirectTo } }';
const BEGIN_PROOF =
  'mutation($userId: Int!, $loginNonce: String!) { beginPasskeyProof(userId: $userId, loginNonce: $loginNonce) { options } }';
const FINISH_PROOF =
  'mutation($userId: Int!, $loginNonce: String!, $response: JSON!) { finishPasskeyProof(userId: $userId, loginNonce: $loginNonce, response: $response) { userId } }';
const REMOVE = 'mutation($id: Int!) { removePasskey(id: $id) { secondFactors { methods passkeys { name } } } }';
const RENAME = 'mutation($id: Int!, $name: String!) { renamePasskey(id: $id, name: $name) { passkey { name } } }';

async function createPersonWithSession(): Promise<{ person: Person; session: Session }> {
  const person = await site.person('author');
  return { person, session: await site.session(person) };
}

async function addPasskey(session: Session, device = new Authenticator(ORIGIN), deviations: Deviations = {}, name = 'Phone') {
  const { data } = await site.ask(BEGIN, {}, session);
  const response = device.create(data.beginPasskeyRegistration.options, deviations);
  return { device, response, reply: await site.ask(FINISH, { name, response }, session) };
}

async function createPersonWithPasskey() {
  const { person, session } = await createPersonWithSession();
  const { device, reply } = await addPasskey(session);
  expect(reply.code).toBeNull();
  return { person, session, device, id: reply.data.finishPasskeyRegistration.passkey.databaseId as number };
}

const signInOptions = async () => (await site.ask(BEGIN_SIGN_IN)).data.beginPasskeySignIn.options;
const signInWith = async (device: Authenticator, deviations: Deviations = {}) =>
  await site.ask(FINISH_SIGN_IN, { response: device.get(await signInOptions(), deviations) });

describe('A passkey', () => {
  it('is created for this site without personal data, and required from then on', async () => {
    const { person, session } = await createPersonWithSession();
    const options = (await site.ask(BEGIN, {}, session)).data.beginPasskeyRegistration.options;
    expect(options).toMatchObject({
      rp: { id: 'site.test', name: 'Marquee' },
      user: { name: person.login },
      attestation: 'none',
      authenticatorSelection: { residentKey: 'preferred' },
    });
    expect(Buffer.from(options.user.id, 'base64url')).toHaveLength(32);
    const { reply } = await addPasskey(session, new Authenticator(ORIGIN), {}, '  My\n phone ');
    expect(reply.data.finishPasskeyRegistration.passkey).toMatchObject({ name: 'My phone', lastUsedAt: null, isSynced: false });
    expect(await site.signIn(person)).toMatchObject({ action: 'CHALLENGE', methods: ['PASSKEY'] });
    expect((await site.mailsTo(person)).map(({ text }) => text)).toEqual([expect.stringContaining('A passkey was added')]);
  });

  it.each<[string, Deviations]>([
    ['another site', { origin: 'https://evil.test' }],
    ['a key of another site', { rpId: 'evil.test' }],
    ['another ceremony type', { type: 'webauthn.get' }],
    ['certificates, which would be looked up', { hasCertificates: true }],
  ])('is refused with %s', async (_what, deviations) => {
    const { session } = await createPersonWithSession();
    expect((await addPasskey(session, new Authenticator(ORIGIN), deviations)).reply.code).toBe('passkey_refused');
  });

  it('can be added once for each challenge, by its user within five minutes', async () => {
    const { session } = await createPersonWithSession();
    const other = await createPersonWithSession();
    const options = (await site.ask(BEGIN, {}, session)).data.beginPasskeyRegistration.options;
    const send = (by: Session, device = new Authenticator(ORIGIN)) => site.ask(FINISH, { name: 'x', response: device.create(options) }, by);
    expect((await send(other.session)).code).toBe('passkey_refused');
    const codes = (await Promise.all(Array.from({ length: 6 }, () => send(session)))).map(({ code }) => code);
    expect(codes.filter((code) => code === null)).toHaveLength(1);
    expect(codes.filter((code) => code !== null)).toEqual(Array(5).fill('passkey_refused'));
    const lateOptions = (await site.ask(BEGIN, {}, session)).data.beginPasskeyRegistration.options;
    setClock(createShiftedClock(5 * MINUTE + 1000));
    expect((await site.ask(FINISH, { name: 'x', response: new Authenticator(ORIGIN).create(lateOptions) }, session)).code).toBe(
      'passkey_refused',
    );
  });

  it('belongs to one account, and an account has at most twenty', async () => {
    const { device, person, session } = await createPersonWithPasskey();
    expect((await addPasskey((await createPersonWithSession()).session, device)).reply.code).toBe('passkey_refused');
    const passkeys = Array.from({ length: 19 }, (_, n) => ({
      userId: person.id,
      name: `n${n}`,
      credentialId: `${person.id}-${n}`,
      publicKey: Buffer.alloc(1),
      counter: 0n,
      isSynced: true,
      createdAt: new Date(),
    }));
    await site.site.db.prisma.passkey.createMany({ data: passkeys });
    expect((await addPasskey(session)).reply.code).toBe('too_many_passkeys');
  });

  it.each([
    null,
    'x',
    {},
    { id: 'a', rawId: 'a', type: 'public-key', response: {} },
    {
      id: 'a',
      rawId: 'a',
      type: 'public-key',
      response: { clientDataJSON: 'e30', attestationObject: 'e30', authenticatorData: '', signature: '' },
    },
  ])('is refused for an invalid response: %j', async (response) => {
    const { session } = await createPersonWithSession();
    expect((await site.ask(FINISH, { name: 'x', response }, session)).code).toMatch(
      response === null ? /^BAD_USER_INPUT$/ : /^passkey_refused$/,
    );
    expect((await site.ask(FINISH_SIGN_IN, { response })).code).toMatch(response === null ? /^BAD_USER_INPUT$/ : /^passkey_refused$/);
    expect(site.logged.filter((line) => line.includes('"level":50'))).toEqual([]);
  });
});

describe('Signing in with a passkey only', () => {
  it('starts a session of its user, once for each response, even with simultaneous requests', async () => {
    const { person, device } = await createPersonWithPasskey();
    const response = device.get(await signInOptions());
    const replies = await Promise.all(Array.from({ length: 8 }, () => site.ask(FINISH_SIGN_IN, { response })));
    expect(replies.filter(({ session }) => session !== null)).toHaveLength(1);
    expect(replies.find(({ code }) => code === null)?.data.finishPasskeySignIn.userId).toBe(person.id);
    expect((await site.ask(FINISH_SIGN_IN, { response })).code).toBe('passkey_refused');
    expect(await site.site.db.prisma.session.count({ where: { userId: person.id } })).toBe(2);
  });

  it.each<[string, Deviations]>([
    ['another site', { origin: 'https://evil.test' }],
    ['another key', { rpId: 'evil.test' }],
    ['a device that has not verified its user', { isVerified: false }],
    ['a signature counter that decreases', { counter: 1 }],
    ['another ceremony type', { type: 'webauthn.create' }],
  ])('is refused for %s', async (_what, deviations) => {
    const { device } = await createPersonWithPasskey();
    await signInWith(device);
    expect(await signInWith(device, deviations)).toMatchObject({ code: 'passkey_refused', session: null });
    expect((await signInWith(device)).code).toBeNull();
  });

  it('is refused after five minutes, for a challenge of another purpose, and for a deleted passkey', async () => {
    const { device, session, person, id } = await createPersonWithPasskey();
    const options = await signInOptions();
    setClock(createShiftedClock(5 * MINUTE + 1000));
    expect((await site.ask(FINISH_SIGN_IN, { response: device.get(options) })).code).toBe('passkey_refused');
    setClock();
    const { userId, loginNonce } = await site.signIn(person);
    const proof = (await site.ask(BEGIN_PROOF, { userId, loginNonce })).data.beginPasskeyProof.options;
    expect((await site.ask(FINISH_SIGN_IN, { response: device.get(proof) })).code).toBe('passkey_refused');
    expect((await site.ask(FINISH_PROOF, { userId, loginNonce, response: device.get(await signInOptions()) })).code).toBe(
      'passkey_refused',
    );
    await site.ask(REMOVE, { id }, session);
    expect((await signInWith(device)).code).toBe('passkey_refused');
  });

  it('stores only used challenges, and removes them after they have expired', async () => {
    for (let n = 0; n < 20; n += 1) await signInOptions();
    const { device } = await createPersonWithPasskey();
    await signInWith(device);
    setClock(createShiftedClock(6 * MINUTE));
    await signInWith(device);
    expect(await site.site.db.prisma.spentChallenge.count()).toBeLessThanOrEqual(20);
    setClock(createShiftedClock(20 * MINUTE));
    for (let n = 0; n < 3; n += 1) await signInWith(device);
    expect(await site.site.db.prisma.spentChallenge.count()).toBe(3);
  });
});

describe('A passkey as second factor', () => {
  it('completes the sign-in of its own user only', async () => {
    const { person, device } = await createPersonWithPasskey();
    const other = await createPersonWithPasskey();
    const { userId, loginNonce } = await site.signIn(person);
    const options = (await site.ask(BEGIN_PROOF, { userId, loginNonce })).data.beginPasskeyProof.options;
    expect(options.allowCredentials).toEqual([{ id: device.id.toString('base64url'), transports: ['internal'], type: 'public-key' }]);
    expect((await site.ask(FINISH_PROOF, { userId, loginNonce, response: other.device.get(options) })).code).toBe('passkey_refused');
    const proven = await site.ask(FINISH_PROOF, { userId, loginNonce, response: device.get(options, { isVerified: false }) });
    expect([proven.code, proven.data?.finishPasskeyProof?.userId, proven.session !== null]).toEqual([null, person.id, true]);
    expect((await site.ask(BEGIN_PROOF, { userId, loginNonce })).code).toBe('login_nonce_invalid');
  });

  it('can be renamed and removed only by its own user, who is notified', async () => {
    const { person, session, id } = await createPersonWithPasskey();
    const other = await createPersonWithSession();
    expect((await site.ask(RENAME, { id, name: 'x' }, other.session)).code).toBe('passkey_not_found');
    expect((await site.ask(REMOVE, { id }, other.session)).code).toBe('passkey_not_found');
    expect((await site.ask(RENAME, { id, name: 'Old phone' }, session)).data.renamePasskey.passkey.name).toBe('Old phone');
    expect((await site.ask(REMOVE, { id }, session)).data.removePasskey.secondFactors).toEqual({ methods: [], passkeys: [] });
    expect((await site.mailsTo(person)).some(({ text }) => text.includes('A passkey was removed'))).toBe(true);
  });

  it('proves the identity of the user within a session', async () => {
    const { session, device, id } = await createPersonWithPasskey();
    setClock(createShiftedClock(16 * MINUTE));
    expect((await site.ask(REMOVE, { id }, session)).code).toBe('proof_needed');
    const options = (await site.ask('mutation { beginIdentityProofByPasskey { options } }', {}, session)).data.beginIdentityProofByPasskey
      .options;
    const proven = await site.ask(
      'mutation($response: JSON!) { proveIdentityByPasskey(response: $response) { secondFactors { methods } } }',
      { response: device.get(options) },
      session,
    );
    expect(proven.data.proveIdentityByPasskey.secondFactors.methods).toEqual(['PASSKEY']);
    expect((await site.ask(REMOVE, { id }, session)).code).toBeNull();
  });
});
