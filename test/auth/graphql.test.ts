import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { verifyNonce } from '../../src/domains/identity/auth/nonces.ts';
import { useSecondFactor } from '../../src/domains/identity/auth/second-factor.ts';
import { anonymous, type Viewer, createViewer, type ViewerUser } from '../../src/domains/identity/auth/viewer.ts';
import type { Site } from '../../src/site.ts';
import { createUser } from '../../src/domains/identity/users/user.service.ts';
import { makeUser } from '../support/factories.ts';
import { openTestSite, type TestSite } from '../support/test-site.ts';
import { askAs } from '../users/ask-as.ts';
import { getSharedSchema } from '../support/app.ts';

const schema = getSharedSchema();
let site: TestSite;
let admin: Viewer;
let anna: Viewer;
let ben: Viewer;
beforeAll(async () => {
  site = await openTestSite();
  [admin, anna, ben] = [await makeUser(site, 'administrator'), await makeUser(site, 'contributor'), await makeUser(site, 'editor')];
});
afterAll(() => site.close());

const runQuery = (viewer: Viewer, source: string, variables?: Record<string, unknown>, onSite: Site = site) =>
  askAs(schema, onSite, viewer, source, variables);
const refusal = async (viewer: Viewer, source: string, variables?: Record<string, unknown>, onSite: Site = site) =>
  (await runQuery(viewer, source, variables, onSite)).refusal;

const CREATE =
  'mutation($userId: Int, $name: String!, $appId: String) { createApplicationPassword(input: { userId: $userId, name: $name, appId: $appId }) { password applicationPassword { uuid appId name createdAt createdUtc lastUsedAt lastUsedUtc lastIp userId user { databaseId } } } }';
const LIST = 'query($userId: Int) { applicationPasswords(userId: $userId) { uuid name } }';
const READ = 'query($userId: Int, $uuid: String!) { applicationPassword(userId: $userId, uuid: $uuid) { uuid name } }';
const RENAME =
  'mutation($userId: Int, $uuid: String!, $name: String) { renameApplicationPassword(input: { userId: $userId, uuid: $uuid, name: $name }) { applicationPassword { uuid name appId } } }';
const REVOKE =
  'mutation($userId: Int, $uuid: String!) { revokeApplicationPassword(input: { userId: $userId, uuid: $uuid }) { isDeleted previous { uuid name } } }';
const REVOKE_ALL = 'mutation($userId: Int) { revokeApplicationPasswords(input: { userId: $userId }) { isDeleted count } }';
const CURRENT = 'query($userId: Int) { currentApplicationPassword(userId: $userId) { uuid } }';
const unknownUuid = '00000000-0000-4000-8000-000000000000';

async function createPassword(viewer: Viewer, name = 'App'): Promise<string> {
  return (await runQuery(viewer, CREATE, { name })).data.createApplicationPassword.applicationPassword.uuid as string;
}

