import { afterEach, describe, expect, it } from 'vitest';
import { identify } from '../../src/domains/identity/auth/sign-in.ts';
import { authenticate } from '../../src/domains/identity/users/authenticate.ts';
import { createFirstAdministrator } from '../../src/domains/identity/users/bootstrap.ts';
import { createUser, deleteUser } from '../../src/domains/identity/users/user.service.ts';
import { openTestSite, type TestSite } from '../support/test-site.ts';

let site: TestSite;
afterEach(() => site.close());

const client = { ip: '192.0.2.1', userAgent: 'test' };
const signIn = (login: string, secret: string) =>
  identify(site, { authorization: `Basic ${Buffer.from(`${login}:${secret}`).toString('base64')}`, ...client });
const secret = 'abcdefghijklmnopqrstuvwx';
const configured = {
  BOOTSTRAP_ADMIN_LOGIN: 'chief',
  BOOTSTRAP_ADMIN_EMAIL: 'chief@example.org',
  BOOTSTRAP_ADMIN_APPLICATION_PASSWORD: secret,
};

describe('The first administrator', () => {
  it('is created from the configuration and can sign in with the configured application password', async () => {
    site = await openTestSite(configured);
    const { userId, generated } = await createFirstAdministrator(site);
    expect(generated).toBeNull();
    const { viewer } = await signIn('chief', secret);
    expect(viewer).toMatchObject({ id: userId, user: { login: 'chief', email: 'chief@example.org', role: 'administrator' } });
    expect(viewer.can('manage_options')).toBe(true);
  });

  it('is created once, and a repetition changes nothing', async () => {
    site = await openTestSite(configured);
    const first = await createFirstAdministrator(site);
    const readState = async () => [await site.db.prisma.user.findMany(), await site.db.prisma.applicationPassword.findMany()];
    const before = await readState();
    expect(await createFirstAdministrator(site)).toEqual(first);
    expect(await readState()).toEqual(before);
  });

  it('gets the configured application password again if it is missing', async () => {
    site = await openTestSite(configured);
    await createFirstAdministrator(site);
    await site.db.prisma.applicationPassword.deleteMany();
    await createFirstAdministrator(site);
    expect((await signIn('chief', secret)).viewer.signedIn).toBe(true);
  });

  it('gets generated credentials, which are printed once, if none are configured', async () => {
    site = await openTestSite();
    const { userId, generated } = await createFirstAdministrator(site);
    if (!generated) throw new Error('No credentials were generated.');
    expect(generated.login).toBe('admin');
    expect((await signIn('admin', generated.applicationPassword)).viewer.id).toBe(userId);
    expect((await authenticate(site, 'admin', generated.password, client)).id).toBe(userId);
    expect(await createFirstAdministrator(site)).toEqual({ userId, generated: null });
  });

  it('is not created if another administrator exists, who does not get the configured password', async () => {
    site = await openTestSite(configured);
    const other = await createUser(site, { login: 'other', email: 'other@example.org', role: 'administrator' });
    expect(await createFirstAdministrator(site)).toEqual({ userId: other.id, generated: null });
    expect(await site.db.prisma.user.count()).toBe(1);
    expect(await site.db.prisma.applicationPassword.count()).toBe(0);
    await expect(deleteUser(site, other.id, null)).rejects.toMatchObject({ code: 'last_administrator' });
  });
});
