import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { BrowserContextOptions } from 'playwright-core';
import { create as createCode } from 'qrcode';
import { beforeAll, expect, it } from 'vitest';
import { describeUnless } from '../support/needs.ts';
import {
  findViolations,
  launchBrowser,
  measureOverflow,
  missingBrowser,
  setUpBrowserSite,
  signIn,
  tabThroughPage,
  takeScreenshot,
  visit,
  type Visit,
  widths,
} from './browser.ts';

const looks: Record<string, BrowserContextOptions> = {
  phone: { viewport: { width: widths.phone, height: 740 }, isMobile: true, hasTouch: true },
  desk: { viewport: { width: widths.desk, height: 800 } },
};

/** Creates a camera film (uncompressed frames, YUV4MPEG2) that shows a code slightly off center. */
function createFilm(text: string): Buffer {
  const [width, height, moduleSize] = [640, 480, 6];
  const { size, data } = createCode(text, { errorCorrectionLevel: 'M' }).modules;
  const brightness = Buffer.alloc(width * height, 220);
  for (let y = 0; y < size * moduleSize; y += 1)
    for (let x = 0; x < size * moduleSize; x += 1)
      if (data[Math.floor(y / moduleSize) * size + Math.floor(x / moduleSize)]) brightness[(y + 90) * width + x + 170] = 40;
  const picture = Buffer.concat([Buffer.from('FRAME\n'), brightness, Buffer.alloc((width * height) / 2, 128)]);
  return Buffer.concat([Buffer.from(`YUV4MPEG2 W${width} H${height} F10:1 Ip A1:1 C420\n`), ...Array.from({ length: 5 }, () => picture)]);
}

interface Guest {
  id: number;
  ticketUrl: string;
  checkinUrl: string;
  securityCode: string;
}

