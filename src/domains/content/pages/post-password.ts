import { type KeyOwner, matchesAnyKey } from '#app/core/secrets/key-owner.ts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { countAttempt, uncountAttempt } from '#app/domains/identity/auth/attempts.ts';
import { createKeyedHash, areEqualInConstantTime } from '#app/core/secrets/keyed-hash.ts';
import { isPasswordCorrect } from '../../content/content.access.ts';
import type { ContentRecord } from '../../content/record.ts';
import { now } from '#app/core/time/clock.ts';
import type { Site } from '#app/site.ts';

const COOKIE_SECONDS = 3600;
const getCookieName = (content: ContentRecord) => `marquee_post_${content.id}`;

/** Returns the signature of the cookie. It proves that the reader has entered the current password. `expires` is a Unix time in seconds. */
function createProof(site: KeyOwner, { id, password }: ContentRecord, expires: string): string {
  return createKeyedHash(site, 'post-password', `${id}|${expires}|${password}`);
}

/** True if the reader has entered the password of the content within the last hour. */
export function hasUnlocked(site: Site, request: FastifyRequest, content: ContentRecord): boolean {
  const [expires = '', proof = ''] = (request.cookies[getCookieName(content)] ?? '').split('.');
  return (
    /^\d{10}$/.test(expires) &&
    Number(expires) * 1000 > now().getTime() &&
    matchesAnyKey(site, (keyOwner) => areEqualInConstantTime(proof, createProof(keyOwner, content, expires)))
  );
}

/** Sets a cookie that unlocks the content for an hour. A new password invalidates it. */
function setCookie(site: Site, reply: FastifyReply, content: ContentRecord): void {
  const expires = String(Math.floor(now().getTime() / 1000) + COOKIE_SECONDS);
  reply.setCookie(getCookieName(content), `${expires}.${createProof(site, content, expires)}`, {
    path: '/',
    httpOnly: true,
    sameSite: 'lax',
    secure: site.config.siteUrl.startsWith('https:'),
    maxAge: COOKIE_SECONDS,
  });
}

/**
 * True if the password is correct; then sets a cookie that unlocks the content. Throws 429 `too_many_attempts` after too many wrong passwords from
 * one IP address.
 */
export async function tryPassword(
  site: Site,
  request: FastifyRequest,
  reply: FastifyReply,
  content: ContentRecord,
  password: string,
): Promise<boolean> {
  const attempt = { ip: request.ip, target: `post ${content.id}` };
  await countAttempt(site, 'post password', attempt);
  if (!isPasswordCorrect(content, password)) return false;
  await uncountAttempt(site, 'post password', attempt);
  setCookie(site, reply, content);
  return true;
}
