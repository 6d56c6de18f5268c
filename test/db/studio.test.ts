import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, rm, stat } from 'node:fs/promises';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { type Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Database, openDatabase } from '../../src/core/db/database.ts';
import { askRunningSite, startStudioBridge } from '../../src/core/db/studio-bridge.ts';
import { launchBrowser, noBrowser } from '../browser/browser.ts';
import { testDatabaseUrl } from '../support/database.ts';
import { describeUnless, itUnless, noEmbedded } from '../support/needs.ts';
import { testServer } from '../support/server.ts';

const studioCommand = fileURLToPath(new URL('../../src/cli/studio.ts', import.meta.url));

/** Starts `npm run studio` for an address and resolves with the address it prints. */
async function startStudio(url: string): Promise<{ address: string; stop: () => Promise<void> }> {
  const child = spawn(process.execPath, [studioCommand, '--port', '0'], {
    env: { ...process.env, DATABASE_URL: url },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = new Promise<void>((done) => child.once('exit', () => done()));
  for await (const line of createInterface({ input: child.stdout })) {
    if (!line.startsWith('http://')) continue;
    return {
      address: line,
      async stop() {
        child.kill('SIGTERM');
        await ended;
      },
    };
  }
  throw new Error('Studio printed no address');
}

/** Status of a request with headers that fetch would not send. */
function statusOf(address: string, options: { method?: string; headers?: Record<string, string>; body?: string }): Promise<number> {
  return new Promise((resolve, reject) => {
    const sent = request(address, { method: options.method ?? 'GET', headers: options.headers ?? {} }, (answer) => {
      answer.resume();
      resolve(answer.statusCode ?? 0);
    });
    sent.on('error', reject);
    sent.end(options.body);
  });
}

describe('Prisma Studio beside a running site', () => {
  let folder: string;
  let url: string;
  let drop = async () => undefined as void;
  let db: Database;
  let bridge: { close: () => Promise<void> };
  let studio: { address: string; stop: () => Promise<void> };
  let browser: Browser | undefined;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'marquee-studio-'));
    url = `pglite:${folder}`;
    if (testServer) ({ url, drop } = await testDatabaseUrl());
    db = await openDatabase({ url });
    bridge = await startStudioBridge(db);
    studio = await startStudio(url);
  });
  afterAll(async () => {
    await browser?.close();
    await studio.stop();
    await bridge.close();
    await db.close();
    await drop();
    await rm(folder, { recursive: true, force: true });
  });

  const person = (n: number) => ({
    login: `reader-${n}`,
    email: `r${n}@example.org`,
    displayName: `Reader ${n}`,
    slug: `r${n}`,
    role: 'author',
  });

  itUnless(noBrowser, 'shows the rows of a table while the site writes, and talks to no other host', async () => {
    await db.prisma.user.createMany({ data: [1, 2, 3].map(person) });
    let writing = true;
    let written = 0;
    const site = (async () => {
      while (writing) {
        await db.transaction(async (tx) => {
          await tx.setting.create({ data: { key: `busy-${written}`, value: { written } } });
          await tx.setting.update({ where: { key: `busy-${written}` }, data: { value: written } });
        });
        written += 1;
        await new Promise((resolve) => setTimeout(resolve, 2));
      }
    })();
    const elsewhere: string[] = [];
    try {
      browser = await launchBrowser();
      const page = await browser.newPage({ viewport: { width: 2400, height: 1200 } });
      page.setDefaultTimeout(60_000);
      page.on('request', (sent) => {
        if (!/^(http:\/\/127\.0\.0\.1:|data:|blob:)/.test(sent.url())) elsewhere.push(sent.url());
      });
      await page.goto(studio.address);
      await page.getByText('user_account', { exact: true }).first().click();
      for (const n of [1, 2, 3]) await page.getByText(`reader-${n}`, { exact: true }).first().waitFor();
      const before = written;
      await page.getByText('setting', { exact: true }).first().click();
      await page.getByText('busy-0', { exact: true }).first().waitFor();
      await expect.poll(() => written).toBeGreaterThan(before);
    } finally {
      writing = false;
      await site;
    }
    expect(elsewhere).toEqual([]);
    expect(await db.prisma.setting.count()).toBe(written);
  });

  it('lets in nobody without the key, no foreign page and no other host name', async () => {
    const { origin, port, searchParams } = new URL(studio.address);
    const cookie = `marquee_studio=${searchParams.get('key')}`;
    const json = { 'content-type': 'application/json' };
    const body = JSON.stringify({ procedure: 'query', query: { sql: 'SELECT 1 AS one', parameters: [] } });
    const ask = (headers: Record<string, string>) => statusOf(`${origin}/bff`, { method: 'POST', headers, body });
    expect(await ask({ ...json, cookie })).toBe(200);
    expect(await ask(json)).toBe(403);
    expect(await ask({ ...json, cookie: 'marquee_studio=wrong' })).toBe(403);
    expect(await ask({ ...json, cookie, origin: 'https://example.org' })).toBe(403);
    expect(await ask({ ...json, cookie, host: `rebound.example.org:${port}` })).toBe(403);
    expect(await ask({ 'content-type': 'text/plain', cookie })).not.toBe(200);
    expect(await statusOf(`${origin}/`, {})).toBe(403);
  });

  it('answers a failing statement with its error, and a transaction whole or not at all', async () => {
    const { origin, searchParams } = new URL(studio.address);
    const headers = { 'content-type': 'application/json', cookie: `marquee_studio=${searchParams.get('key')}` };
    const ask = async (body: unknown) => (await fetch(`${origin}/bff`, { method: 'POST', headers, body: JSON.stringify(body) })).json();
    const insert = { sql: `INSERT INTO setting (key, value) VALUES ($1, $2::jsonb) RETURNING key`, parameters: ['from-studio', '1'] };
    const broken = { sql: 'SELECT 1/0', parameters: [] };
    expect(await ask({ procedure: 'query', query: broken })).toEqual([expect.objectContaining({ message: 'division by zero' })]);
    expect(await ask({ procedure: 'transaction', queries: [insert, broken] })).toEqual([
      expect.objectContaining({ message: 'division by zero' }),
    ]);
    expect(await ask({ procedure: 'transaction', queries: [insert, insert] })).toEqual([expect.objectContaining({ code: '23505' })]);
    expect(await db.prisma.setting.count({ where: { key: 'from-studio' } })).toBe(0);
    expect(
      await ask({ procedure: 'sequence', sequence: [insert, { sql: `SELECT 9007199254740993::int8 AS big`, parameters: [] }] }),
    ).toEqual([
      [null, [{ key: 'from-studio' }]],
      [null, [{ big: '9007199254740993' }]],
    ]);
  });

  itUnless(noEmbedded, 'is reached through a file that only the site’s user can read, gone when the site closes', async () => {
    const file = join(folder, 'studio.json');
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    expect(await askRunningSite(folder, { procedure: 'sql-lint' })).toBe('[null,{"diagnostics":[]}]');
    await bridge.close();
    expect(existsSync(file)).toBe(false);
    expect(await askRunningSite(folder, { procedure: 'sql-lint' })).toBeUndefined();
  });
});

describeUnless(noEmbedded, 'Prisma Studio without a running site', () => {
  it('opens the directory itself', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'marquee-studio-'));
    const studio = await startStudio(`pglite:${folder}`);
    const { origin, searchParams } = new URL(studio.address);
    const headers = { 'content-type': 'application/json', cookie: `marquee_studio=${searchParams.get('key')}` };
    const body = JSON.stringify({ procedure: 'query', query: { sql: 'SELECT count(*) AS n FROM setting', parameters: [] } });
    const answer = await fetch(`${origin}/bff`, { method: 'POST', headers, body });
    expect(await answer.json()).toEqual([null, [{ n: 0 }]]);
    await studio.stop();
    await rm(folder, { recursive: true });
  });
});