describeUnless(missingBrowser, 'Door page', () => {
  const site = setUpBrowserSite();
  let storageState: Awaited<ReturnType<typeof saveSignedInState>>;
  let event: number;
  let ticket: number;
  beforeAll(async () => {
    // less than a day from now, because earlier scans do not check in anyone
    const inHours = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString().slice(0, 19).replace('T', ' ');
    const venue = { venue: 'The old town hall', address: 'Market 1', city: 'Springfield', status: 'publish' };
    const times = { start_date: inHours(12), end_date: inHours(16), timezone: 'Europe/Berlin' };
    event = (
      await site.send('POST', '/vendor/events/v1/events', { title: 'A night of “lanterns” & whispers', status: 'publish', ...times, venue })
    ).id;
    const nonce = (await site.graphql('{ nonce(action: "add_ticket_nonce") }')).nonce;
    const fields = { post_id: event, provider: 'rsvp', name: 'Gallery', add_ticket_nonce: nonce };
    ticket = (await site.send('POST', '/vendor/tickets/v1/tickets', fields)).id;
    for (const name of ['Zoë Ångström-Featherstonehaugh the Younger', 'Bob Brown', 'Bo Brøgger']) await createGuest(name);
    storageState = await saveSignedInState();
  });

  async function createGuest(name: string): Promise<Guest> {
    const { id } = await site.send('POST', '/vendor/tickets/v1/attendees', {
      ticket_id: ticket,
      full_name: name,
      email: 'guest@example.org',
    });
    const { attendee } = await site.graphql('query($id: Int!) { attendee(id: $id) { ticketUrl checkinUrl securityCode } }', { id });
    return { id, ...attendee };
  }

  async function saveSignedInState() {
    const { login, password } = await site.user('administrator');
    const { page, context } = await site.visit();
    await page.goto(`/door/${event}`);
    await signIn(page, login, password);
    // the sign-in returns to the door
    await page.waitForURL(`**/door/${event}`);
    const state = await context.storageState();
    await context.close();
    return state;
  }

  const openDoor = (options: BrowserContextOptions = {}) => site.visit({ storageState, ...looks['phone'], ...options });
  const status = ({ page }: Visit) => page.getByRole('status');

  it('checks in by name without JavaScript: search, check in, second check-in, undo', async () => {
    await createGuest('Ann Archer');
    const visitor = await openDoor();
    const { page } = visitor;
    await page.goto(`/door/${event}`);
    await page.getByText('Name this door').click();
    await page.getByLabel('Name of this door').fill('North gate');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByLabel('Name, address or order').fill('archer');
    await page.getByRole('button', { name: 'Search' }).click();
    await takeScreenshot(page, 'door-found-phone');
    const before = Number(await page.locator('[data-in]').textContent());
    await page.getByRole('button', { name: 'Check in: Ann Archer' }).click();
    expect(await status(visitor).textContent()).toContain('Welcome, Ann Archer');
    expect(Number(await page.locator('[data-in]').textContent())).toBe(before + 1);
    await takeScreenshot(page, 'door-welcome-phone');
    const { securityCode } = await site
      .graphql('query($name: String!) { attendeePage(filter: { search: $name }) { nodes { securityCode } } }', {
        name: 'ann archer',
      })
      .then(({ attendeePage }) => attendeePage.nodes[0]);
    await page.getByLabel('Code of a ticket').fill(securityCode);
    await page.getByLabel('Code of a ticket').press('Enter');
    expect(await status(visitor).textContent()).toMatch(
      /Already in: Ann Archer.*First let in .* at North gate, manually, by administrator\./,
    );
    await takeScreenshot(page, 'door-again-phone');
    await page.getByRole('button', { name: 'Undo: Ann Archer' }).click();
    expect(await status(visitor).textContent()).toContain('Check-in undone: Ann Archer');
    await visitor.context.close();
  });

  it('accepts codes from a keyboard or hand scanner without reloading the page', async () => {
    const { checkinUrl } = await createGuest('Dora Dunn');
    const visitor = await openDoor({ javaScriptEnabled: true, ...looks['desk'] });
    const { page } = visitor;
    await page.goto(`/door/${event}`);
    await page.evaluate(() => document.body.setAttribute('data-same-page', ''));
    const before = Number(await page.locator('[data-in]').textContent());
    await page.keyboard.type(checkinUrl);
    await page.keyboard.press('Enter');
    await page.getByText('Welcome, Dora Dunn').waitFor();
    expect(Number(await page.locator('[data-in]').textContent())).toBe(before + 1);
    expect(await page.getByLabel('Code of a ticket').inputValue()).toBe('');
    await page.keyboard.type(checkinUrl);
    await page.keyboard.press('Enter');
    await page.getByText('Already in: Dora Dunn').waitFor();
    await takeScreenshot(page, 'door-again-desk');
    await page.keyboard.type('nonsense');
    await page.keyboard.press('Enter');
    await page.getByText('No such ticket').waitFor();
    expect(await page.locator('[data-same-page]').count()).toBe(1);
    expect([visitor.consoleErrors, visitor.foreignRequests]).toEqual([[], []]);
    await visitor.context.close();
  });

  it('counts check-ins from elsewhere', async () => {
    const { id } = await createGuest('Eve Early');
    const visitor = await openDoor({ javaScriptEnabled: true });
    const { page } = visitor;
    await page.goto(`/door/${event}`);
    const [before, total] = await Promise.all(
      ['[data-in]', '[data-all]'].map(async (selector) => Number(await page.locator(selector).textContent())),
    );
    await site.send('PUT', `/vendor/tickets/v1/attendees/${id}`, { check_in: true });
    await page.getByText(`${before! + 1} of ${total} are in`).waitFor({ timeout: 60_000 });
    await visitor.context.close();
  });

  it('reads codes with the camera and the browser’s own detector, once each', async () => {
    const { checkinUrl } = await createGuest('Cam Corder');
    const visitor = await openDoor({ javaScriptEnabled: true });
    const { page } = visitor;
    // headless Chromium on Linux has neither a camera nor a detector
    await page.addInitScript((code) => {
      class Detector {
        static async getSupportedFormats() {
          return ['qr_code'];
        }
        async detect() {
          return [{ rawValue: code }];
        }
      }
      const getUserMedia = async () => {
        const canvas = document.createElement('canvas');
        canvas.getContext('2d')?.fillRect(0, 0, 10, 10);
        return canvas.captureStream(5);
      };
      Object.defineProperty(globalThis, 'BarcodeDetector', { value: Detector });
      Object.defineProperty(navigator, 'mediaDevices', { value: { getUserMedia } });
    }, checkinUrl);
    let scanRequests = 0;
    page.on('request', (request) => (scanRequests += request.postData()?.includes('act=scan') ? 1 : 0));
    await page.goto(`/door/${event}`);
    // on a phone, the camera starts automatically
    await page.getByText('Welcome, Cam Corder').waitFor();
    await takeScreenshot(page, 'door-camera-phone');
    await page.waitForTimeout(1000);
    expect(scanRequests).toBe(1);
    await page.getByRole('button', { name: 'Stop the camera' }).click();
    await page.getByRole('button', { name: 'Use the camera' }).waitFor();
    // after the camera is stopped, codes are typed on this device
    await page.reload();
    await page.getByText('Works offline, too').waitFor();
    expect(await page.getByRole('button', { name: 'Stop the camera' }).isVisible()).toBe(false);
    expect(visitor.consoleErrors).toEqual([]);
    await visitor.context.close();
  });

  it("reads codes with the site's own decoder if the browser has none", async () => {
    const { checkinUrl } = await createGuest('Iris Phone');
    const folder = mkdtempSync(join(tmpdir(), 'camera-'));
    const file = join(folder, 'code.y4m');
    writeFileSync(file, createFilm(checkinUrl));
    const device = ['--use-fake-ui-for-media-stream', '--use-fake-device-for-media-stream', `--use-file-for-fake-video-capture=${file}`];
    const filmingBrowser = await launchBrowser(device);
    const visitor = await visit(filmingBrowser, site.url, { storageState, ...looks['phone'], javaScriptEnabled: true });
    const { page } = visitor;
    await page.goto(`/door/${event}`);
    expect(await page.evaluate(() => 'BarcodeDetector' in globalThis)).toBe(false);
    await page.getByText('Welcome, Iris Phone').waitFor();
    await takeScreenshot(page, 'door-film-phone');
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      expect(await findViolations(page, ['color-contrast'])).toEqual([]);
    }
    expect([visitor.consoleErrors, visitor.foreignRequests]).toEqual([[], []]);
    await filmingBrowser.close();
    rmSync(folder, { recursive: true });
  });

  it('checks in offline from the signed list, once for each ticket, even after the page is reopened, and sends the scans later', async () => {
    const [beforeOffline, scanned, admittedElsewhere, typed] = [
      await createGuest('Nora Net'),
      await createGuest('Ned Less'),
      await createGuest('Mia While'),
      await createGuest('Rex Gone'),
    ];
    const visitor = await openDoor({ javaScriptEnabled: true });
    const { page, context } = visitor;
    await page.goto(`/door/${event}?at=South+gate`);
    await page.getByText('Works offline, too').waitFor();
    await page.locator('html[data-kept]').waitFor();
    const readCount = async () => Number(await page.locator('[data-in]').textContent());
    const before = await readCount();
    const scan = async (code: string) => {
      await page.getByLabel('Code of a ticket').fill(code);
      await page.getByLabel('Code of a ticket').press('Enter');
    };
    await scan(beforeOffline.checkinUrl);
    await page.getByText('Welcome, Nora Net').waitFor();
    await context.setOffline(true);
    await page.getByText('Offline. Codes are looked up').waitFor();
    // opened offline
    await page.goto(`/door/${event}`);
    await page.getByText('Offline. Codes are looked up').waitFor();
    expect(await readCount()).toBe(before + 1);
    await scan(scanned.checkinUrl);
    await page.getByText(`Let in offline: ticket ${scanned.id}.`).waitFor();
    await takeScreenshot(page, 'door-without-network-phone');
    expect([await findViolations(page), await measureOverflow(page)]).toEqual([[], 0]);
    for (const { checkinUrl } of [beforeOffline, scanned]) {
      await scan(checkinUrl);
      await page.getByText(/Already in/).waitFor();
    }
    // typed, not scanned
    for (const { securityCode } of [admittedElsewhere, typed]) await scan(securityCode);
    await page.getByText(`Let in offline: ticket ${typed.id}.`).waitFor();
    await scan('AAAAAAAAAA');
    await page.getByText('Not on the list').waitFor();
    await page.getByText('3 people let in offline are not sent to the site yet.').waitFor();
    // stored when the page is opened again
    await page.goto(`/door/${event}?q=no-match`);
    await page.getByText('3 people let in offline are not sent to the site yet.').waitFor();
    expect(await readCount()).toBe(before + 4);
    await site.send('PUT', `/vendor/tickets/v1/attendees/${admittedElsewhere.id}`, { check_in: true });
    await context.setOffline(false);
    await page.getByText(/Mia While was in already/).waitFor({ timeout: 60_000 });
    expect(await page.getByRole('region', { name: 'please check these scans' }).getByRole('listitem').count()).toBe(1);
    await page.getByText(`${before + 4} of`).waitFor();
    await takeScreenshot(page, 'door-back-phone');
    expect(await findViolations(page)).toEqual([]);
    expect(await site.send('PUT', `/vendor/tickets/v1/attendees/${scanned.id}`, { full_name: 'Ned Less' })).toMatchObject({
      checked_in: true,
    });
    await page.getByRole('button', { name: 'Done' }).click();
    await page.getByText(/Mia While was in already/).waitFor({ state: 'hidden' });
    // the stored list is deleted with the session
    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.waitForURL('**/sign-in');
    expect(await page.evaluate(async () => [(await caches.keys()).length, (await indexedDB.databases()).length])).toEqual([0, 0]);
    await context.close();
    storageState = await saveSignedInState();
  });

  it.each(Object.keys(looks))('passes axe on a %s in light and dark mode, and fits', async (look) => {
    const { ticketUrl, id } = await createGuest('Fay Fisher');
    await site.send('PUT', `/vendor/tickets/v1/attendees/${id}`, { check_in: true });
    const visitor = await openDoor({ javaScriptEnabled: true, ...looks[look] });
    const { page } = visitor;
    const pages = {
      doors: '/door',
      door: `/door/${event}`,
      'door-list': `/door/${event}?q=b&done=again&who=${id}`,
      'door-nobody': `/door/${event}?q=nobody`,
      ticket: ticketUrl,
    };
    for (const [name, path] of Object.entries(pages)) {
      await page.emulateMedia({ colorScheme: 'light' });
      await page.goto(path);
      await takeScreenshot(page, `${name}-${look}`);
      expect([name, await findViolations(page)]).toEqual([name, []]);
      expect([name, await measureOverflow(page)]).toEqual([name, 0]);
      await page.emulateMedia({ colorScheme: 'dark' });
      if (look === 'phone') await takeScreenshot(page, `${name}-night`);
      expect([name, await findViolations(page, ['color-contrast'])]).toEqual([name, []]);
    }
    expect([visitor.consoleErrors, visitor.foreignRequests]).toEqual([[], []]);
    await page.emulateMedia({ media: 'print', colorScheme: 'light' });
    await page.goto(ticketUrl);
    await takeScreenshot(page, `ticket-print-${look}`);
    await visitor.context.close();
  });

  it('is fully reachable by keyboard with visible focus', async () => {
    const visitor = await openDoor(looks['desk']);
    await visitor.page.goto(`/door/${event}?q=bob`);
    const focusedElements = await tabThroughPage(visitor.page);
    expect(focusedElements.filter((element) => element.endsWith('(focus not visible)'))).toEqual([]);
    for (const element of ['input Code of a ticket', 'button Check in', 'input Name, address or order', 'button Check in: Bob Brown'])
      expect(focusedElements).toContain(element);
    await visitor.context.close();
  });
});
