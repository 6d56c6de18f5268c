import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createApplicationPassword, listApplicationPasswords } from '../../src/domains/identity/auth/application-passwords.ts';
import { setClock, createShiftedClock } from '../../src/core/time/clock.ts';
import { Failure } from '../../src/core/failures/failure.ts';
import { authenticate } from '../../src/domains/identity/users/authenticate.ts';
import { findUser, findUserByName, findUserBySlug, loadUsers, type UserRecord } from '../../src/domains/identity/users/user.record.ts';
import { findFreeSlug, isEmail, isLogin, toUserSlug } from '../../src/domains/identity/users/user.rules.ts';
import { createUser, deleteUser, getUser, updateUser, type UserDraft } from '../../src/domains/identity/users/user.service.ts';
import { createViewer } from '../../src/domains/identity/auth/viewer.ts';
import { makePost } from '../support/factories.ts';
import { openTestSite, type TestSite } from '../support/test-site.ts';

let site: TestSite;
let boss: UserRecord;
let count = 0;
beforeAll(async () => {
  site = await openTestSite();
  boss = await createUser(site, { login: 'boss', email: 'boss@example.org', role: 'administrator' });
});
afterAll(() => site.close());

const draft = (fields: Partial<UserDraft> = {}): UserDraft => ({
  login: `user${(count += 1)}`,
  email: `user${count}@example.org`,
  ...fields,
});
const code = (work: Promise<unknown>) =>
  work.then(
    () => 'fine',
    (error: unknown) => (error instanceof Failure ? `${error.status} ${error.code}` : String(error)),
  );

describe('Creating a user', () => {
  it('fills in omitted fields', async () => {
    const user = await createUser(site, { login: 'Mary.Ann', email: 'Mary@Example.ORG' });
    expect(user).toMatchObject({
      login: 'Mary.Ann',
      email: 'mary@example.org',
      displayName: 'Mary.Ann',
      nickname: 'Mary.Ann',
      slug: 'mary-ann',
      role: 'subscriber',
      locale: 'en_US',
      url: '',
      description: '',
      extraCapabilities: {},
      hasPublished: false,
    });
    expect(user.registeredAt.getUTCMilliseconds()).toBe(0);
    expect(JSON.stringify(user)).not.toContain('hash');
  });

  it('keeps the website as typed, and it can be removed later', async () => {
    const { id, url } = await createUser(site, draft({ url: 'https://example.org' }));
    expect(url).toBe('https://example.org');
    expect((await updateUser(site, id, { url: '' })).url).toBe('');
  });

  it('uses first and last name as display name if none is given, and sanitizes texts', async () => {
    const user = await createUser(
      site,
      draft({ firstName: 'Ada', lastName: '<b>Lovelace</b>', url: ' https://example.org/ada ', description: 'One\r\n<i>two</i>' }),
    );
    expect(user).toMatchObject({
      displayName: 'Ada Lovelace',
      lastName: 'Lovelace',
      url: 'https://example.org/ada',
      description: 'One\n<i>two</i>',
    });
  });

  it.each([
    [{ login: 'BOSS', email: 'other@example.org' }, '400 existing_user_login'],
    [{ login: 'boss@example.org', email: 'other@example.org' }, '400 existing_user_login'],
    [{ login: 'other', email: 'BOSS@example.org' }, '400 existing_user_email'],
    [{ login: '', email: 'a@example.org' }, '400 login_invalid'],
    [{ login: 'a:b', email: 'a@example.org' }, '400 login_invalid'],
    [{ login: ' a', email: 'a@example.org' }, '400 login_invalid'],
    [{ login: 'a'.repeat(61), email: 'a@example.org' }, '400 login_invalid'],
    [{ login: 'fresh', email: 'nowhere' }, '400 email_invalid'],
    [{ login: 'fresh', email: 'a@localhost' }, '400 email_invalid'],
    [{ login: 'fresh', email: 'a@example.org', password: 'short' }, '400 password_invalid'],
    [{ login: 'fresh', email: 'a@example.org', url: 'javascript:alert(1)' }, '400 invalid_arguments'],
    [{ login: 'fresh', email: 'a@example.org', locale: 'English' }, '400 invalid_arguments'],
  ])('from %j fails with %s and stores nothing', async (fields, expected) => {
    const before = await site.db.prisma.user.count();
    expect(await code(createUser(site, fields))).toBe(expected);
    expect(await site.db.prisma.user.count()).toBe(before);
  });

  it('gives users with similar names different slugs, even simultaneously', async () => {
    const users = await Promise.all(
      ['ann b', 'ann.b', 'ann-b', 'Ann B '.trim() + '_'].map((login, i) => createUser(site, { login, email: `ann${i}@example.org` })),
    );
    expect(new Set(users.map((user) => user.slug)).size).toBe(4);
    expect(users.every((user) => user.slug.startsWith('ann-b'))).toBe(true);
  });

  it('succeeds for one of several simultaneous requests with the same login', async () => {
    const results = await Promise.all([0, 1, 2].map((i) => code(createUser(site, { login: 'twice', email: `twice${i}@example.org` }))));
    expect(results.sort()).toEqual(['400 existing_user_login', '400 existing_user_login', 'fine']);
  });
});

