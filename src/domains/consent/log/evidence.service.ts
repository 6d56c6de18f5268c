import { createHash, createPrivateKey, createPublicKey, type KeyObject, sign } from 'node:crypto';
import { now } from '#app/core/time/clock.ts';
import { createKeyedHash } from '#app/core/secrets/keyed-hash.ts';
import type { Site } from '#app/site.ts';
import { entryMembers, serializeEntry } from './entry.ts';
import { iterateByPosition } from './read-entries.ts';
import { verifyLog } from './verify.service.ts';

/** Prefix that makes 32 bytes an Ed25519 private key (PKCS #8, DER). */
const PRIVATE_KEY_PREFIX = Buffer.from('302e020100300506032b657004220420', 'hex');

/** Returns the key that signs evidence. Derived from the secret key of the site, so it stays the same. */
function deriveSigningKey(site: Site): KeyObject {
  const seed = Buffer.from(createKeyedHash(site, 'consent evidence', 'signing key'), 'hex');
  return createPrivateKey({ key: Buffer.concat([PRIVATE_KEY_PREFIX, seed]), format: 'der', type: 'pkcs8' });
}

/** Returns the public key for evidence of this site (SPKI, Base64). Send it to verifiers separately from the evidence. */
export function getEvidenceKey(site: Site): string {
  return createPublicKey(deriveSigningKey(site)).export({ format: 'der', type: 'spki' }).toString('base64');
}

/** Returns the string to sign. */
function buildSignedString({ lines, sha256, position, link }: { lines: number; sha256: string; position: number; link: string }): string {
  return `marquee consent evidence 1\n${lines}\n${sha256}\n${position}\n${link}`;
}

type Line = Readonly<Record<string, unknown>>;

async function* readRevisions(site: Site): AsyncGenerator<Line> {
  for (let lastId = 0; ; ) {
    const rows = await site.db.prisma.consentRevision.findMany({ where: { id: { gt: lastId } }, orderBy: { id: 'asc' }, take: 100 });
    if (rows.length === 0) return;
    for (const { id, part, hash, digest, json, erasureSeal } of rows) {
      lastId = id;
      // the caller has verified the log, so JSON that does not match its digest was changed only by an erasure on this site
      yield { type: 'revision', part, hash, digest, text: json, ...(erasureSeal !== null && { isErased: true }) };
    }
  }
}

/** Yields consents and removal marks up to a position, in the order of the log. */
async function* readChain(site: Site, until: number): AsyncGenerator<Line> {
  const removals = await site.db.prisma.consentRemoval.findMany({
    where: { toPosition: { lte: until } },
    orderBy: { fromPosition: 'asc' },
  });
  const marks = removals.map(({ fromPosition: from, toPosition: to, reason, removedAt, link }) => ({
    from,
    line: { type: 'removal', from, to, reason, removedAt: removedAt.toISOString(), link },
  }));
  let next = 0;
  for await (const entries of iterateByPosition(site, 0, until))
    for (const entry of entries) {
      for (; next < marks.length && (marks[next]?.from ?? 0) < entry.position; next += 1) yield marks[next]?.line as Line;
      yield { type: 'consent', position: entry.position, digest: entry.digest, link: entry.link, text: serializeEntry(entry) };
    }
  for (; next < marks.length; next += 1) yield marks[next]?.line as Line;
}

/**
 * Exports the consent log as lines of JSON that others can verify without this site (`scripts/verify-consents.mjs`). Contains all values of each
 * consent with its digest, the revisions, marks of deleted consents, and a signature at the end. Throws if the log is broken, because such a log
 * must not be signed.
 */
export async function* streamEvidence(site: Site): AsyncGenerator<string> {
  const { firstBroken, head } = await verifyLog(site);
  if (firstBroken) throw new Error(`The log of consents is broken at position ${firstBroken.position} (${firstBroken.fault}).`);
  const hash = createHash('sha256');
  let lines = 0;
  const hashLine = (line: Line): string => {
    const text = `${JSON.stringify(line)}\n`;
    hash.update(text);
    lines += 1;
    return text;
  };
  const { siteUrl } = site.config;
  yield hashLine({
    type: 'log',
    format: 1,
    site: siteUrl,
    exportedAt: now().toISOString(),
    members: entryMembers,
    key: getEvidenceKey(site),
  });
  for await (const line of readRevisions(site)) yield hashLine(line);
  for await (const line of readChain(site, head.position)) yield hashLine(line);
  const end = { lines, sha256: hash.digest('hex'), position: head.position, link: head.link };
  const signature = sign(null, Buffer.from(buildSignedString(end)), deriveSigningKey(site)).toString('base64');
  yield `${JSON.stringify({ type: 'end', ...end, signature })}\n`;
}
