import { graphql } from 'graphql';
import { createContext } from '#graphql/context.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { anonymous, type Viewer } from '../../src/domains/identity/auth/viewer.ts';
import { makePost, makeUser } from '../support/factories.ts';
import { openTestSite, type TestSite } from '../support/test-site.ts';
import { askAs } from './ask-as.ts';
import { getSharedSchema } from '../support/app.ts';

const schema = getSharedSchema();
let site: TestSite;
let admin: Viewer;
let author: Viewer;
let reader: Viewer;
beforeAll(async () => {
  site = await openTestSite();
  [admin, author, reader] = [await makeUser(site, 'administrator'), await makeUser(site, 'author'), await makeUser(site, 'subscriber')];
  await makePost(site, author);
});
afterAll(() => site.close());

const ask = (viewer: Viewer, source: string, variables?: Record<string, unknown>) => askAs(schema, site, viewer, source, variables);
const refusal = async (viewer: Viewer, source: string, variables?: Record<string, unknown>) =>
  (await ask(viewer, source, variables)).refusal;

const USER = `query($id: Int!, $forEdit: Boolean) { user(id: $id, forEdit: $forEdit) { id databaseId displayName slug link url description meta
  avatarUrls { s24 s48 s96 } login email firstName lastName nickname locale roles roleNames registeredAt registeredUtc capabilities extraCapabilities } }`;

describe('viewer', () => {
  it('returns the caller with all fields', async () => {
    const { data } = await ask(author, '{ viewer { databaseId login email roles capabilities extraCapabilities } }');
    expect(data.viewer).toMatchObject({
      databaseId: author.id,
      login: author.user?.login,
      email: author.user?.email,
      roles: ['AUTHOR'],
      extraCapabilities: { author: true },
    });
    expect(data.viewer.capabilities).toMatchObject({ read: true, publish_posts: true, author: true });
    expect(data.viewer.capabilities).not.toHaveProperty('edit_others_posts');
  });

  it('returns null for visitors', async () => {
    const { data, refusal: refused } = await ask(anonymous, '{ viewer { databaseId } }');
    expect([data, refused]).toEqual([{ viewer: null }, null]);
  });
});

describe('user', () => {
  it('returns authors to every caller, without private fields', async () => {
    const { data } = await ask(anonymous, USER, { id: author.id });
    const name = author.user?.login as string;
    const privateFields = {
      login: null,
      email: null,
      firstName: null,
      lastName: null,
      nickname: null,
      locale: null,
      roles: null,
      roleNames: null,
      registeredAt: null,
      registeredUtc: null,
      capabilities: null,
      extraCapabilities: null,
    };
    const avatar = (size: number) => `http://site.test/avatars/${author.id}.svg?s=${size}`;
    expect(data.user).toEqual({
      id: expect.any(String) as string,
      databaseId: author.id,
      displayName: name,
      slug: name,
      link: `http://site.test/author/${name}/`,
      url: '',
      description: '',
      meta: {},
      avatarUrls: { s24: avatar(24), s48: avatar(48), s96: avatar(96) },
      ...privateFields,
    });
  });

  it('returns private fields to the user and to callers who may list users', async () => {
    for (const viewer of [author, admin]) {
      const { data } = await ask(viewer, USER, { id: author.id, forEdit: true });
      expect(data.user).toMatchObject({ login: author.user?.login, email: author.user?.email, roleNames: ['author'] });
      expect(data.user.registeredAt).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/);
      expect(`${data.user.registeredUtc}Z`).toBe(data.user.registeredAt);
    }
  });

  it('hides users without published content, and private fields, from others', async () => {
    expect(await refusal(anonymous, USER, { id: reader.id })).toBe('401 cannot_view_user');
    expect(await refusal(author, USER, { id: reader.id })).toBe('403 cannot_view_user');
    expect(await refusal(reader, USER, { id: reader.id })).toBeNull();
    expect(await refusal(admin, USER, { id: reader.id })).toBeNull();
    expect(await refusal(reader, USER, { id: author.id, forEdit: true })).toBe('403 cannot_view_user');
    expect(await refusal(anonymous, USER, { id: author.id, forEdit: true })).toBe('401 cannot_view_user');
  });

  it('returns 404 for unknown IDs before it checks permissions', async () => {
    for (const id of [0, -1, 2147483647]) expect(await refusal(anonymous, USER, { id })).toBe('404 user_not_found');
  });

  it('requires the same permissions by global ID', async () => {
    const idOf = async (id: number) => (await ask(admin, 'query($id: Int!) { user(id: $id) { id } }', { id })).data.user.id as string;
    const [authorId, readerId] = [await idOf(author.id), await idOf(reader.id)];
    const query = 'query($id: ID!) { node(id: $id) { ... on User { databaseId email } } }';
    expect((await ask(anonymous, query, { id: authorId })).data.node).toEqual({ databaseId: author.id, email: null });
    expect((await ask(anonymous, query, { id: readerId })).data.node).toBeNull();
    expect((await ask(reader, query, { id: readerId })).data.node).toEqual({ databaseId: reader.id, email: reader.user?.email });
  });

  it('loads many users of a request with one SQL statement', async () => {
    const contextValue = createContext(site, anonymous, { ip: '', userAgent: '' });
    site.statements.length = 0;
    await graphql({
      schema,
      source: `{ a: user(id: ${author.id}) { slug } b: user(id: ${reader.id}) { slug } c: user(id: ${admin.id}) { slug } }`,
      contextValue,
    });
    expect(site.statements).toHaveLength(1);
  });
});