describe('Finding a user', () => {
  it('works by ID, login name, email address and slug', async () => {
    for (const user of [
      await findUser(site, boss.id),
      await findUserByName(site, 'Boss'),
      await findUserByName(site, 'BOSS@example.org'),
      await findUserBySlug(site, 'boss'),
    ]) {
      expect(user).toEqual(boss);
    }
    expect([await findUser(site, 999_999), await findUserByName(site, 'no\0body'), await findUserBySlug(site, 'no\0body')]).toEqual([
      null,
      null,
      null,
    ]);
    await expect(getUser(site, 999_999)).rejects.toMatchObject({ code: 'user_not_found', status: 404 });
  });

  it('takes one SQL statement for any number of users', async () => {
    const users = await Promise.all([1, 2, 3].map(() => createUser(site, draft())));
    site.statements.length = 0;
    expect((await loadUsers(site, [...users.map((user) => user.id), 999_999])).map((user) => user.id).sort((a, b) => a - b)).toEqual(
      users.map((user) => user.id).sort((a, b) => a - b),
    );
    expect(site.statements).toHaveLength(1);
  });

  it('determines who has published content: published or due, but not drafts', async () => {
    const user = await createUser(site, draft({ role: 'author' }));
    const viewer = createViewer(user, 'password');
    const hasPublished = async () => (await getUser(site, user.id)).hasPublished;
    await makePost(site, viewer, { status: 'draft' });
    expect(await hasPublished()).toBe(false);
    const tomorrow = new Date(Date.now() + 24 * 3600_000).toISOString().slice(0, 19);
    await makePost(site, viewer, { status: 'publish', date: tomorrow });
    expect(await hasPublished()).toBe(false);
    setClock(createShiftedClock(25 * 3600_000));
    expect(await hasPublished()).toBe(true);
    setClock();
    await makePost(site, viewer);
    expect(await hasPublished()).toBe(true);
  });
});

describe('Changing a user', () => {
  it('changes the given fields and keeps all others', async () => {
    const user = await createUser(site, draft({ firstName: 'Ada', description: 'Text' }));
    const changed = await updateUser(site, user.id, {
      email: 'NEW@example.org',
      lastName: 'L',
      description: '',
      displayName: '  ',
      slug: 'Ada Lovelace',
    });
    expect(changed).toEqual({ ...user, email: 'new@example.org', lastName: 'L', description: '', slug: 'ada-lovelace' });
  });

  it('refuses the email address of another user, unknown users and an invalid address', async () => {
    const user = await createUser(site, draft());
    expect(await code(updateUser(site, user.id, { email: 'boss@example.org' }))).toBe('400 existing_user_email');
    expect(await code(updateUser(site, user.id, { email: user.email.toUpperCase() }))).toBe('fine');
    expect(await code(updateUser(site, user.id, { email: 'x' }))).toBe('400 email_invalid');
    expect(await code(updateUser(site, 999_999, { firstName: 'x' }))).toBe('404 user_not_found');
  });

  it('keeps at least one administrator', async () => {
    expect(await code(updateUser(site, boss.id, { role: 'editor' }))).toBe('400 last_administrator');
    expect(await code(deleteUser(site, boss.id, null))).toBe('400 last_administrator');
    const second = await createUser(site, draft({ role: 'administrator' }));
    const results = await Promise.all([code(updateUser(site, boss.id, { role: 'editor' })), code(deleteUser(site, second.id, null))]);
    expect(results.sort()).toEqual(['400 last_administrator', 'fine']);
    expect(await site.db.prisma.user.count({ where: { role: 'administrator' } })).toBe(1);
    await updateUser(site, boss.id, { role: 'administrator' });
  });
});

