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

interface Guest {
  id: number;
  ticketUrl: string;
  checkinUrl: string;
  securityCode: string;
}

describeUnless(noBrowser, 'tickets and their door, in a browser', () => {
  let site: ListeningSite;
  let browser: Browser;
  let storageState: Awaited<ReturnType<typeof signedIn>>;
  let event: number;
  let ticket: number;
  beforeAll(async () => {
    site = await openListeningSite();
    browser = await launchBrowser();
    const day = new Date(Date.now() + 86_400_000).toISOString().slice(0, 10);
    const venue = { venue: 'The old town hall', address: 'Market 1', city: 'Springfield', status: 'publish' };
    const times = { start_date: `${day} 19:00:00`, end_date: `${day} 23:00:00`, timezone: 'Europe/Berlin' };
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

  // oxlint-disable-next-line typescript/no-explicit-any -- tests look into answers freely
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
    // who was sent to sign in comes back
    await page.waitForURL(`**/door/${event}`);
    const kept = await context.storageState();
    await context.close();
    return kept;
  }

  const door = (options: BrowserContextOptions = {}) => visit(browser, site.url, { storageState, ...looks['phone'], ...options });
  const result = ({ page }: Visit) => page.getByRole('status');

  it('lets in by name without JavaScript: search, check in, already in, undo', async () => {
    await guest('Ann Archer');
    const visitor = await door();
    const { page } = visitor;
    await page.goto(`/door/${event}`);
    await page.getByText('Name this door').click();
    await page.getByLabel('Name of this door').fill('North gate');
    await page.getByRole('button', { name: 'Keep' }).click();
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
    expect(await result(visitor).textContent()).toContain('Not in any more: Ann Archer');
    await visitor.context.close();
  });

  it('takes codes from a keyboard or a hand scanner without loading the page anew', async () => {
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

  it('counts those who come in elsewhere', async () => {
    const { id } = await guest('Eve Early');
    const visitor = await door({ javaScriptEnabled: true });
    const { page } = visitor;
    await page.goto(`/door/${event}`);
    const [before, all] = await Promise.all(['[data-in]', '[data-all]'].map(async (one) => Number(await page.locator(one).textContent())));
    await send('PUT', `/vendor/tickets/v1/attendees/${id}`, { check_in: true });
    await page.getByText(`${before! + 1} of ${all} are in`).waitFor({ timeout: 15_000 });
    await visitor.context.close();
  });

  it('reads codes with the camera and the browser’s own reader, once each', async () => {
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
    page.on('request', (request) => (sent += request.method() === 'POST' ? 1 : 0));
    await page.goto(`/door/${event}`);
    await page.getByRole('button', { name: 'Use the camera' }).click();
    await page.getByText('Welcome, Cam Corder').waitFor();
    await shoot(page, 'door-camera-phone');
    await page.waitForTimeout(1000);
    expect(sent).toBe(1);
    await page.getByRole('button', { name: 'Stop the camera' }).click();
    await page.getByRole('button', { name: 'Use the camera' }).waitFor();
    expect(visitor.complaints).toEqual([]);
    await visitor.context.close();
  });

  it('reads codes with the camera where the browser has no reader: the site brings one', async () => {
    const { checkinUrl } = await guest('Iris Phone');
    const { size, data } = createCode(checkinUrl, { errorCorrectionLevel: 'M' }).modules;
    const visitor = await door({ javaScriptEnabled: true });
    const { page } = visitor;
    // a camera that sees the code, somewhat off the middle
    await page.addInitScript(
      ({ side, dark }) => {
        const getUserMedia = async () => {
          const canvas = Object.assign(document.createElement('canvas'), { width: 1280, height: 960 });
          const context = canvas.getContext('2d')!;
          setInterval(() => {
            context.fillStyle = '#e8e4da';
            context.fillRect(0, 0, canvas.width, canvas.height);
            context.fillStyle = '#222';
            const module = 12;
            dark.forEach(
              (isDark, i) => isDark && context.fillRect(300 + (i % side) * module, 180 + Math.floor(i / side) * module, module, module),
            );
          }, 100);
          return canvas.captureStream(10);
        };
        Object.defineProperty(globalThis, 'BarcodeDetector', { value: undefined });
        Object.defineProperty(navigator, 'mediaDevices', { value: { getUserMedia } });
      },
      { side: size, dark: [...data].map(Boolean) },
    );
    await page.goto(`/door/${event}`);
    await page.getByRole('button', { name: 'Use the camera' }).click();
    await page.getByText('Welcome, Iris Phone').waitFor();
    expect([visitor.complaints, visitor.outside]).toEqual([[], []]);
    await visitor.context.close();
  });

  it('says so when the site cannot be reached, and keeps the code', async () => {
    const { securityCode } = await guest('Otto Offline');
    const visitor = await door({ javaScriptEnabled: true });
    const { page, context } = visitor;
    await page.goto(`/door/${event}`);
    await context.setOffline(true);
    await page.getByLabel('Code of a ticket').fill(securityCode);
    await page.getByLabel('Code of a ticket').press('Enter');
    await page.getByText('The site cannot be reached').waitFor();
    await context.setOffline(false);
    await page.getByLabel('Code of a ticket').press('Enter');
    await page.getByText('Welcome, Otto Offline').waitFor();
    await context.close();
  });

  it.each(Object.keys(looks))('has no fault that axe finds on a %s, by day and by night, and fits', async (look) => {
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

  it('is reached by the keyboard, seen where it is', async () => {
    const visitor = await door(looks['desk']);
    await visitor.page.goto(`/door/${event}?q=bob`);
    const reached = await reachedByKeyboard(visitor.page);
    expect(reached.filter((one) => one.endsWith('(focus not visible)'))).toEqual([]);
    for (const wanted of ['input Code of a ticket', 'button Check in', 'input Name, address or order', 'button Check in: Bob Brown'])
      expect(reached).toContain(wanted);
    await visitor.context.close();
  });
});
