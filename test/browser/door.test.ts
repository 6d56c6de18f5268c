import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, BrowserContextOptions } from 'playwright-core';
import { create as createCode } from 'qrcode';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type ListeningSite, openListeningSite } from '../support/listening-site.ts';
import { describeUnless } from '../support/needs.ts';
import { launchBrowser, noBrowser, overflow, reachedByKeyboard, shoot, signIn, violations, visit, type Visit, widths } from './browser.ts';

const looks: Record<string, BrowserContextOptions> = {
  phone: { viewport: { width: widths.phone, height: 740 }, isMobile: true, hasTouch: true },
  desk: { viewport: { width: widths.desk, height: 800 } },
};

/** Builds a camera film of a code held slightly off center: uncompressed frames (YUV4MPEG2). */
function createFilm(text: string): Buffer {
  const [width, height, dot] = [640, 480, 6];
  const { size, data } = createCode(text, { errorCorrectionLevel: 'M' }).modules;
  const light = Buffer.alloc(width * height, 220);
  for (let y = 0; y < size * dot; y += 1)
    for (let x = 0; x < size * dot; x += 1)
      if (data[Math.floor(y / dot) * size + Math.floor(x / dot)]) light[(y + 90) * width + x + 170] = 40;
  const picture = Buffer.concat([Buffer.from('FRAME\n'), light, Buffer.alloc((width * height) / 2, 128)]);
  return Buffer.concat([Buffer.from(`YUV4MPEG2 W${width} H${height} F10:1 Ip A1:1 C420\n`), ...Array.from({ length: 5 }, () => picture)]);
}

interface Guest {
  id: number;
  ticketUrl: string;
  checkinUrl: string;
  securityCode: string;
}

