#!/usr/bin/env node
// verify-consents.mjs FILE [KEY] — checks evidence that `npm run admin -- consent export FILE` wrote, with nothing but Node: neither the site nor its
// database nor its secret is needed. KEY is the site's public key, had from the site on another way; without it the file's own is believed.
import { createHash, createPublicKey, verify } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';

const [file, trusted] = process.argv.slice(2);
if (file === undefined) {
  process.stderr.write('Usage: node verify-consents.mjs FILE [KEY]\n');
  process.exit(2);
}

const sha256 = (text) => createHash('sha256').update(text).digest('hex');

function fail(line, words) {
  process.stderr.write(`Line ${line}: ${words}\n`);
  process.exit(1);
}

const whole = createHash('sha256');
const revisions = new Set();
let lines = 0;
let position = 0;
let link = '';
let consents = 0;
let removed = 0;
let head;
let end;

for await (const text of createInterface({ input: createReadStream(file), crlfDelay: Number.POSITIVE_INFINITY })) {
  const at = lines + 1;
  if (end) fail(at, 'there is something after the end.');
  let said;
  try {
    said = JSON.parse(text);
  } catch {
    fail(at, 'it is no JSON.');
  }
  if (said.type === 'end') {
    end = said;
    continue;
  }
  whole.update(`${text}\n`);
  lines = at;
  if (at === 1) {
    if (said.type !== 'log' || said.format !== 1) fail(at, 'this is no evidence of consents.');
    head = said;
  } else if (said.type === 'revision') {
    // what an address was erased from is vouched for by the signature alone
    if (said.isErased !== true && sha256(said.text) !== said.digest) fail(at, 'the text of the revision is not the one that was shown.');
    revisions.add(said.digest);
  } else if (said.type === 'consent') {
    if (said.position !== position + 1) fail(at, `after position ${position} comes ${said.position}.`);
    if (sha256(said.text) !== said.digest) fail(at, `the consent at position ${said.position} says something else than was documented.`);
    const values = JSON.parse(said.text);
    const named = Object.fromEntries(head.members.map((name, index) => [name, values[index]]));
    if (named.position !== said.position) fail(at, 'the consent belongs to another place.');
    for (const digest of [named.revisionDigest, named.revisionIndependentDigest])
      if (!revisions.has(digest)) fail(at, `what visitors were shown for position ${said.position} is not in the file.`);
    ({ position, link } = said);
    consents += 1;
  } else if (said.type === 'removal') {
    if (said.from !== position + 1 || said.to < said.from) fail(at, `after position ${position} comes ${said.from}.`);
    removed += said.to - said.from + 1;
    position = said.to;
    link = said.link;
  } else fail(at, 'it is of no known type.');
}

if (!end) fail(lines, 'the end is missing.');
if (end.lines !== lines || end.sha256 !== whole.digest('hex')) fail(lines, 'something was changed, added or removed.');
if (end.position !== position || end.link !== link) fail(lines, 'the log does not end where it says.');
const signed = `marquee consent evidence 1\n${end.lines}\n${end.sha256}\n${end.position}\n${end.link}`;
const key = createPublicKey({ key: Buffer.from(trusted ?? head.key, 'base64'), format: 'der', type: 'spki' });
if (!verify(null, Buffer.from(signed), key, Buffer.from(end.signature, 'base64'))) fail(lines, 'the signature is not that of the key.');

process.stdout.write(`${head.site}, ${head.exportedAt}: ${consents} consents, ${removed} deleted ones marked. Nothing was altered.\n`);
if (trusted === undefined) process.stdout.write(`The file's own key was believed: ${head.key}\n`);
