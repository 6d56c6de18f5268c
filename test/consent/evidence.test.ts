import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { readAdminCommand } from '../../src/cli/admin-commands.ts';
import { openWholeSite, type WholeSite } from '../support/site.ts';

const script = fileURLToPath(new URL('../../scripts/verify-consents.mjs', import.meta.url));

let site: WholeSite;
let folder: string;
let file: string;
let key: string;

beforeAll(async () => {
  site = await openWholeSite();
  folder = await mkdtemp(join(tmpdir(), 'marquee-evidence-'));
  file = join(folder, 'consents.jsonl');
  const ids: number[] = [];
  for (const decision of ['all', 'essentials', {}, 'all', 'all']) {
    const { body } = await site.rest('POST', '/consent-banner/v1/consent', { body: { decision, buttonClicked: 'main_all' } });
    ids.push(body.consentId);
  }
  for (const id of [ids[1], ids[4]]) await site.rest('DELETE', `/consent-banner/v1/consent/${id}`, { as: 'administrator' });
  const output = await readAdminCommand(['consent', 'export', file])(site.site);
  key = /[A-Za-z0-9+/]{50,}={0,2}$/.exec(output.join('\n'))?.[0] ?? '';
});
afterAll(async () => {
  await site.close();
  await rm(folder, { recursive: true });
});

/** Runs the verification script with the file and optionally the key, without an environment. */
const runVerifier = (...args: string[]): Promise<{ code: number; text: string }> =>
  new Promise((resolve) => {
    execFile(process.execPath, [script, ...args], { env: {} }, (error, stdout, stderr) =>
      resolve({ code: error ? Number(error.code) : 0, text: stdout + stderr }),
    );
  });

async function writeChangedCopy(change: (lines: string[]) => string[]): Promise<string> {
  const copy = join(folder, 'copy.jsonl');
  const lines = (await readFile(file, 'utf8')).trimEnd().split('\n');
  await writeFile(copy, `${change(lines).join('\n')}\n`);
  return copy;
}

it('Exported consents are verified without the site', async () => {
  expect(await runVerifier(file, key)).toEqual({ code: 0, text: expect.stringContaining('3 consents, 2 more marked as deleted') });
});

it.each<[string, (lines: string[]) => string[]]>([
  ['a changed value', (lines) => lines.map((line) => line.replace('main_all', 'ind_all'))],
  ['a missing consent', (lines) => lines.filter((line) => !line.includes('"position":3,'))],
  ['a duplicate line', (lines) => [...lines.slice(0, -1), lines.at(-2) ?? '', lines.at(-1) ?? '']],
  ['a changed revision', (lines) => lines.map((line) => line.replace('Essential', 'Optional'))],
  ['a missing last line', (lines) => lines.slice(0, -1)],
  ['another export time', (lines) => lines.map((line) => line.replace(/"exportedAt":"\d{4}/, '"exportedAt":"1999'))],
])('Verification detects %s', async (_fault, change) => {
  expect((await runVerifier(await writeChangedCopy(change), key)).code).toBe(1);
});

it('A broken log is not signed', async () => {
  await site.site.db.sql(`UPDATE consent SET button_clicked = 'ind_all' WHERE position = 3`);
  await expect(readAdminCommand(['consent', 'export', join(folder, 'broken.jsonl')])(site.site)).rejects.toThrow('position 3');
});
