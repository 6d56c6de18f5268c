import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createViewer } from '../../src/domains/identity/auth/viewer.ts';
import { seedDemoEvents } from '../../src/domains/events/demo.ts';
import { seedDemoTickets } from '../../src/domains/tickets/demo.ts';
import { createTicket } from '../../src/domains/tickets/ticket.service.ts';
import { type ListeningSite, openListeningSite } from '../support/listening-site.ts';
import { describeUnless } from '../support/needs.ts';
import { expectAccessible, launchBrowser, missingBrowser, phone, takeScreenshot, visit, type Visit } from './browser.ts';

const phoneWithScripts = { ...phone, javaScriptEnabled: true };

describeUnless(missingBrowser, 'Ticket checkout on a phone', () => {
  let site: ListeningSite;
  let browser: Browser;
  beforeAll(async () => {
    site = await openListeningSite();
    const { id } = await site.user('administrator');
    await seedDemoEvents(site.site, id);
    await seedDemoTickets(site.site, id);
    const author = await site.site.db.prisma.user.findUniqueOrThrow({ where: { id } });
    const viewer = createViewer({ ...author, role: 'administrator', extraCapabilities: {} }, 'password');
    const market = await site.site.db.prisma.content.findFirstOrThrow({ where: { slug: 'yard-market' } });
    await createTicket(site.site, viewer, market.id, 'rsvp', { name: 'The last stall', stock: { capacity: 1 } });
    browser = await launchBrowser();
  });
  let isOpen = true;
  const closeSite = async () => {
    if (isOpen) await site.close();
    isOpen = false;
  };
  afterAll(async () => {
    await browser.close();
    await closeSite();
  });

  async function fillInBuyer(page: Page, name: string): Promise<void> {
    await page.getByLabel('Name').first().fill(name);
    await page.getByLabel('Email address').first().fill(`${name.toLowerCase()}@example.org`);
  }

  const expectNoErrors = ({ foreignRequests, consoleErrors }: Visit) => expect([foreignRequests, consoleErrors]).toEqual([[], []]);

  it('reserves a free place', async () => {
    const visitor = await visit(browser, site.url, phoneWithScripts);
    const { page } = visitor;
    await page.goto('/');
    await expectAccessible(page, 'sell-front');
    await page.getByRole('link', { name: 'Reserve a place: Open rehearsal' }).click();
    await expectAccessible(page, 'sell-event');
    expect(await page.locator('#choose [name="key"]').inputValue()).toMatch(/^[0-9a-f]{32}$/);
    await page.getByRole('button', { name: 'Reserve' }).dblclick();
    await expect.poll(() => page.locator('.time-left').textContent()).toMatch(/^1[45]:\d\d$/);
    expect(await site.site.db.prisma.ticketHold.count()).toBe(1);
    await page.getByLabel('Name').fill('Ann');
    await page.getByLabel('Email address').fill('ann@somewhere');
    await page.getByRole('button', { name: 'Reserve the place' }).click();
    await expectAccessible(page, 'sell-checkout-fault');
    await fillInBuyer(page, 'Ann');
    await page.getByRole('button', { name: 'Reserve the place' }).click();
    await page.getByText('Transfer to someone else').click();
    await expectAccessible(page, 'sell-order');
    await page.getByRole('link', { name: 'Show the ticket' }).click();
    await expectAccessible(page, 'sell-ticket');
    expect(await page.getByAltText('QR code of this ticket').evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);
    expect(visitor.consoleErrors.filter((text) => !text.includes('422'))).toEqual([]);
    await visitor.context.close();
  });

  it('orders a ticket to be paid at the door, after going back', async () => {
    const visitor = await visit(browser, site.url, phoneWithScripts);
    const { page } = visitor;
    await page.goto('/event/vale-quartet-night-pieces/');
    await page.getByRole('link', { name: 'Get tickets' }).click();
    await page.getByLabel('Quantity: Front rows').selectOption('2');
    await page.getByRole('button', { name: 'Get tickets' }).click();
    await page.getByText('Names on the tickets').waitFor();
    const firstCheckout = page.url();
    await page.goBack();
    await page.getByLabel('Quantity: Hall').selectOption('1');
    await page.getByRole('button', { name: 'Get tickets' }).click();
    await page.getByText('Names on the tickets').click();
    expect(page.url()).not.toBe(firstCheckout);
    await fillInBuyer(page, 'Bo');
    await expectAccessible(page, 'sell-checkout-paid');
    await page.getByRole('button', { name: 'Order for $66.00' }).click();
    expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe('Your places are reserved: please pay');
    await expectAccessible(page, 'sell-order-pending');
    expectNoErrors(visitor);
    await visitor.context.close();
  });

  it('goes from the waiting list through an offer to a place when sold out', async () => {
    const [first, second] = [await visit(browser, site.url, phoneWithScripts), await visit(browser, site.url, phoneWithScripts)];
    const path = '/event/yard-market/';
    await first.page.goto(path);
    await first.page.getByRole('button', { name: 'Reserve' }).click();
    await fillInBuyer(first.page, 'Cy');
    await first.page.getByRole('button', { name: 'Reserve the place' }).click();
    const { page } = second;
    await page.goto('/');
    await page.getByRole('link', { name: 'Join the waiting list: Yard market' }).click();
    await page.locator('summary', { hasText: 'Join the waiting list' }).click();
    await fillInBuyer(page, 'Di');
    await expectAccessible(page, 'sell-sold-out');
    await page.getByRole('button', { name: 'Join the waiting list' }).click();
    await expectAccessible(page, 'sell-waiting');
    await first.page.locator('summary', { hasText: 'Cancel everything' }).click();
    await first.page.getByRole('button', { name: 'Yes, cancel everything' }).click();
    await expectAccessible(first.page, 'sell-cancelled');
    await page.reload();
    await expectAccessible(page, 'sell-offer');
    await page.getByRole('button', { name: 'Accept them' }).click();
    await fillInBuyer(page, 'Di');
    await page.getByRole('button', { name: 'Reserve the place' }).click();
    expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe('You are going');
    expectNoErrors(first);
    expectNoErrors(second);
    await first.context.close();
    await second.context.close();
  });

  it('shows an opened ticket and its order offline', async () => {
    const { page, context } = await visit(browser, site.url, phoneWithScripts);
    await page.goto('/event/open-rehearsal/');
    await page.getByRole('button', { name: 'Reserve' }).click();
    await fillInBuyer(page, 'Eve');
    await page.getByRole('button', { name: 'Reserve the place' }).click();
    await page.locator('html[data-kept]').waitFor();
    const order = page.url();
    await page.getByRole('link', { name: 'Show the ticket' }).click();
    await page.locator('html[data-kept]').waitFor();
    await closeSite();
    await page.reload();
    expect(await page.getByAltText('QR code of this ticket').evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);
    await takeScreenshot(page, 'sell-ticket-offline');
    await page.goto(order);
    expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe('You are going');
    await expect(page.goto('/')).rejects.toThrow('ERR_CONNECTION_REFUSED');
    await context.close();
  });
});