describe('Application passwords in GraphQL', () => {
  it('are shown once, in six groups of four', async () => {
    const appId = 'b5c1f1f0-1f7b-4d1f-9a0b-0c0d0e0f1011';
    const { data } = await runQuery(anna, CREATE, { name: '  My app ', appId });
    const { password, applicationPassword } = data.createApplicationPassword;
    expect(password).toMatch(/^([A-Za-z0-9]{4} ){5}[A-Za-z0-9]{4}$/);
    expect(applicationPassword).toMatchObject({
      appId,
      name: 'My app',
      lastUsedAt: null,
      lastUsedUtc: null,
      lastIp: null,
      userId: anna.id,
      user: { databaseId: anna.id },
    });
    expect(applicationPassword.uuid).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
    expect(applicationPassword.createdAt).toBe(`${applicationPassword.createdUtc}Z`);
    const stored = JSON.stringify(await site.db.prisma.applicationPassword.findMany());
    expect(stored).not.toContain(password.replaceAll(' ', ''));
  });

  it('may have the same name, but a blank name or an invalid app ID is refused with the name of the argument', async () => {
    await createPassword(anna, 'Twin');
    expect(await createPassword(anna, 'Twin')).toMatch(/-/);
    for (const name of ['', ' \n ']) {
      const { refusal: refused, extensions } = await runQuery(anna, CREATE, { name });
      expect(refused).toBe('400 invalid_arguments');
      expect(extensions).toMatchObject({ details: { 'input.name': { code: 'invalid_pattern' } } });
    }
    expect((await runQuery(anna, CREATE, { name: 'x', appId: 'nope' })).extensions).toMatchObject({
      details: { 'input.appId': { code: 'invalid_uuid' } },
    });
    expect(await refusal(anna, CREATE, { name: 'x', appId: '' })).toBeNull();
  });

  it('are managed by their user and by users who may edit users', async () => {
    const user = await makeUser(site, 'author');
    for (const [viewer, userId] of [
      [user, undefined],
      [user, user.id],
      [admin, user.id],
    ] as const) {
      const { data } = await runQuery(viewer, CREATE, { userId, name: 'One' });
      const { uuid } = data.createApplicationPassword.applicationPassword;
      expect((await runQuery(viewer, LIST, { userId })).data.applicationPasswords).toEqual([{ uuid, name: 'One' }]);
      expect((await runQuery(viewer, READ, { userId, uuid })).data.applicationPassword).toEqual({ uuid, name: 'One' });
      expect((await runQuery(viewer, RENAME, { userId, uuid, name: 'Two' })).data.renameApplicationPassword.applicationPassword).toEqual({
        uuid,
        name: 'Two',
        appId: '',
      });
      expect((await runQuery(viewer, RENAME, { userId, uuid })).data.renameApplicationPassword.applicationPassword.name).toBe('Two');
      expect((await runQuery(viewer, REVOKE, { userId, uuid })).data.revokeApplicationPassword).toEqual({
        isDeleted: true,
        previous: { uuid, name: 'Two' },
      });
      expect((await runQuery(viewer, REVOKE_ALL, { userId })).data.revokeApplicationPasswords).toEqual({ isDeleted: true, count: 0 });
    }
    await createPassword(user);
    await createPassword(user);
    expect((await runQuery(user, 'mutation { revokeApplicationPasswords { count } }')).data.revokeApplicationPasswords.count).toBe(2);
  });

  it.each([
    [LIST, 'cannot_list_application_passwords'],
    [READ, 'cannot_read_application_password'],
    [CREATE, 'cannot_create_application_passwords'],
    [RENAME, 'cannot_edit_application_password'],
    [REVOKE, 'cannot_delete_application_password'],
    [REVOKE_ALL, 'cannot_delete_application_passwords'],
    [CURRENT, 'cannot_read_current_application_password'],
  ])('%s: refuses other users with %s, after unknown users and visitors without a user ID', async (source, code) => {
    const variables = (userId?: number) => ({ userId, uuid: unknownUuid, name: 'x' });
    expect(await refusal(ben, source, variables(anna.id))).toBe(`403 ${code}`);
    expect(await refusal(anonymous, source, variables(anna.id))).toBe(`401 ${code}`);
    expect(await refusal(ben, source, variables(999_999))).toBe('404 user_not_found');
    expect(await refusal(anonymous, source, variables(999_999))).toBe('404 user_not_found');
    expect(await refusal(anonymous, source, variables())).toBe('401 not_signed_in');
    const insecure = { ...site, config: { ...site.config, siteUrl: 'http://hall.example.org', production: true } };
    expect(await refusal(anonymous, source, variables(), insecure)).toBe('501 application_passwords_disabled');
  });

  it.each([READ, RENAME, REVOKE])("%s: returns 404 for another user's UUID, an unknown UUID and a malformed UUID", async (source) => {
    const passwordOfBen = await createPassword(ben);
    for (const uuid of [passwordOfBen, unknownUuid, 'introspect', 'x\0'])
      expect(await refusal(anna, source, { uuid, name: 'x' })).toBe('404 application_password_not_found');
  });

  it('include the password that signed in the current request', async () => {
    const uuid = await createPassword(anna);
    const user = anna.user as ViewerUser;
    const viewer = createViewer(user, 'password', { applicationPasswordUuid: uuid });
    expect((await runQuery(viewer, CURRENT, { userId: anna.id })).data.currentApplicationPassword).toEqual({ uuid });
    expect(await refusal(createViewer(user, 'session', { sessionToken: 'x' }), CURRENT)).toBe('404 not_signed_in_by_application_password');
    const adminWithPassword = createViewer(admin.user as ViewerUser, 'password', { applicationPasswordUuid: await createPassword(admin) });
    expect(await refusal(adminWithPassword, CURRENT, { userId: anna.id })).toBe('403 cannot_read_current_application_password');
    await runQuery(anna, REVOKE, { uuid });
    expect(await refusal(viewer, CURRENT)).toBe('404 application_password_not_found');
  });
});

describe('nonce', () => {
  it('returns a nonce valid for the caller, including visitors', async () => {
    for (const viewer of [anonymous, anna, createViewer(anna.user as ViewerUser, 'session', { sessionToken: 'token' })]) {
      const { data } = await runQuery(viewer, 'query($action: String!) { nonce(action: $action) }', { action: 'edit_ticket_nonce' });
      expect(verifyNonce(site, viewer, 'edit_ticket_nonce', data.nonce)).toBe(true);
      expect(verifyNonce(site, viewer, 'rest', data.nonce)).toBe(false);
    }
  });
});

describe('signIn', () => {
  const SIGN_IN =
    'mutation($login: String!, $password: String!, $to: String) { signIn(login: $login, password: $password, redirectTo: $to) { userId loginNonce action redirectTo } }';
  afterEach(() => useSecondFactor(site, null));

  it('returns the user and starts a session of 2 days, or of 14 days if remembered', async () => {
    const { id } = await createUser(site, { login: 'carl', email: 'carl@example.org', password: 'correct horse' });
    const { data } = await runQuery(anonymous, SIGN_IN, { login: 'carl', password: 'correct horse', to: '/events?x=1' });
    expect(data.signIn).toEqual({ userId: id, loginNonce: null, action: 'NONE', redirectTo: '/events?x=1' });
    const [session] = await site.db.prisma.session.findMany();
    expect(session).toMatchObject({ userId: id });
    expect(
      (await runQuery(anonymous, SIGN_IN, { login: 'carl', password: 'correct horse', to: '//evil.example' })).data.signIn.redirectTo,
    ).toBe('/account');
  });

  it('requires the second factor of a user who has one', async () => {
    useSecondFactor(site, async (_site, user, redirectTo) => ({
      action: 'challenge',
      methods: ['email'],
      loginNonce: `${user.login} ${redirectTo}`,
      page: null,
      message: '',
    }));
    const { data } = await runQuery(anonymous, SIGN_IN, { login: 'carl', password: 'correct horse' });
    expect(data.signIn).toMatchObject({ loginNonce: 'carl /account', action: 'CHALLENGE' });
  });

  it('does not reveal if the login or the password was wrong', async () => {
    expect(await refusal(anonymous, SIGN_IN, { login: 'carl', password: 'wrong' })).toBe('401 incorrect_password');
    expect(await refusal(anonymous, SIGN_IN, { login: 'nobody', password: 'wrong' })).toBe('401 incorrect_password');
  });
});