describe('userPage', () => {
  it('lists users by name for permitted callers, with a search', async () => {
    const { data } = await ask(admin, '{ userPage(perPage: 2) { totalCount totalPages nodes { login } } }');
    expect(data.userPage).toMatchObject({ totalCount: 3, totalPages: 2 });
    expect(data.userPage.nodes).toHaveLength(2);
    const { data: matching } = await ask(
      admin,
      'query($search: String) { userPage(filter: { search: $search, roles: [AUTHOR, EDITOR] }) { nodes { databaseId } } }',
      { search: author.user?.login.toUpperCase() },
    );
    expect(matching.userPage.nodes).toEqual([{ databaseId: author.id }]);
    expect((await ask(admin, '{ userPage(filter: { search: "_%" }) { totalCount } }')).data.userPage.totalCount).toBe(0);
    const byRole = '{ userPage(filter: { roles: [AUTHOR] }) { totalCount } }';
    expect(await refusal(author, byRole)).toBe('403 cannot_view_user');
    expect(await refusal(anonymous, byRole)).toBe('401 cannot_view_user');
    expect((await ask(anonymous, '{ userPage { totalCount nodes { databaseId } } }')).data.userPage).toEqual({
      totalCount: 1,
      nodes: [{ databaseId: author.id }],
    });
  });
});

describe('createUser', () => {
  const CREATE = 'mutation($input: CreateUserInput!) { createUser(input: $input) { user { databaseId login email roles displayName } } }';

  it('creates a user with a role', async () => {
    const { data } = await ask(
      admin,
      'mutation { createUser(input: { login: "ed", email: "Ed@example.org", password: "long enough", roles: [EDITOR] }) { user { databaseId login email roles } } }',
    );
    expect(data.createUser.user).toEqual({
      databaseId: expect.any(Number) as number,
      login: 'ed',
      email: 'ed@example.org',
      roles: ['EDITOR'],
    });
    expect(await refusal(admin, CREATE, { input: { login: 'ed', email: 'ed2@example.org' } })).toBe('400 existing_user_login');
    expect(await refusal(admin, CREATE, { input: { login: 'ed2', email: 'ed@example.org' } })).toBe('400 existing_user_email');
    expect(await refusal(admin, CREATE, { input: { login: 'ed3', email: 'ed3@example.org', roles: ['EDITOR', 'AUTHOR'] } })).toBe(
      '400 role_invalid',
    );
    expect(
      (await ask(admin, CREATE, { input: { login: 'ed4', email: 'ed4@example.org', roles: null, displayName: null } })).data.createUser
        .user,
    ).toMatchObject({ roles: ['SUBSCRIBER'], displayName: 'ed4' });
  });

  it('is refused to all callers except administrators', async () => {
    expect(await refusal(author, CREATE, { input: { login: 'x', email: 'x@example.org' } })).toBe('403 cannot_create_user');
    expect(await refusal(anonymous, CREATE, { input: { login: 'x', email: 'x@example.org' } })).toBe('401 cannot_create_user');
  });
});

describe('updateUser and deleteUser', () => {
  const UPDATE = 'mutation($input: UpdateUserInput!) { updateUser(input: $input) { user { displayName roles description } } }';

  it('allow users to change themselves, except for their role', async () => {
    const user = await makeUser(site, 'contributor');
    const { data } = await ask(user, UPDATE, { input: { id: user.id, displayName: 'New name', description: null } });
    expect(data.updateUser.user).toEqual({ displayName: 'New name', roles: ['CONTRIBUTOR'], description: '' });
    expect(await refusal(user, UPDATE, { input: { id: user.id, roles: ['ADMINISTRATOR'] } })).toBe('403 cannot_edit_roles');
    expect(await refusal(user, UPDATE, { input: { id: author.id, displayName: 'x' } })).toBe('403 cannot_edit');
    expect(await refusal(anonymous, UPDATE, { input: { id: author.id, displayName: 'x' } })).toBe('401 cannot_edit');
    expect(await refusal(user, UPDATE, { input: { id: 999_999, displayName: 'x' } })).toBe('404 user_not_found');
  });

  it('allow administrators to assign roles and to delete users', async () => {
    const user = await makeUser(site, 'contributor');
    expect((await ask(admin, UPDATE, { input: { id: user.id, roles: ['EDITOR'] } })).data.updateUser.user.roles).toEqual(['EDITOR']);
    const DELETE = 'mutation($id: Int!) { deleteUser(id: $id, reassignTo: null) { isDeleted previous { databaseId login } } }';
    expect(await refusal(author, DELETE, { id: user.id })).toBe('403 cannot_delete_user');
    expect((await ask(admin, DELETE, { id: user.id })).data.deleteUser).toEqual({
      isDeleted: true,
      previous: { databaseId: user.id, login: user.user?.login },
    });
    expect(await refusal(admin, DELETE, { id: user.id })).toBe('404 user_not_found');
  });
});
