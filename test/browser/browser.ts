import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { type Browser, type BrowserContext, type BrowserContextOptions, chromium, type Page } from 'playwright-core';

const executablePath = process.env['CHROMIUM'] ?? '/usr/bin/chromium';

/** Reason why browser tests cannot run here, or null. */
export const noBrowser = existsSync(executablePath) ? null : `there is no ${executablePath}: install chromium, or name one in CHROMIUM`;

/** Folder for screenshots. Without it none are taken. */
const shots = process.env['MARQUEE_SHOTS'];

/** Launches a browser with its own profile and no requests outside the site. `further` are switches of Chromium. */
export function launchBrowser(further: readonly string[] = []): Promise<Browser> {
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
      ...further,
    ],
  });
}

export const widths = { phone: 360, desk: 1280 } as const;

export interface Visit {
  context: BrowserContext;
  page: Page;
  /** Addresses requested outside of the site. */
  outside: string[];
  /** Errors on the console of the page. */
  complaints: string[];
}

/** Opens a page for a new visitor, by default without JavaScript. */
export async function visit(browser: Browser, site: string, options: BrowserContextOptions = {}): Promise<Visit> {
  const context = await browser.newContext({
    baseURL: site,
    javaScriptEnabled: false,
    viewport: { width: widths.desk, height: 800 },
    ...options,
  });
  const outside: string[] = [];
  const complaints: string[] = [];
  context.on('request', (request) => {
    if (/^(https?|wss?):/.test(request.url()) && !request.url().startsWith(`${site}/`)) outside.push(request.url());
  });
  context.on('console', (message) => {
    if (message.type() === 'error') complaints.push(message.text());
  });
  const page = await context.newPage();
  return { context, page, outside, complaints };
}

/** Fills in and submits the visible sign-in form. */
export async function signIn(page: Page, login: string, password: string): Promise<void> {
  await page.getByLabel('Login name or email address').fill(login);
  await page.getByLabel('Password').fill(password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
}

/** Takes a screenshot of the whole page if screenshots are on. */
export async function shoot(page: Page, name: string): Promise<void> {
  if (!shots) return;
  mkdirSync(shots, { recursive: true });
  await page.screenshot({ path: `${shots}/${name}.png`, fullPage: true });
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
    const ending = document.getAnimations().filter(({ effect }) => effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY);
    await Promise.allSettled(ending.map(({ finished }) => finished));
  });
}

/** Returns the violations that axe-core finds, one per line, for all or some of its rules. */
export async function violations(page: Page, rules?: string[]): Promise<string[]> {
  await waitForAnimations(page);
  // evaluated by the debugger, so that no content security policy has to allow it
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(axe);
  const found = await page.evaluate(async (only) => {
    const { axe: injected } = globalThis as unknown as { axe: { run(options: object): Promise<{ violations: Violation[] }> } };
    return (await injected.run({ resultTypes: ['violations'], ...(only && { runOnly: only }) })).violations;
  }, rules);
  return found.flatMap(({ id, help, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id}: ${help} (${target.join(' ')}) ${failureSummary.replace(/\s+/g, ' ')}`),
  );
}

/** Returns the number of pixels by which the page is wider than its window. */
export function overflow(page: Page): Promise<number> {
  return page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
}

/** Presses Tab until the focus leaves the page or returns, and lists the focused elements by accessible text. */
export async function reachedByKeyboard(page: Page, limit = 60): Promise<string[]> {
  const reached: string[] = [];
  await page.locator('body').press('Escape');
  for (let presses = 0; presses < limit; presses += 1) {
    await page.keyboard.press('Tab');
    const focused = await page.evaluate(() => {
      const one = document.activeElement;
      if (!one || one === document.body) return null;
      const label = one.getAttribute('aria-label') ?? (one as HTMLInputElement).labels?.[0]?.textContent ?? one.textContent ?? '';
      const { outlineStyle, outlineWidth } = getComputedStyle(one);
      const isSeen = outlineStyle !== 'none' && Number.parseFloat(outlineWidth) > 0;
      return `${one.tagName.toLowerCase()} ${label.trim().replace(/\s+/g, ' ')}${isSeen ? '' : ' (focus not visible)'}`;
    });
    if (focused === null || (reached.length > 0 && focused === reached[0])) break;
    reached.push(focused);
  }
  return reached;
}