describe('Deleting a user', () => {
  it('deletes sessions and application passwords, and leaves the content without an author', async () => {
    const user = await createUser(site, draft({ role: 'author' }));
    const post = await makePost(site, createViewer(user, 'password'));
    await createApplicationPassword(site, user.id, { name: 'App' });
    expect(await deleteUser(site, user.id, null)).toMatchObject({ id: user.id, login: user.login });
    expect(await findUser(site, user.id)).toBeNull();
    expect(await listApplicationPasswords(site, user.id)).toEqual([]);
    expect((await site.db.prisma.content.findUnique({ where: { id: post.id } }))?.authorId).toBeNull();
  });

  it('assigns the content to another user on request', async () => {
    const [user, heir] = [await createUser(site, draft({ role: 'author' })), await createUser(site, draft())];
    const post = await makePost(site, createViewer(user, 'password'));
    expect(await code(deleteUser(site, user.id, user.id))).toBe('400 heir_not_found');
    expect(await code(deleteUser(site, user.id, 999_999))).toBe('400 heir_not_found');
    expect(await findUser(site, user.id)).not.toBeNull();
    await deleteUser(site, user.id, heir.id);
    expect((await site.db.prisma.content.findUnique({ where: { id: post.id } }))?.authorId).toBe(heir.id);
    expect(await code(deleteUser(site, user.id, null))).toBe('404 user_not_found');
  });
});

describe('An account password', () => {
  it('is accepted with login name or email address, and all wrong combinations get the same error', async () => {
    const user = await createUser(site, draft({ password: 'correct horse' }));
    const client = { ip: '192.0.2.9' };
    expect((await authenticate(site, user.login.toUpperCase(), 'correct horse', client)).id).toBe(user.id);
    expect((await authenticate(site, ` ${user.email} `, 'correct horse', client)).id).toBe(user.id);
    const withoutPassword = await createUser(site, draft());
    const messages = await Promise.all(
      [
        [user.login, 'wrong'],
        ['nobody', 'wrong'],
        [withoutPassword.login, ''],
        [user.login, 'x'.repeat(5000)],
      ].map(([login, password]) =>
        authenticate(site, login as string, password as string, client).catch(
          (error: Failure) => `${error.status} ${error.code} ${error.message}`,
        ),
      ),
    );
    expect(new Set(messages)).toEqual(new Set(['401 incorrect_password The login name or the password is not right.']));
  });

  it('cannot be guessed with many simultaneous requests', async () => {
    const user = await createUser(site, draft());
    const results = await Promise.all(
      Array.from({ length: 14 }, (_, i) => code(authenticate(site, user.login, `wrong ${i}`, { ip: '192.0.2.77' }))),
    );
    expect(results.filter((result) => result === '429 too_many_attempts')).toHaveLength(4);
  });
});

describe('The rules of users', () => {
  it.each(['anna', 'Anna B', 'a', 'a.b-c_d@example.org', '7'])('accept the login name %j', (login) => expect(isLogin(login)).toBe(true));
  it.each(['anna@example.org', "o'neil+tag@a-b.co.uk", 'a@b.cd'])('accept the email address %j', (email) =>
    expect(isEmail(email)).toBe(true),
  );
  it.each(['', 'a@b.c', 'a b@example.org', 'a@@example.org', 'ä@example.org', 'a@-b.org', 'a@b..org', 'a@example.org\n'])(
    'reject the email address %j',
    (email) => expect(isEmail(email)).toBe(false),
  );

  it('make slugs that need no escaping in URLs, with a number if taken', () => {
    expect(toUserSlug('Ängström & Co.')).toBe('angstrom-co');
    expect(toUserSlug('日本')).toBe('user');
    fc.assert(
      fc.property(fc.string(), (name) => {
        expect(encodeURIComponent(toUserSlug(name))).toBe(toUserSlug(name));
      }),
    );
    fc.assert(
      fc.property(fc.uniqueArray(fc.constantFrom('a', 'a-2', 'a-3', 'a-4')), (taken) => {
        expect(taken).not.toContain(findFreeSlug('a', new Set(taken)));
      }),
    );
  });
});
