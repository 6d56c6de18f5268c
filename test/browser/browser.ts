import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { type Browser, type BrowserContext, type BrowserContextOptions, chromium, type Page } from 'playwright-core';
import { afterAll, beforeAll, expect } from 'vitest';
import { type ListeningSite, openListeningSite } from '../support/listening-site.ts';

const executablePath = process.env['CHROMIUM'] ?? '/usr/bin/chromium';

/** Reason why browser tests cannot run here, or null. */
export const missingBrowser = existsSync(executablePath)
  ? null
  : `there is no ${executablePath}: install chromium, or name one in CHROMIUM`;

/** Folder for screenshots. If it is not set, no screenshots are taken. */
const screenshotFolder = process.env['MARQUEE_SHOTS'];

/** Starts a browser with a new profile. The browser itself sends no requests in the background. `switches` are additional switches of Chromium. */
export function launchBrowser(switches: readonly string[] = []): Promise<Browser> {
  return chromium.launch({
    executablePath,
    headless: true,
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      ...switches,
    ],
  });
}

export const widths = { phone: 360, desk: 1280 } as const;
export const phone = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true } as const;
/** User agent without the mark of automated browsers, because the consent banner does not ask robots. */
export const PERSON_USER_AGENT = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/148.0.0.0 Safari/537.36';

export interface Visit {
  context: BrowserContext;
  page: Page;
  /** URLs of other sites that the page requested. */
  foreignRequests: string[];
  /** Errors in the console of the page. */
  consoleErrors: string[];
}

/** Opens a page for a new visitor, by default without JavaScript. */
export async function visit(browser: Browser, site: string, options: BrowserContextOptions = {}): Promise<Visit> {
  const context = await browser.newContext({
    baseURL: site,
    javaScriptEnabled: false,
    viewport: { width: widths.desk, height: 800 },
    ...options,
  });
  const foreignRequests: string[] = [];
  const consoleErrors: string[] = [];
  context.on('request', (request) => {
    if (/^(https?|wss?):/.test(request.url()) && !request.url().startsWith(`${site}/`)) foreignRequests.push(request.url());
  });
  context.on('console', (message) => {
    if (message.type() === 'error') consoleErrors.push(message.text());
  });
  const page = await context.newPage();
  return { context, page, foreignRequests, consoleErrors };
}

/** A site with a browser for its pages. */
export interface BrowserSite extends ListeningSite {
  browser: Browser;
  /** Opens a page of the site for a new visitor, by default without JavaScript. */
  visit(options?: BrowserContextOptions): Promise<Visit>;
  /** Sends a request to a REST path as an administrator, and returns the response body. Throws for a status that is not 2xx. */
  // oxlint-disable-next-line typescript/no-explicit-any -- tests read responses without types
  send(method: string, path: string, body: unknown): Promise<any>;
  /** Runs a GraphQL operation as an administrator, and returns its data. Throws if there are errors. */
  // oxlint-disable-next-line typescript/no-explicit-any -- tests read responses without types
  graphql(query: string, variables?: object): Promise<any>;
}

/** Opens a site and a browser before the tests of a suite, and closes both afterwards. The members of the result exist only during the suite. */
export function setUpBrowserSite(options: Parameters<typeof openListeningSite>[0] = {}): BrowserSite {
  const site = {} as BrowserSite;
  async function sendJson(method: string, url: string, body: unknown) {
    const { authorization } = await site.user('administrator');
    const headers = { authorization, 'content-type': 'application/json' };
    const response = await fetch(url, { method, headers, body: JSON.stringify(body) });
    if (!response.ok) throw new Error(`${url}: ${await response.text()}`);
    return response.json();
  }
  beforeAll(async () => {
    Object.assign(site, await openListeningSite(options), {
      browser: await launchBrowser(),
      visit: (contextOptions) => visit(site.browser, site.url, contextOptions),
      send: (method, path, body) => sendJson(method, site.rest + path, body),
      async graphql(query, variables = {}) {
        const { data, errors } = await sendJson('POST', `${site.url}/graphql`, { query, variables });
        if (errors) throw new Error(JSON.stringify(errors));
        return data;
      },
    } satisfies Pick<BrowserSite, 'browser' | 'visit' | 'send' | 'graphql'>);
  });
  afterAll(async () => {
    await site.browser?.close();
    await site.close?.();
  });
  return site;
}

