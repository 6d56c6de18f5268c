import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { paymentProvider } from '../../examples/payment-provider/provider.ts';
import { seedDemoEvents } from '../../src/domains/events/demo.ts';
import { seedDemoTickets } from '../../src/domains/tickets/demo.ts';
import { type ListeningSite, openListeningSite } from '../support/listening-site.ts';
import { describeUnless } from '../support/needs.ts';
import { launchBrowser, missingBrowser, phone, measureOverflow, takeScreenshot, findViolations, visit } from './browser.ts';

const secret = `whsec_${Buffer.alloc(32, 9).toString('base64')}`;

describeUnless(missingBrowser, 'Payment at a provider’s own page, on a phone', () => {
  let providerUrl = '';
  const provider = paymentProvider({ secret, ownUrl: () => providerUrl });
  let site: ListeningSite;
  let browser: Browser;
  beforeAll(async () => {
    provider.server.listen(0, '127.0.0.1');
    await once(provider.server, 'listening');
    providerUrl = `http://127.0.0.1:${(provider.server.address() as AddressInfo).port}`;
    site = await openListeningSite({ environment: { HAND_OVER_URL: `${providerUrl}/`, HAND_OVER_SECRET: secret } });
    const { id } = await site.user('administrator');
    await seedDemoEvents(site.site, id);
    await seedDemoTickets(site.site, id);
    browser = await launchBrowser();
  });
  afterAll(async () => {
    await browser.close();
    await site.close();
    provider.server.closeAllConnections();
    provider.server.close();
  });

  it('goes from the front page to the tickets and to the refund', async () => {
    const { page, context } = await visit(browser, site.url, { ...phone, javaScriptEnabled: true });
    const expectAccessible = async (name: string) => {
      await takeScreenshot(page, name);
      expect([name, await findViolations(page), await measureOverflow(page)]).toEqual([name, [], 0]);
    };
    await page.goto('/');
    await page.getByRole('link', { name: /^Get tickets: .*Vale Quartet/ }).click();
    await page.getByLabel('Quantity: Front rows').selectOption('2');
    await page.getByRole('button', { name: 'Get tickets' }).click();
    await page.getByLabel('Name', { exact: true }).first().fill('Bo Buyer');
    await page.getByLabel('Email address').first().fill('bo@example.org');
    await page.getByLabel('On the organizer’s payment page').check();
    await expectAccessible('paid-checkout');
    await page.getByRole('button', { name: /Order|Pay/ }).click();
    await page.waitForURL(`${providerUrl}/**`);
    await page.getByRole('button', { name: 'Pay' }).click();
    await page.waitForURL(/\/orders\//);
    expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe('You are going');
    await expectAccessible('paid-order');
    await page.getByRole('link', { name: 'Show the ticket' }).first().click();
    await expectAccessible('paid-ticket');
    await page.goBack();
    const [payment] = provider.payments.values();
    expect(payment).toMatchObject({ state: 'paid', amount: 4800 });
    await page.locator('summary', { hasText: 'Cancel everything' }).click();
    await page.getByRole('button', { name: 'Yes, cancel everything' }).click();
    expect(await page.getByRole('heading', { level: 1 }).textContent()).toContain('Cancelled');
    await expectAccessible('paid-cancelled');
    expect([...payment!.refunds.values()]).toEqual([payment!.amount]);
    await context.close();
  });
});
