#!/usr/bin/env node
// verify-consents.mjs FILE [KEY] — verifies a file that `npm run admin -- consent export FILE` wrote. Needs only Node: not the site, its database or its secret
// key. KEY is the site's public key, obtained from the site separately. Without KEY, the key in the file is trusted.
import { createHash, createPublicKey, verify } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';

const [file, trustedKey] = process.argv.slice(2);
if (file === undefined) {
  process.stderr.write('Usage: node verify-consents.mjs FILE [KEY]\n');
  process.exit(2);
}

const sha256 = (text) => createHash('sha256').update(text).digest('hex');

function fail(lineNumber, fault) {
  process.stderr.write(`Line ${lineNumber}: ${fault}\n`);
  process.exit(1);
}

const contentHash = createHash('sha256');
const revisions = new Set();
let lines = 0;
let position = 0;
let link = '';
let consents = 0;
let removed = 0;
let header;
let end;

for await (const line of createInterface({ input: createReadStream(file), crlfDelay: Number.POSITIVE_INFINITY })) {
  const lineNumber = lines + 1;
  if (end) fail(lineNumber, 'there is a line after the end of the log.');
  let record;
  try {
    record = JSON.parse(line);
  } catch {
    fail(lineNumber, 'the line is not valid JSON.');
  }
  if (record.type === 'end') {
    end = record;
    continue;
  }
  contentHash.update(`${line}\n`);
  lines = lineNumber;
  if (lineNumber === 1) {
    if (record.type !== 'log' || record.format !== 1) fail(lineNumber, 'the file is not an export of consents.');
    header = record;
  } else if (record.type === 'revision') {
    // a text from which an address was erased no longer matches its digest; only the signature covers it
    if (record.isErased !== true && sha256(record.text) !== record.digest) fail(lineNumber, 'the text of the revision is not the text that was shown to visitors.');
    revisions.add(record.digest);
  } else if (record.type === 'consent') {
    if (record.position !== position + 1) fail(lineNumber, `position ${position} is followed by ${record.position}.`);
    if (sha256(record.text) !== record.digest) fail(lineNumber, `the consent at position ${record.position} was changed after it was documented.`);
    const values = JSON.parse(record.text);
    const consent = Object.fromEntries(header.members.map((name, index) => [name, values[index]]));
    if (consent.position !== record.position) fail(lineNumber, 'the consent belongs to another position.');
    for (const digest of [consent.revisionDigest, consent.revisionIndependentDigest])
      if (!revisions.has(digest)) fail(lineNumber, `the revision that was shown for position ${record.position} is missing in the file.`);
    ({ position, link } = record);
    consents += 1;
  } else if (record.type === 'removal') {
    if (record.from !== position + 1 || record.to < record.from) fail(lineNumber, `position ${position} is followed by ${record.from}.`);
    removed += record.to - record.from + 1;
    position = record.to;
    link = record.link;
  } else fail(lineNumber, 'the line has an unknown type.');
}

if (!end) fail(lines, 'the end of the log is missing.');
if (end.lines !== lines || end.sha256 !== contentHash.digest('hex')) fail(lines, 'lines were changed, added or removed.');
if (end.position !== position || end.link !== link) fail(lines, 'the last entry is not the end of the log.');
const signedText = `marquee consent evidence 1\n${end.lines}\n${end.sha256}\n${end.position}\n${end.link}`;
const key = createPublicKey({ key: Buffer.from(trustedKey ?? header.key, 'base64'), format: 'der', type: 'spki' });
if (!verify(null, Buffer.from(signedText), key, Buffer.from(end.signature, 'base64'))) fail(lines, 'the signature does not match the key.');

process.stdout.write(`${header.site}, ${header.exportedAt}: ${consents} consents, ${removed} more marked as deleted. Nothing was altered.\n`);
if (trustedKey === undefined) process.stdout.write(`The key in the file was trusted: ${header.key}\n`);
