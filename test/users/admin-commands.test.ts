import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { identify } from '../../src/domains/identity/auth/sign-in.ts';
import { readAdminCommand } from '../../src/cli/admin-commands.ts';
import { UsageError } from '../../src/cli/command.ts';
import { siteName, trashDays } from '../../src/core/settings/site.settings.ts';
import { authenticate } from '../../src/domains/identity/users/authenticate.ts';
import { findUserByName } from '../../src/domains/identity/users/user.record.ts';
import { openTestSite, type TestSite } from '../support/test-site.ts';

let site: TestSite;
beforeAll(async () => {
  site = await openTestSite();
  await run('users', 'create', 'root', 'root@example.org', '--role', 'administrator');
});
afterAll(() => site.close());

const run = (...args: string[]) => readAdminCommand(args)(site);
const client = { ip: '192.0.2.1', userAgent: '' };

describe('The admin command', () => {
  it('creates, lists, changes and deletes users', async () => {
    expect(await run('users', 'create', 'bob', 'bob@example.org', '--name', 'Bob B', '--password', 'long enough')).toEqual([
      expect.stringMatching(/^Created \d+\tbob\tbob@example\.org\tsubscriber\tBob B$/),
    ]);
    expect((await authenticate(site, 'bob', 'long enough', client)).login).toBe('bob');
    expect(await run('users', 'list', '--role', 'administrator')).toEqual([expect.stringContaining('\troot\t')]);
    await run('users', 'set-role', 'bob@example.org', 'editor');
    expect((await findUserByName(site, 'bob'))?.role).toBe('editor');
    await run('users', 'delete', 'bob', '--reassign', 'root');
    expect(await findUserByName(site, 'bob')).toBeNull();
  });

  it('sets a given or a generated password', async () => {
    await run('users', 'create', 'ann', 'ann@example.org');
    const [line = ''] = await run('users', 'set-password', 'ann');
    const password = /: ([A-Za-z0-9]{24})$/.exec(line)?.[1] as string;
    expect((await authenticate(site, 'ann', password, client)).login).toBe('ann');
    expect((await run('users', 'set-password', 'ann', 'another one'))[0]).not.toContain('another one');
    expect((await authenticate(site, 'ann', 'another one', client)).login).toBe('ann');
  });

  it('creates, lists and revokes application passwords', async () => {
    const [line = ''] = await run('application-passwords', 'create', 'root', 'My app');
    const [uuid = '', name, password = ''] = line.split('\t');
    expect(name).toBe('My app');
    const authorization = `Basic ${Buffer.from(`root:${password}`).toString('base64')}`;
    expect((await identify(site, { authorization, ...client })).viewer.user?.login).toBe('root');
    expect(await run('application-passwords', 'list', 'root')).toEqual([expect.stringContaining(`${uuid}\tMy app\t`)]);
    expect(await run('application-passwords', 'revoke', 'root', uuid)).toEqual(['Revoked "My app".']);
    expect(await run('application-passwords', 'revoke', 'root', 'all')).toEqual(['Revoked 0 application password(s).']);
    await expect(identify(site, { authorization, ...client })).rejects.toMatchObject({ code: 'incorrect_password' });
  });

  it('reads and writes settings, as JSON or plain text', async () => {
    await run('settings', 'set', 'name', '1984');
    expect(site.settings.get(siteName)).toBe('1984');
    await run('settings', 'set', 'name', 'Lantern Hall');
    await run('settings', 'set', 'trash_days', '7');
    expect(site.settings.get(trashDays)).toBe(7);
    expect(await run('settings', 'get', 'name')).toEqual(['"Lantern Hall"']);
    expect((await run('settings', 'list')).join('\n')).toContain('trash_days\t7\t');
    await expect(run('settings', 'set', 'trash_days', 'many')).rejects.toMatchObject({ code: 'invalid_arguments' });
    await expect(run('settings', 'get', 'nothing')).rejects.toMatchObject({ code: 'setting_not_found' });
  });

  it.each([
    [[]],
    [['users']],
    [['users', 'fly']],
    [['users', 'create', 'x']],
    [['users', 'list', 'extra']],
    [['users', 'list', '--nope']],
    [['audit', 'verify', '12']],
    [['consent', 'verify', 'x', 'y']],
    [['constructor', 'x']],
  ])('prints its usage for %j', (args) => {
    expect(() => readAdminCommand(args)).toThrow(UsageError);
  });

  it.each([
    [['users', 'create', 'x'], 'Missing argument: <email>.'],
    [['users', 'create'], 'Missing argument: <login>.'],
    [['audit', 'export'], 'Missing argument: <file>.'],
    [['users', 'list', 'extra'], 'Unexpected argument: extra.'],
    [['users', 'fly'], 'There is no command "users fly".'],
  ])('reports the error in %j', (args, message) => {
    expect(() => readAdminCommand(args)).toThrow(message);
  });
});