/** Fills in and submits the visible sign-in form. */
export async function signIn(page: Page, login: string, password: string): Promise<void> {
  await page.getByLabel('Login name or email address').fill(login);
  await page.getByLabel('Password').fill(password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
}

/** Takes a screenshot of the whole page if `MARQUEE_SHOTS` is set. */
export async function takeScreenshot(page: Page, name: string): Promise<void> {
  if (!screenshotFolder) return;
  mkdirSync(screenshotFolder, { recursive: true });
  await page.screenshot({ path: `${screenshotFolder}/${name}.png`, fullPage: true });
}

const axe = readFileSync(new URL('../../node_modules/axe-core/axe.min.js', import.meta.url), 'utf8');

interface Violation {
  id: string;
  help: string;
  nodes: { target: string[]; failureSummary: string }[];
}

/** Waits until all animations have ended, because fading text lacks contrast. */
async function waitForAnimations(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const frame = () => new Promise(requestAnimationFrame);
    // a script's animation starts with a later frame
    await frame();
    await frame();
    const finite = document.getAnimations().filter(({ effect }) => effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY);
    await Promise.allSettled(finite.map(({ finished }) => finished));
  });
}

/** Returns the violations that axe-core finds, one per line, for all or some of its rules. */
export async function findViolations(page: Page, rules?: string[]): Promise<string[]> {
  await waitForAnimations(page);
  // evaluated by the debugger, so that no content security policy has to allow it
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(axe);
  const findings = await page.evaluate(async (ids) => {
    const { axe: injected } = globalThis as unknown as { axe: { run(options: object): Promise<{ violations: Violation[] }> } };
    return (await injected.run({ resultTypes: ['violations'], ...(ids && { runOnly: ids }) })).violations;
  }, rules);
  return findings.flatMap(({ id, help, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id}: ${help} (${target.join(' ')}) ${failureSummary.replace(/\s+/g, ' ')}`),
  );
}

/** Returns the number of pixels by which the page is wider than its window. */
export function measureOverflow(page: Page): Promise<number> {
  return page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
}

/** Checks a page with axe in light and dark mode, and that it fits the screen. */
export async function expectAccessible(page: Page, name: string): Promise<void> {
  await takeScreenshot(page, name);
  expect([name, await findViolations(page), await measureOverflow(page)]).toEqual([name, [], 0]);
  await page.emulateMedia({ colorScheme: 'dark' });
  expect([name, await findViolations(page, ['color-contrast'])]).toEqual([name, []]);
  await page.emulateMedia({ colorScheme: 'light' });
}

/** Presses Tab until the focus leaves the page or returns. Returns the accessible names of the focused elements. */
export async function tabThroughPage(page: Page, limit = 60): Promise<string[]> {
  const focusedElements: string[] = [];
  await page.locator('body').press('Escape');
  for (let presses = 0; presses < limit; presses += 1) {
    await page.keyboard.press('Tab');
    const focused = await page.evaluate(() => {
      const element = document.activeElement;
      if (!element || element === document.body) return null;
      const label =
        element.getAttribute('aria-label') ?? (element as HTMLInputElement).labels?.[0]?.textContent ?? element.textContent ?? '';
      const { outlineStyle, outlineWidth } = getComputedStyle(element);
      const isVisible = outlineStyle !== 'none' && Number.parseFloat(outlineWidth) > 0;
      return `${element.tagName.toLowerCase()} ${label.trim().replace(/\s+/g, ' ')}${isVisible ? '' : ' (focus not visible)'}`;
    });
    if (focused === null || (focusedElements.length > 0 && focused === focusedElements[0])) break;
    focusedElements.push(focused);
  }
  return focusedElements;
}
