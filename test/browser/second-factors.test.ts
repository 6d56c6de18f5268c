import { Secret, TOTP } from 'otpauth';
import type { CDPSession, Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { describeUnless } from '../support/needs.ts';
import type { SiteUser } from '../support/open-site.ts';
import {
  findViolations,
  measureOverflow,
  missingBrowser,
  setUpBrowserSite,
  signIn,
  takeScreenshot,
  type Visit,
  widths,
} from './browser.ts';

const STEP_MS = 30_000;
const generateCode = (secret: string, steps = 0) =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: Date.now() + steps * STEP_MS });

describeUnless(missingBrowser, 'Second factors', () => {
  // passkeys need a host name instead of an IP address
  const site = setUpBrowserSite({ hostname: 'localhost' });

  async function openSignedIn(user: SiteUser, javaScriptEnabled: boolean): Promise<Visit> {
    const visitor = await site.visit({ javaScriptEnabled });
    await visitor.page.goto('/sign-in');
    await signIn(visitor.page, user.login, user.password);
    await visitor.page.waitForURL(({ pathname }) => pathname !== '/sign-in');
    if (!new URL(visitor.page.url()).pathname.startsWith('/sign-in')) await visitor.page.goto('/account');
    return visitor;
  }

  /** Checks a page in both widths with axe, and takes screenshots. */
  async function checkPage(page: Page, name: string): Promise<void> {
    for (const [kind, width] of Object.entries(widths)) {
      await page.setViewportSize({ width, height: 800 });
      expect([name, kind, await measureOverflow(page)]).toEqual([name, kind, 0]);
      await takeScreenshot(page, `${name}-${kind}`);
    }
    expect(await findViolations(page)).toEqual([]);
  }

  it('an authenticator app and recovery codes work without JavaScript', async () => {
    const author = await site.user('author');
    const { page, context, consoleErrors } = await openSignedIn(author, false);
    await page.getByRole('link', { name: 'Set up a second factor' }).click();
    await page.getByRole('button', { name: 'Set up an app' }).click();
    const secret = ((await page.locator('code.secret').textContent()) ?? '').replaceAll(' ', '');
    expect(await page.getByRole('img', { name: /QR code/ }).evaluate((picture: HTMLImageElement) => picture.naturalWidth)).toBeGreaterThan(
      0,
    );
    await page.getByLabel('Code', { exact: true }).fill('000000');
    await page.getByRole('button', { name: 'Use this app' }).click();
    expect(await page.getByRole('alert').textContent()).toContain('This code is wrong');
    await page.getByLabel('Code', { exact: true }).fill(generateCode(secret, -1));
    await page.getByRole('button', { name: 'Use this app' }).click();
    expect(await page.getByRole('status').textContent()).toContain('From now on, you sign in with your authenticator app');
    await page.getByRole('button', { name: 'Create recovery codes' }).click();
    const codes = await page.locator('code.secret').allTextContents();
    expect(codes).toHaveLength(10);
    await page.getByRole('button', { name: 'Sign out' }).click();

    await signIn(page, author.login, author.password);
    await page.getByLabel('Code of your authenticator app').fill(generateCode(secret));
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    expect(new URL(page.url()).pathname).toBe('/organize');
    await page.goto('/account');
    expect(await page.getByText('protected by an authenticator app').count()).toBe(1);
    await page.getByRole('button', { name: 'Sign out' }).click();

    await signIn(page, author.login, author.password);
    await page.getByText('Use a recovery code').click();
    await page.getByLabel('Recovery code').fill(codes[0] ?? '');
    await page.getByRole('button', { name: 'Sign in with it' }).click();
    expect(new URL(page.url()).pathname).toBe('/organize');
    await page.goto('/account/second-factors');
    expect(await page.getByText('You have 9 of them left.').count()).toBe(1);
    expect(consoleErrors.filter((text) => !/status of 4\d\d/.test(text))).toEqual([]);
    await context.close();
  });

  it('changing them requires the password again after a while', async () => {
    const editor = await site.user('editor');
    const { page, context } = await openSignedIn(editor, false);
    await site.site.db.prisma.session.updateMany({ where: { userId: editor.id }, data: { createdAt: new Date(Date.now() - 16 * 60_000) } });
    await page.goto('/account/second-factors');
    expect(await page.getByRole('button', { name: 'Set up an app' }).count()).toBe(0);
    await page.getByLabel('Password').fill('wrong');
    await page.getByRole('button', { name: 'Continue', exact: true }).click();
    expect(await page.getByRole('alert').textContent()).toContain('not right');
    await page.getByLabel('Password').fill(editor.password);
    await page.getByRole('button', { name: 'Continue', exact: true }).click();
    expect(await page.getByRole('button', { name: 'Set up an app' }).count()).toBe(1);
    await context.close();
  });

  const authenticator = {
    protocol: 'ctap2',
    ctap2Version: 'ctap2_1',
    transport: 'internal',
    hasResidentKey: true,
    hasUserVerification: true,
    isUserVerified: true,
    automaticPresenceSimulation: true,
  } as const;

  async function addAuthenticator(page: Page): Promise<{ devTools: CDPSession; authenticatorId: string }> {
    const devTools = await page.context().newCDPSession(page);
    await devTools.send('WebAuthn.enable');
    const { authenticatorId } = await devTools.send('WebAuthn.addVirtualAuthenticator', { options: authenticator });
    return { devTools, authenticatorId };
  }

  it('a passkey is added, used as second factor and alone, renamed and removed', async () => {
    const subscriber = await site.user('subscriber');
    const { page, context, consoleErrors, foreignRequests } = await openSignedIn(subscriber, true);
    const { devTools, authenticatorId } = await addAuthenticator(page);
    await page.goto('/account/second-factors');
    await page.getByLabel('Name of the new passkey').fill('My phone <1>');
    await page.getByRole('button', { name: 'Add a passkey' }).click();
    await page.getByText('Your passkey was added.').waitFor();
    expect(await page.getByRole('heading', { level: 3 }).allTextContents()).toEqual(['My phone <1>']);
    await checkPage(page, 'second-factors');
    await page.getByRole('button', { name: 'Sign out' }).click();

    await signIn(page, subscriber.login, subscriber.password);
    await page.waitForURL('**/sign-in/second-step**');
    await page.getByRole('button', { name: 'Use your passkey' }).waitFor();
    await checkPage(page, 'second-step');
    await page.getByRole('button', { name: 'Use your passkey' }).click();
    await page.waitForURL('**/account');
    await page.getByRole('button', { name: 'Sign out' }).click();

    await page.getByRole('button', { name: 'Sign in with a passkey' }).waitFor();
    await checkPage(page, 'sign-in-passkey');
    await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
    await page.waitForURL('**/account');
    await checkPage(page, 'account-protected');
    const [stored] = await site.site.db.prisma.passkey.findMany({ where: { userId: subscriber.id } });
    expect([Number(stored?.counter) > 0, stored?.lastUsedAt !== null]).toEqual([true, true]);

    // a decreasing signature counter means that the device was copied
    const { credentials } = await devTools.send('WebAuthn.getCredentials', { authenticatorId });
    await devTools.send('WebAuthn.removeCredential', { authenticatorId, credentialId: credentials[0]?.credentialId ?? '' });
    await devTools.send('WebAuthn.addCredential', { authenticatorId, credential: { ...credentials[0]!, signCount: 0 } });
    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
    await page.getByText('This passkey was not accepted').waitFor();
    await devTools.send('WebAuthn.removeCredential', { authenticatorId, credentialId: credentials[0]?.credentialId ?? '' });
    await devTools.send('WebAuthn.addCredential', { authenticatorId, credential: { ...credentials[0]!, signCount: 1000 } });
    await page.goto('/sign-in');
    await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
    await page.waitForURL('**/account');

    await site.site.db.prisma.session.updateMany({
      where: { userId: subscriber.id },
      data: { createdAt: new Date(Date.now() - 16 * 60_000) },
    });
    await page.goto('/account/second-factors');
    await checkPage(page, 'second-factors-proof');
    await page.getByRole('button', { name: 'Continue with your passkey' }).click();
    await page.getByText('for 15 minutes').waitFor();
    await page.getByText('Rename').click();
    await page.getByLabel('New name').fill('Old phone');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('heading', { name: 'Old phone' }).waitFor();
    await page.getByRole('button', { name: 'Remove Old phone' }).click();
    await page.getByText('It was removed.').waitFor();
    expect(await site.site.db.prisma.passkey.count({ where: { userId: subscriber.id } })).toBe(0);
    await page.getByRole('button', { name: 'Set up an app' }).click();
    await checkPage(page, 'authenticator-app');
    expect(consoleErrors.filter((text) => !/status of 4\d\d/.test(text))).toEqual([]);
    expect(foreignRequests).toEqual([]);
    await context.close();
  });
});
