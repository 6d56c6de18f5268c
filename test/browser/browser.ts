import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { type Browser, type BrowserContext, type BrowserContextOptions, chromium, type Page } from 'playwright-core';

const executablePath = process.env['CHROMIUM'] ?? '/usr/bin/chromium';

/** Why browser tests cannot run here; null when they can. */
export const noBrowser = existsSync(executablePath) ? null : `there is no ${executablePath}: install chromium, or name one in CHROMIUM`;

/** Folder for pictures of the pages, for people; none unless asked for. */
const shots = process.env['MARQUEE_SHOTS'];

/** A browser with a profile of its own that asks nobody but the site; `further` are switches of Chromium. */
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
  /** Addresses that were asked for outside of the site. */
  outside: string[];
  /** What the page complained of on its console. */
  complaints: string[];
}

/** A fresh visitor of the site, without JavaScript unless wanted. */
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

/** Fills in the sign-in form that is shown. */
export async function signIn(page: Page, login: string, password: string): Promise<void> {
  await page.getByLabel('Login name or email address').fill(login);
  await page.getByLabel('Password').fill(password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
}

/** Takes a picture of the whole page where pictures are wanted. */
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

/** Waits until nothing fades in or moves any more: half faded, no text has its contrast. */
async function still(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const frame = () => new Promise(requestAnimationFrame);
    // what a script has just begun starts with a later frame
    await frame();
    await frame();
    const ending = document.getAnimations().filter(({ effect }) => effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY);
    await Promise.allSettled(ending.map(({ finished }) => finished));
  });
}

/** What axe-core finds wrong on the page, one line each: by all of its rules, or by some. */
export async function violations(page: Page, rules?: string[]): Promise<string[]> {
  await still(page);
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

/** How many pixels the page is wider than its window. */
export function overflow(page: Page): Promise<number> {
  return page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
}

/** What the Tab key reaches, in order, by its accessible text, until it leaves the page or comes round. */
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
