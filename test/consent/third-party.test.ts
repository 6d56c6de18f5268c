import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { readAdminCommand } from '../../src/cli/admin-commands.ts';
import { openWholeSite, type WholeSite } from '../support/site.ts';

// An independent verifier that uses only the exported file, the site's public key and the description of the format.

const toBytes = (text: string) => new TextEncoder().encode(text);
const decode = (base64: string) => Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
const sha256 = async (text: string) => Buffer.from(await crypto.subtle.digest('SHA-256', toBytes(text))).toString('hex');

/** Returns the consents that a file proves. Throws if the file was altered or signed with another key. */
async function verifyFile(file: string, publicKey: string): Promise<Record<string, unknown>[]> {
  const lines = file.trimEnd().split('\n');
  const body = lines.slice(0, -1);
  const [head, ...entries] = body.map((line) => JSON.parse(line));
  const end = JSON.parse(lines.at(-1) ?? '');
  const key = await crypto.subtle.importKey('spki', decode(publicKey), 'Ed25519', false, ['verify']);
  const signed = `marquee consent evidence 1\n${end.lines}\n${end.sha256}\n${end.position}\n${end.link}`;
  if (!(await crypto.subtle.verify('Ed25519', key, decode(end.signature), toBytes(signed)))) throw new Error('signature');
  if (end.lines !== body.length || end.sha256 !== (await sha256(body.map((line) => `${line}\n`).join('')))) throw new Error('altered');
  const revisions = new Map<string, string>();
  const consents: Record<string, unknown>[] = [];
  let last = { position: 0, link: '' };
  for (const entry of entries) {
    if (entry.type === 'revision') {
      if ((await sha256(entry.text)) !== entry.digest) throw new Error('revision');
      revisions.set(entry.digest, entry.text);
    } else {
      if ((entry.from ?? entry.position) !== last.position + 1) throw new Error('gap');
      last = { position: entry.to ?? entry.position, link: entry.link };
      if (entry.type !== 'consent') continue;
      if ((await sha256(entry.text)) !== entry.digest) throw new Error('consent');
      const values = JSON.parse(entry.text);
      const consent = Object.fromEntries(head.members.map((name: string, index: number) => [name, values[index]]));
      consents.push({ ...consent, revisionShown: JSON.parse(revisions.get(consent['revisionDigest'] as string) ?? 'null') });
    }
  }
  if (last.position !== end.position || last.link !== end.link) throw new Error('end');
  return consents;
}

let site: WholeSite;
let folder: string;
let file: string;
let key: string;
let log: { uuid: string; decision: unknown; created: string; button_clicked: string; revision_hash: string }[];

const giveConsent = (decision: unknown) =>
  site.rest('POST', '/consent-banner/v1/consent', { body: { decision, buttonClicked: 'ind_custom' } });

beforeAll(async () => {
  site = await openWholeSite();
  folder = await mkdtemp(join(tmpdir(), 'marquee-third-party-'));
  const first = await giveConsent('all');
  await giveConsent({ 1: [1] });
  await site.rest('PUT', '/consent-banner/v1/settings', { as: 'administrator', body: { 'xcb-operator-country': 'DE' } });
  await giveConsent('essentials');
  await site.rest('DELETE', `/consent-banner/v1/consent/${first.body.consentId}`, { as: 'administrator' });
  log = (await site.rest('GET', '/consent-banner/v1/consent/all', { as: 'administrator', query: { offset: 0 } })).body.items;
  const output = await readAdminCommand(['consent', 'export', join(folder, 'log.jsonl')])(site.site);
  key = /[A-Za-z0-9+/]{50,}={0,2}$/.exec(output.join('\n'))?.[0] ?? '';
  file = await readFile(join(folder, 'log.jsonl'), 'utf8');
});
afterAll(async () => {
  await site.close();
  await rm(folder, { recursive: true });
});

it('An independent verifier proves every exported consent, with the values of the log and the shown revision', async () => {
  const consents = await verifyFile(file, key);
  expect(consents.map(({ uuid }) => uuid)).toEqual(log.map(({ uuid }) => uuid).toReversed());
  const [second, third] = consents;
  const [oldestInLog] = log.toReversed();
  expect(second).toMatchObject({
    buttonClicked: 'ind_custom',
    decision: JSON.stringify(oldestInLog?.decision),
    revision: oldestInLog?.revision_hash,
  });
  // the log has a precision of seconds
  expect(String(second?.['created']).slice(0, 19)).toBe(oldestInLog?.created.slice(0, 19));
  expect(
    [second, third].map(
      (consent) => (consent as { revisionShown: { options: { operatorCountry: string } } }).revisionShown.options.operatorCountry,
    ),
  ).toEqual(['', 'DE']);
});

it('An independent verifier refuses an altered file and another key', async () => {
  const lines = file.trimEnd().split('\n');
  const without = (index: number) => lines.filter((_line, lineIndex) => lineIndex !== index).join('\n');
  for (const index of lines.keys()) {
    await expect(verifyFile(without(index), key), `without line ${index + 1}`).rejects.toThrow();
    const changed = lines.map((line, lineIndex) =>
      lineIndex === index ? line.replace(/\d(?=\D*$)/, (digit) => String((Number(digit) + 1) % 10)) : line,
    );
    await expect(verifyFile(changed.join('\n'), key), `line ${index + 1} changed`).rejects.toThrow();
  }
  const other = await crypto.subtle.generateKey('Ed25519', true, ['sign', 'verify']);
  const otherKey = Buffer.from(await crypto.subtle.exportKey('spki', other.publicKey)).toString('base64');
  await expect(verifyFile(file, otherKey)).rejects.toThrow('signature');
});
