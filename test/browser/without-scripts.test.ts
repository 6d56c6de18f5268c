import type { Page } from 'playwright-core';
import { beforeAll, expect, it } from 'vitest';
import { siteLanguage } from '../../src/core/settings/site.settings.ts';
import { createViewer } from '../../src/domains/identity/auth/viewer.ts';
import { seedDemoEvents } from '../../src/domains/events/demo.ts';
import { seedDemoTickets } from '../../src/domains/tickets/demo.ts';
import { createTicket } from '../../src/domains/tickets/ticket.service.ts';
import { describeUnless } from '../support/needs.ts';
import { missingBrowser, phone, setUpBrowserSite, signIn, takeScreenshot } from './browser.ts';

describeUnless(missingBrowser, 'Site without scripts, on a phone', () => {
  const site = setUpBrowserSite();
  beforeAll(async () => {
    const { id } = await site.user('administrator');
    await seedDemoEvents(site.site, id);
    await seedDemoTickets(site.site, id);
    const author = await site.site.db.prisma.user.findUniqueOrThrow({ where: { id } });
    const viewer = createViewer({ ...author, role: 'administrator', extraCapabilities: {} }, 'password');
    const market = await site.site.db.prisma.content.findFirstOrThrow({ where: { slug: 'yard-market' } });
    await createTicket(site.site, viewer, market.id, 'rsvp', { name: 'The last stall', stock: { capacity: 1 } });
    await site.site.db.prisma.ticket.updateMany({ where: { post: { slug: 'open-rehearsal' } }, data: { showNotGoing: true } });
  });

  const heading = (page: Page) => page.getByRole('heading', { level: 1 }).textContent();

  async function fillInBuyer(page: Page, [nameLabel, emailLabel]: readonly [string, string], buyer: string): Promise<void> {
    await page.getByLabel(nameLabel, { exact: true }).first().fill(buyer);
    await page.getByLabel(emailLabel).first().fill(`${buyer.toLowerCase()}@example.org`);
  }
  const englishLabels = ['Name', 'Email address'] as const;

  /** Prints the page to PDF and returns the number of sheets. */
  async function printSheets(page: Page, name: string, format: 'A4' | 'Letter'): Promise<number> {
    const folder = process.env['MARQUEE_SHOTS'];
    const pdf = await page.pdf({ format, ...(folder !== undefined && { path: `${folder}/${name}-${format}.pdf` }) });
    return pdf.toString('latin1').match(/\/Type\s*\/Page\b(?!s)/g)?.length ?? 0;
  }

  /** Returns properties of a printed page: the number of controls, the widths of QR codes in centimeters, and the background color. */
  async function inspectPrintedPage(page: Page): Promise<{ controls: number; codes: number[]; background: string }> {
    await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
    const controls = page.locator('nav:visible, button:visible, form:visible, a.button:visible, summary:visible, .actions:visible');
    const codes = await page.locator('.ticket-code img:visible').all();
    const boxes = await Promise.all(codes.map((code) => code.boundingBox()));
    const result = {
      controls: await controls.count(),
      codes: boxes.map((box) => Math.round(((box?.width ?? 0) / 96) * 2.54)),
      background: await page.locator('body').evaluate((body) => getComputedStyle(body).backgroundColor),
    };
    await page.emulateMedia({ media: null, colorScheme: null });
    return result;
  }

  it('in German: reserves a free place, prints its ticket, declines and accepts again', async () => {
    await site.site.settings.set(siteLanguage, 'de_DE');
    const { page, context } = await site.visit(phone);
    await page.goto('/');
    await page.getByRole('link', { name: 'Platz reservieren: Open rehearsal' }).click();
    await page.getByRole('button', { name: 'Reservieren' }).click();
    await fillInBuyer(page, ['Name', 'E-Mail-Adresse'], 'Änne');
    await page.getByLabel('E-Mail-Adresse').first().fill('aenne@nirgends');
    await page.getByRole('button', { name: 'Platz reservieren' }).click();
    expect(await page.getByRole('alert').textContent()).toContain('Bitte sehen Sie sich');
    await page.getByLabel('E-Mail-Adresse').first().fill('aenne@example.org');
    await page.getByRole('button', { name: 'Platz reservieren' }).click();
    expect(await heading(page)).toBe('Sie sind dabei');
    await takeScreenshot(page, 'plain-order-german');
    expect([await printSheets(page, 'order', 'A4'), await printSheets(page, 'order', 'Letter')]).toEqual([1, 1]);
    expect(await inspectPrintedPage(page)).toEqual({ controls: 0, codes: [9], background: 'rgb(255, 255, 255)' });
    await page.getByRole('link', { name: 'Ticket anzeigen' }).click();
    expect([await printSheets(page, 'ticket', 'A4'), await printSheets(page, 'ticket', 'Letter')]).toEqual([1, 1]);
    expect(await inspectPrintedPage(page)).toEqual({ controls: 0, codes: [9], background: 'rgb(255, 255, 255)' });
    await page.goBack();
    await page.getByRole('button', { name: 'Ich kann doch nicht kommen' }).click();
    expect([await heading(page), (await inspectPrintedPage(page)).codes]).toEqual(['Sie kommen nicht', []]);
    await page.getByRole('button', { name: 'Ich komme doch' }).click();
    expect(await page.getByRole('status').textContent()).toBe('Es ist vermerkt, dass Sie kommen.');
    await context.close();
  });

  it('in English, sold out: goes from the waiting list through an offer to a place', async () => {
    await site.site.settings.set(siteLanguage, 'en_US');
    const [guest, waiting] = [await site.visit(phone), await site.visit(phone)];
    const { page } = waiting;
    await guest.page.goto('/event/yard-market/');
    await guest.page.getByRole('button', { name: 'Reserve' }).click();
    await fillInBuyer(guest.page, englishLabels, 'Cy');
    await guest.page.getByRole('button', { name: 'Reserve the place' }).click();
    await page.goto('/');
    await page.getByRole('link', { name: 'Join the waiting list: Yard market' }).click();
    await page.locator('summary', { hasText: 'Join the waiting list' }).click();
    await fillInBuyer(page, englishLabels, 'Di');
    await page.getByRole('button', { name: 'Join the waiting list' }).click();
    const waitingUrl = page.url();
    await guest.page.locator('summary', { hasText: 'Cancel everything' }).click();
    await guest.page.getByRole('button', { name: 'Yes, cancel everything' }).click();
    expect(await heading(guest.page)).toBe('Cancelled');
    await page.goto(waitingUrl);
    await page.getByRole('button', { name: 'Accept them' }).click();
    await fillInBuyer(page, englishLabels, 'Di');
    await page.getByRole('button', { name: 'Reserve the place' }).click();
    expect(await heading(page)).toBe('You are going');
    await guest.context.close();
    await waiting.context.close();
  });

  it('creates an event, sells tickets, settles orders, exports and checks in attendees, and prints one sheet per ticket', async () => {
    await site.site.settings.set(siteLanguage, 'en_US');
    const { login, password } = await site.user('administrator');
    const { page, context } = await site.visit(phone);
    await page.goto('/organize');
    await signIn(page, login, password);
    await page.getByRole('link', { name: 'New event' }).click();
    await page.getByLabel('Title').fill('Lantern walk');
    await page.getByLabel('Name of the ticket').first().fill('Walker');
    await page.getByLabel('Price in').first().fill('12.50');
    await page.getByLabel('Capacity').first().fill('5');
    await page.getByRole('button', { name: 'Save and publish' }).click();
    expect(await page.getByRole('status').textContent()).toContain('everybody can see the event now');

    const buyer = await site.visit(phone);
    await buyer.page.goto('/events/');
    await buyer.page.getByRole('link', { name: 'Lantern walk' }).first().click();
    await buyer.page.getByLabel('Quantity').selectOption('2');
    await buyer.page.getByRole('button', { name: 'Get tickets' }).click();
    await fillInBuyer(buyer.page, englishLabels, 'Bo');
    await buyer.page.getByRole('button', { name: 'Order for $25.00' }).click();
    expect(await heading(buyer.page)).toBe('Your places are reserved: please pay');

    await page.getByRole('link', { name: 'Orders' }).click();
    await page.getByRole('button', { name: /Mark as paid: order \d+ of Bo/ }).click();
    expect(await page.getByRole('status').textContent()).toContain('The order is paid');
    await page.getByRole('link', { name: 'Attendees', exact: true }).first().click();
    const download = page.waitForEvent('download');
    await page.getByRole('link', { name: 'Download all as CSV' }).click();
    const lines = (await (await (await download).createReadStream()).setEncoding('utf8').toArray()).join('').trim().split('\r\n');
    expect([lines.length, lines[1]]).toEqual([3, expect.stringContaining('Bo,bo@example.org')]);

    await buyer.page.goto(buyer.page.url());
    expect(await heading(buyer.page)).toBe('You are going');
    // the order, and a sheet for each ticket
    expect([await printSheets(buyer.page, 'order-of-two', 'A4'), await printSheets(buyer.page, 'order-of-two', 'Letter')]).toEqual([3, 3]);
    expect(await inspectPrintedPage(buyer.page)).toEqual({ controls: 0, codes: [9, 9], background: 'rgb(255, 255, 255)' });
    await buyer.page.getByRole('link', { name: 'Show the ticket' }).first().click();
    const code = (await buyer.page.locator('.ticket-key').textContent()) ?? '';
    await buyer.context.close();

    await page.getByRole('link', { name: 'Sales' }).click();
    await page.getByRole('link', { name: 'Open the door' }).click();
    await page.getByLabel('Code of a ticket').fill(code);
    await page.getByLabel('Code of a ticket').press('Enter');
    expect(await page.getByRole('status').first().textContent()).toContain('Bo');
    await takeScreenshot(page, 'plain-door');
    await page.getByLabel('Code of a ticket').fill(code);
    await page.getByLabel('Code of a ticket').press('Enter');
    expect(await page.getByRole('alert').or(page.getByRole('status')).first().textContent()).toMatch(/[Aa]lready/);
    await context.close();
  });
});
