import type { Page } from 'playwright-core';
import sharp from 'sharp';
import { expect, it } from 'vitest';
import { describeUnless } from '../support/needs.ts';
import { expectAccessible, missingBrowser, phone, setUpBrowserSite, signIn } from './browser.ts';

describeUnless(missingBrowser, 'Organizer on a phone', () => {
  const site = setUpBrowserSite();

  const readSum = (page: Page, name: string) => page.locator('dl.sums div', { hasText: name }).locator('dd').textContent();

  async function buy(ticket: string, quantity: number, buyer: string): Promise<void> {
    const { page, context } = await site.visit(phone);
    await page.goto('/');
    await page.getByRole('link', { name: 'Get tickets: Lantern & lake' }).click();
    await page.getByLabel(`Quantity: ${ticket}`).selectOption(String(quantity));
    await page.getByRole('button', { name: 'Get tickets' }).click();
    await page.getByLabel('Name').first().fill(buyer);
    await page.getByLabel('Email address').first().fill(`${buyer.toLowerCase()}@example.org`);
    await page.getByRole('button', { name: 'Order for' }).click();
    expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe('Your places are reserved: please pay');
    await context.close();
  }

  it('creates an event, sells tickets, settles and cancels orders, and downloads the attendee list', async () => {
    const { login, password } = await site.user('author');
    // axe needs scripts; the pages have none
    const { page, context, consoleErrors, foreignRequests } = await site.visit({ ...phone, javaScriptEnabled: true });
    await page.goto('/organize');
    await signIn(page, login, password);
    await page.waitForURL('**/organize');
    await expectAccessible(page, 'organize-empty');
    await page.getByRole('link', { name: 'New event' }).click();
    await expectAccessible(page, 'organize-new');
    await page.getByLabel('Description').first().fill('Four players by the water.');
    await page.getByLabel('Name of the new venue').fill('The boat house');
    await page.getByLabel('Venue', { exact: true }).selectOption('new');
    await page.getByLabel('Name of the ticket').first().fill('Bench');
    await page.getByLabel('Price in').first().fill('twelve');
    const picture = await sharp({ create: { width: 1200, height: 800, channels: 3, background: '#2b5a86' } })
      .png()
      .toBuffer();
    await page.getByLabel('Picture', { exact: true }).setInputFiles({ name: 'lake.png', mimeType: 'image/png', buffer: picture });
    await page.getByRole('button', { name: 'Save as a draft and preview' }).click();
    // errors appear next to their fields, and the input is preserved
    await page.getByRole('alert').waitFor();
    expect(await page.locator('#title-fault').textContent()).toBe('What is the event called?');
    expect(await page.getByLabel('Name of the new venue').inputValue()).toBe('The boat house');
    expect(await page.getByAltText('Current picture').count()).toBe(1);
    await expectAccessible(page, 'organize-faults');
    await page.getByLabel('Title').fill('Lantern & lake');
    await page.getByLabel('Price in').first().fill('12.50');
    await page.getByLabel('Capacity').first().fill('10');
    await page.getByRole('button', { name: 'Save as a draft and preview' }).click();
    // the preview is the public page, for users who may see it
    expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe('Lantern & lake');
    const preview = new URL(page.url()).pathname;
    expect((await fetch(site.url + preview)).status).toBe(404);
    await expectAccessible(page, 'organize-preview');
    await page.getByRole('link', { name: 'Edit' }).click();
    await page.getByRole('button', { name: 'Save and publish' }).click();
    expect(await page.getByRole('status').textContent()).toContain('everybody can see the event now');
    expect(await readSum(page, 'Capacity')).toBe('10');

    await buy('Bench', 2, 'Bo');
    await buy('Bench', 1, 'Cy');
    await page.reload();
    expect([await readSum(page, 'Sold'), await readSum(page, 'Reserved')]).toEqual(['0', '3']);
    await page.getByRole('link', { name: 'Orders' }).click();
    await expectAccessible(page, 'organize-orders');
    await page.getByRole('button', { name: /Mark as paid: order \d+ of Bo/ }).click();
    expect(await page.getByRole('status').textContent()).toContain('The order is paid');
    await page.locator('#order-list > li', { hasText: 'Cy' }).locator('summary').click();
    await page.getByRole('button', { name: /Yes, cancel the order: order \d+ of Cy/ }).click();
    expect(await page.getByRole('status').textContent()).toContain('Cancelled');
    await page.getByRole('link', { name: 'Attendees', exact: true }).first().click();
    await page.getByLabel('Name or number of the order').fill('bo');
    await page.getByRole('button', { name: 'Search' }).click();
    await expectAccessible(page, 'organize-attendees');
    await page.getByRole('button', { name: 'Send the ticket again: Bo' }).first().click();
    expect(await page.getByRole('status').textContent()).toContain('on its way');
    await page.locator('summary', { hasText: 'Cancel' }).first().click();
    await page.getByRole('button', { name: 'Yes, cancel: Bo' }).first().click();
    expect(await page.locator('.org-list > li').count()).toBe(1);
    const download = page.waitForEvent('download');
    await page.getByRole('link', { name: 'Download all as CSV' }).click();
    const lines = (await (await (await download).createReadStream()).setEncoding('utf8').toArray()).join('').trim().split('\r\n');
    expect(lines).toHaveLength(2);
    expect(lines[1]).toContain('Bo,bo@example.org');

    await page.getByRole('link', { name: 'Sales' }).click();
    expect([await readSum(page, 'Sold'), await readSum(page, 'Reserved'), await readSum(page, 'Revenue')]).toEqual(['1', '0', '$12.50']);
    await page.getByText('Day by day').click();
    await expectAccessible(page, 'organize-sales');
    await page.getByRole('button', { name: 'Close the sale: Bench' }).click();
    expect(await page.getByText('Sale ended').count()).toBe(1);
    await page.goto('/organize');
    await expectAccessible(page, 'organize-list');
    await page.getByRole('link', { name: 'Lantern & lake' }).click();
    await page.getByRole('link', { name: 'Cancel the event' }).click();
    await page.getByText('who are informed by mail: 1.').waitFor();
    await page.getByText('$12.50').waitFor();
    await expectAccessible(page, 'organize-cancel');
    await page.getByRole('button', { name: 'Cancel the event and inform everyone' }).click();
    expect(await page.getByRole('status').textContent()).toContain('The event is cancelled');
    await expectAccessible(page, 'organize-cancelled');
    await page.getByRole('link', { name: 'Orders' }).click();
    await page.getByText('$12.50').first().waitFor();
    await expectAccessible(page, 'organize-refunds');
    await page.goto('/organize');
    await page.getByText('Cancelled').waitFor();
    await page.getByRole('link', { name: 'Lantern & lake' }).click();
    await page.getByRole('link', { name: 'Public page' }).click();
    await page.getByText('The organizers have cancelled this event.').waitFor();
    for (const name of ['Edit', 'Sales'])
      expect(await page.getByRole('navigation', { name: 'Manage' }).getByRole('link', { name }).count()).toBe(1);
    expect([consoleErrors.filter((text) => !text.includes('400')), foreignRequests]).toEqual([[], []]);
    await context.close();
  });
});