describeUnless(noBrowser, 'Door page', () => {
  let site: ListeningSite;
  let browser: Browser;
  let storageState: Awaited<ReturnType<typeof signedIn>>;
  let event: number;
  let ticket: number;
  beforeAll(async () => {
    site = await openListeningSite();
    browser = await launchBrowser();
    // always less than a day from now: scans further from the event admit nobody
    const inHours = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString().slice(0, 19).replace('T', ' ');
    const venue = { venue: 'The old town hall', address: 'Market 1', city: 'Springfield', status: 'publish' };
    const times = { start_date: inHours(12), end_date: inHours(16), timezone: 'Europe/Berlin' };
    event = (
      await send('POST', '/vendor/events/v1/events', { title: 'A night of “lanterns” & whispers', status: 'publish', ...times, venue })
    ).id;
    const nonce = (await ask('{ nonce(action: "add_ticket_nonce") }')).nonce;
    const fields = { post_id: event, provider: 'rsvp', name: 'Gallery', add_ticket_nonce: nonce };
    ticket = (await send('POST', '/vendor/tickets/v1/tickets', fields)).id;
    for (const name of ['Zoë Ångström-Featherstonehaugh the Younger', 'Bob Brown', 'Bo Brøgger']) await guest(name);
    storageState = await signedIn();
  });
  afterAll(async () => {
    await browser.close();
    await site.close();
  });

  // oxlint-disable-next-line typescript/no-explicit-any -- tests read responses without types
  async function call(url: string, method: string, body: unknown): Promise<any> {
    const { authorization } = await site.user('administrator');
    const answer = await fetch(url, { method, headers: { authorization, 'content-type': 'application/json' }, body: JSON.stringify(body) });
    const made = await answer.json();
    if (!answer.ok) throw new Error(JSON.stringify(made));
    return made;
  }
  const send = (method: string, path: string, body: unknown) => call(site.rest + path, method, body);
  const ask = async (query: string, variables: object = {}) => (await call(`${site.url}/graphql`, 'POST', { query, variables })).data;

  async function guest(name: string): Promise<Guest> {
    const { id } = await send('POST', '/vendor/tickets/v1/attendees', { ticket_id: ticket, full_name: name, email: 'guest@example.org' });
    const { attendee } = await ask('query($id: Int!) { attendee(id: $id) { ticketUrl checkinUrl securityCode } }', { id });
    return { id, ...attendee };
  }

  async function signedIn() {
    const { login, password } = await site.user('administrator');
    const { page, context } = await visit(browser, site.url);
    await page.goto(`/door/${event}`);
    await signIn(page, login, password);
    // signing in returns to the door
    await page.waitForURL(`**/door/${event}`);
    const kept = await context.storageState();
    await context.close();
    return kept;
  }

  const door = (options: BrowserContextOptions = {}) => visit(browser, site.url, { storageState, ...looks['phone'], ...options });
  const result = ({ page }: Visit) => page.getByRole('status');

  it('checks in by name without JavaScript: search, check in, second check-in, undo', async () => {
    await guest('Ann Archer');
    const visitor = await door();
    const { page } = visitor;
    await page.goto(`/door/${event}`);
    await page.getByText('Name this door').click();
    await page.getByLabel('Name of this door').fill('North gate');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByLabel('Name, address or order').fill('archer');
    await page.getByRole('button', { name: 'Search' }).click();
    await shoot(page, 'door-found-phone');
    const before = Number(await page.locator('[data-in]').textContent());
    await page.getByRole('button', { name: 'Check in: Ann Archer' }).click();
    expect(await result(visitor).textContent()).toContain('Welcome, Ann Archer');
    expect(Number(await page.locator('[data-in]').textContent())).toBe(before + 1);
    await shoot(page, 'door-welcome-phone');
    const { securityCode } = await ask('query($words: String!) { attendeePage(filter: { search: $words }) { nodes { securityCode } } }', {
      words: 'ann archer',
    }).then(({ attendeePage }) => attendeePage.nodes[0]);
    await page.getByLabel('Code of a ticket').fill(securityCode);
    await page.getByLabel('Code of a ticket').press('Enter');
    expect(await result(visitor).textContent()).toMatch(
      /Already in: Ann Archer.*First let in .* at North gate, by hand, by administrator\./,
    );
    await shoot(page, 'door-again-phone');
    await page.getByRole('button', { name: 'Undo: Ann Archer' }).click();
    expect(await result(visitor).textContent()).toContain('Check-in undone: Ann Archer');
    await visitor.context.close();
  });

  it('accepts codes from a keyboard or hand scanner without reloading the page', async () => {
    const { checkinUrl } = await guest('Dora Dunn');
    const visitor = await door({ javaScriptEnabled: true, ...looks['desk'] });
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
    await shoot(page, 'door-again-desk');
    await page.keyboard.type('nonsense');
    await page.keyboard.press('Enter');
    await page.getByText('No such ticket').waitFor();
    expect(await page.locator('[data-same-page]').count()).toBe(1);
    expect([visitor.complaints, visitor.outside]).toEqual([[], []]);
    await visitor.context.close();
  });

  it('counts check-ins from elsewhere', async () => {
    const { id } = await guest('Eve Early');
    const visitor = await door({ javaScriptEnabled: true });
    const { page } = visitor;
    await page.goto(`/door/${event}`);
    const [before, all] = await Promise.all(['[data-in]', '[data-all]'].map(async (one) => Number(await page.locator(one).textContent())));
    await send('PUT', `/vendor/tickets/v1/attendees/${id}`, { check_in: true });
    await page.getByText(`${before! + 1} of ${all} are in`).waitFor({ timeout: 60_000 });
    await visitor.context.close();
  });

  it('reads codes with the camera and the browser’s own detector, once each', async () => {
    const { checkinUrl } = await guest('Cam Corder');
    const visitor = await door({ javaScriptEnabled: true });
    const { page } = visitor;
    // Chromium on Linux has neither a camera here nor a detector
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
    let sent = 0;
    page.on('request', (request) => (sent += request.postData()?.includes('act=scan') ? 1 : 0));
    await page.goto(`/door/${event}`);
    // on a phone the camera starts automatically
    await page.getByText('Welcome, Cam Corder').waitFor();
    await shoot(page, 'door-camera-phone');
    await page.waitForTimeout(1000);
    expect(sent).toBe(1);
    await page.getByRole('button', { name: 'Stop the camera' }).click();
    await page.getByRole('button', { name: 'Use the camera' }).waitFor();
    // after the camera is stopped, codes are typed on this device
    await page.reload();
    await page.getByText('Works without network, too').waitFor();
    expect(await page.getByRole('button', { name: 'Stop the camera' }).isVisible()).toBe(false);
    expect(visitor.complaints).toEqual([]);
    await visitor.context.close();
  });

  it("reads codes with the site's own decoder if the browser has none", async () => {
    const { checkinUrl } = await guest('Iris Phone');
    const folder = mkdtempSync(join(tmpdir(), 'camera-'));
    const file = join(folder, 'code.y4m');
    writeFileSync(file, createFilm(checkinUrl));
    const device = ['--use-fake-ui-for-media-stream', '--use-fake-device-for-media-stream', `--use-file-for-fake-video-capture=${file}`];
    const filming = await launchBrowser(device);
    const visitor = await visit(filming, site.url, { storageState, ...looks['phone'], javaScriptEnabled: true });
    const { page } = visitor;
    await page.goto(`/door/${event}`);
    expect(await page.evaluate(() => 'BarcodeDetector' in globalThis)).toBe(false);
    await page.getByText('Welcome, Iris Phone').waitFor();
    await shoot(page, 'door-film-phone');
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      expect(await violations(page, ['color-contrast'])).toEqual([]);
    }
    expect([visitor.complaints, visitor.outside]).toEqual([[], []]);
    await filming.close();
    rmSync(folder, { recursive: true });
  });

  it('checks in offline by the signed list, once, even after reopening the page, and sends it later', async () => {
    const [one, two, meanwhile, refunded] = [
      await guest('Nora Net'),
      await guest('Ned Less'),
      await guest('Mia While'),
      await guest('Rex Gone'),
    ];
    const visitor = await door({ javaScriptEnabled: true });
    const { page, context } = visitor;
    await page.goto(`/door/${event}?at=South+gate`);
    await page.getByText('Works without network, too').waitFor();
    await page.locator('html[data-kept]').waitFor();
    const readCount = async () => Number(await page.locator('[data-in]').textContent());
    const before = await readCount();
    const scan = async (code: string) => {
      await page.getByLabel('Code of a ticket').fill(code);
      await page.getByLabel('Code of a ticket').press('Enter');
    };
    await scan(one.checkinUrl);
    await page.getByText('Welcome, Nora Net').waitFor();
    await context.setOffline(true);
    await page.getByText('Without network. Codes are looked up').waitFor();
    // opened offline
    await page.goto(`/door/${event}`);
    await page.getByText('Without network. Codes are looked up').waitFor();
    expect(await readCount()).toBe(before + 1);
    await scan(two.checkinUrl);
    await page.getByText(`Let in without network: ticket ${two.id}.`).waitFor();
    await shoot(page, 'door-without-network-phone');
    expect([await violations(page), await overflow(page)]).toEqual([[], 0]);
    for (const { checkinUrl } of [one, two]) {
      await scan(checkinUrl);
      await page.getByText(/Already in/).waitFor();
    }
    // typed, not scanned
    for (const { securityCode } of [meanwhile, refunded]) await scan(securityCode);
    await page.getByText(`Let in without network: ticket ${refunded.id}.`).waitFor();
    await scan('AAAAAAAAAA');
    await page.getByText('Not on the list').waitFor();
    await page.getByText('3 let in without network wait to be sent.').waitFor();
    // stored when the page is opened again
    await page.goto(`/door/${event}?q=somebody`);
    await page.getByText('3 let in without network wait to be sent.').waitFor();
    expect(await readCount()).toBe(before + 4);
    await send('PUT', `/vendor/tickets/v1/attendees/${meanwhile.id}`, { check_in: true });
    await context.setOffline(false);
    await page.getByText(/Mia While was in already/).waitFor({ timeout: 60_000 });
    expect(await page.getByRole('region', { name: 'please check these scans' }).getByRole('listitem').count()).toBe(1);
    await page.getByText(`${before + 4} of`).waitFor();
    await shoot(page, 'door-back-phone');
    expect(await violations(page)).toEqual([]);
    expect(await send('PUT', `/vendor/tickets/v1/attendees/${two.id}`, { full_name: 'Ned Less' })).toMatchObject({ checked_in: true });
    await page.getByRole('button', { name: 'Done' }).click();
    await page.getByText(/Mia While was in already/).waitFor({ state: 'hidden' });
    // the stored list is deleted with the session
    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.waitForURL('**/sign-in');
    expect(await page.evaluate(async () => [(await caches.keys()).length, (await indexedDB.databases()).length])).toEqual([0, 0]);
    await context.close();
    storageState = await signedIn();
  });

  it.each(Object.keys(looks))('passes axe on a %s in light and dark mode, and fits', async (look) => {
    const { ticketUrl, id } = await guest('Fay Fisher');
    await send('PUT', `/vendor/tickets/v1/attendees/${id}`, { check_in: true });
    const visitor = await door({ javaScriptEnabled: true, ...looks[look] });
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
      await shoot(page, `${name}-${look}`);
      expect([name, await violations(page)]).toEqual([name, []]);
      expect([name, await overflow(page)]).toEqual([name, 0]);
      await page.emulateMedia({ colorScheme: 'dark' });
      if (look === 'phone') await shoot(page, `${name}-night`);
      expect([name, await violations(page, ['color-contrast'])]).toEqual([name, []]);
    }
    expect([visitor.complaints, visitor.outside]).toEqual([[], []]);
    await page.emulateMedia({ media: 'print', colorScheme: 'light' });
    await page.goto(ticketUrl);
    await shoot(page, `ticket-print-${look}`);
    await visitor.context.close();
  });

  it('is fully reachable by keyboard with visible focus', async () => {
    const visitor = await door(looks['desk']);
    await visitor.page.goto(`/door/${event}?q=bob`);
    const reached = await reachedByKeyboard(visitor.page);
    expect(reached.filter((one) => one.endsWith('(focus not visible)'))).toEqual([]);
    for (const wanted of ['input Code of a ticket', 'button Check in', 'input Name, address or order', 'button Check in: Bob Brown'])
      expect(reached).toContain(wanted);
    await visitor.context.close();
  });
});
