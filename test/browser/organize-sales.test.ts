import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { describeUnless } from '../support/needs.ts';
import { findViolations, measureOverflow, missingBrowser, phone, setUpBrowserSite, signIn, takeScreenshot } from './browser.ts';

const sizes = {
  phone,
  desktop: { viewport: { width: 1280, height: 900 } },
} as const;

describeUnless(missingBrowser, 'Sales tools for organizers', () => {
  const site = setUpBrowserSite();

  async function expectAccessible(page: Page, name: string): Promise<void> {
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      await takeScreenshot(page, `${name}-${colorScheme}`);
      expect([name, colorScheme, await findViolations(page), await measureOverflow(page)]).toEqual([name, colorScheme, [], 0]);
    }
    await page.emulateMedia({ colorScheme: 'light' });
  }

  it.each(Object.entries(sizes))('a discount code, questions, the box office and a message, on a %s', async (size, device) => {
    const { login, password } = await site.user('administrator');
    const { page, context } = await site.visit({ ...device, javaScriptEnabled: true });
    await page.goto('/organize');
    await signIn(page, login, password);
    await page.waitForURL('**/organize');
    await page.getByRole('link', { name: 'New event' }).click();
    await page.getByLabel('Title').fill(`Supper ${size}`);
    await page.getByLabel('Name of the ticket').first().fill('Seat');
    await page.getByLabel('Price in').first().fill('12.50');
    await page.getByText('Description, limits and visibility').first().click();
    await expectAccessible(page, `sales-${size}-form`);
    await page.getByRole('button', { name: 'Save and publish' }).click();
    const event = new URL(page.url()).pathname;
    const publicPage = String(await page.getByRole('link', { name: 'Public page' }).getAttribute('href'));
    await expectAccessible(page, `sales-${size}-event`);

    await page.getByRole('link', { name: 'Discount codes' }).click();
    await page.getByRole('link', { name: 'New discount code' }).click();
    await page.getByLabel('Discount code', { exact: true }).fill('SUMMER');
    await page.getByLabel('Discount', { exact: true }).fill('10');
    await expectAccessible(page, `sales-${size}-code-form`);
    await page.getByRole('button', { name: 'Save changes' }).click();
    await expectAccessible(page, `sales-${size}-codes`);

    await page.getByRole('link', { name: 'Questions and terms' }).click();
    await page.getByLabel('Question', { exact: true }).fill('How did you hear of us?');
    await page.getByLabel('Terms that buyers have to accept').fill('Be kind.');
    await page.getByRole('button', { name: 'Save changes' }).click();
    await expectAccessible(page, `sales-${size}-questions`);

    await page.goto('/organize/payments');
    await page.getByLabel('Account holder').fill('Supper club');
    await page.getByLabel('IBAN').fill('DE89 3704 0044 0532 0130 00');
    await page.getByRole('button', { name: 'Save changes' }).click();
    await expectAccessible(page, `sales-${size}-payments`);

    const buyer = await site.visit({ ...device, javaScriptEnabled: true });
    await buyer.page.goto(new URL(publicPage, site.url).pathname);
    await buyer.page.getByRole('button', { name: 'Get tickets' }).click();
    await buyer.page.getByText('Do you have a discount code?').click();
    await buyer.page.getByLabel('Discount code').fill('summer');
    await buyer.page.getByRole('button', { name: 'Apply' }).click();
    await expectAccessible(buyer.page, `sales-${size}-checkout`);
    await buyer.page.getByLabel('Name').first().fill('Ann');
    await buyer.page.getByLabel('Email address').first().fill('ann@example.org');
    await buyer.page.getByLabel('How did you hear of us?').fill('Radio');
    await buyer.page.getByLabel('I accept the terms.').check();
    await buyer.page.getByRole('button', { name: 'Order for $11.25' }).click();
    expect(await buyer.page.getByRole('heading', { level: 1 }).textContent()).toBe('Your places are reserved: please pay');
    await expectAccessible(buyer.page, `sales-${size}-order`);
    await buyer.context.close();

    await page.goto(`${event}/box-office`);
    await page.getByLabel('Seat').fill('2');
    await page.getByLabel('Name').fill('Walk In');
    await expectAccessible(page, `sales-${size}-box-office`);
    await page.getByRole('button', { name: 'Sell' }).click();
    expect(await page.getByRole('status').textContent()).toContain('Sold.');
    await page.goto(`${event}/orders`);
    await expectAccessible(page, `sales-${size}-orders`);
    await page.goto(`${event}/attendees`);
    await page.locator('summary', { hasText: 'Correct name or address' }).first().click();
    await expectAccessible(page, `sales-${size}-attendees`);

    await page.goto(`${event}/message`);
    await page.getByLabel('Subject').fill('Doors');
    await page.getByLabel('Message').fill('Doors open at six.');
    await page.getByLabel('Also those who have not paid yet').check();
    await page.getByRole('button', { name: 'Preview' }).click();
    await expectAccessible(page, `sales-${size}-message`);
    await page.getByRole('button', { name: 'Send to one address' }).click();
    expect(await page.getByRole('status').textContent()).toContain('on its way');
    await context.close();
  });

  it.each(Object.entries(sizes))('a series, tickets that share places and a waiting list, on a %s', async (size, device) => {
    const { login, password } = await site.user('administrator');
    const { page, context } = await site.visit({ ...device, javaScriptEnabled: true });
    await page.goto('/sign-in');
    await signIn(page, login, password);
    await page.waitForURL('**/organize');
    expect(await page.getByRole('banner').getByRole('listitem').count()).toBeLessThanOrEqual(6);
    await expectAccessible(page, `series-${size}-list`);
    await page.getByRole('link', { name: 'New event' }).click();
    await page.getByLabel('Title').fill(`Quiz ${size}`);
    await page.locator('summary', { hasText: 'Repeats' }).click();
    await page.getByLabel('Repeats', { exact: true }).selectOption({ label: 'Weekly' });
    await page.getByLabel('Ends', { exact: true }).selectOption({ label: 'After a number of events' });
    await page.getByLabel('Number of events').fill('3');
    await page.locator('summary', { hasText: 'Description, limits and visibility' }).first().click();
    await page.getByLabel('Name of the ticket').first().fill('Seat');
    await page.getByLabel('Places', { exact: true }).first().selectOption({ label: 'Places shared with other tickets' });
    await page.locator('summary', { hasText: 'Tickets that share places' }).click();
    await page.getByLabel('Shared capacity').fill('1');
    await expectAccessible(page, `series-${size}-form`);
    await page.getByRole('button', { name: 'Save and publish' }).click();
    expect(await page.getByRole('status').textContent()).toContain('The series is created');
    expect(await page.locator('.org-dates > li').count()).toBe(3);
    await expectAccessible(page, `series-${size}-event`);
    const event = Number(/events\/(\d+)/.exec(page.url())?.[1]);
    await page.getByRole('link', { name: 'Edit' }).click();
    await page.getByLabel('Title').fill(`Pub quiz ${size}`);
    await page.getByLabel('All events of the series').check();
    await expectAccessible(page, `series-${size}-edit`);
    await page.getByRole('button', { name: 'Save changes' }).click();
    expect(await page.getByRole('status').textContent()).toContain('Saved for the dates that you chose');
    await page.getByRole('link', { name: 'Public page' }).click();
    await page.getByRole('heading', { name: 'More dates' }).waitFor();
    await expectAccessible(page, `series-${size}-public`);

    const { id: ticketId } = await site.site.db.prisma.ticket.findFirstOrThrow({ where: { postId: event } });
    const runQuery = async (query: string) => {
      const headers = { 'content-type': 'application/json' };
      return await (await fetch(`${site.url}/graphql`, { method: 'POST', headers, body: JSON.stringify({ query }) })).json();
    };
    await runQuery(`mutation { startCheckout(lines: [{ ticketId: ${ticketId}, quantity: 1 }]) { token } }`);
    await runQuery(
      `mutation { joinWaitingList(draft: { ticketId: ${ticketId}, fullName: "Cy Waiter", email: "cy@example.org" }) { token } }`,
    );
    await page.goto(`/organize/events/${event}`);
    await page.getByRole('link', { name: 'See one entry' }).click();
    await expectAccessible(page, `series-${size}-waiting`);
    await page.getByRole('button', { name: 'Offer now: Cy Waiter' }).click();
    expect(await page.getByRole('alert').textContent()).toContain('There are not enough places left.');
    await page.locator('summary', { hasText: 'Remove' }).click();
    await page.getByRole('button', { name: 'Yes, remove from the list: Cy Waiter' }).click();
    expect(await page.getByRole('status').textContent()).toContain('Removed from the waiting list');
    await expectAccessible(page, `series-${size}-waiting-empty`);
    await context.close();
  });
});
