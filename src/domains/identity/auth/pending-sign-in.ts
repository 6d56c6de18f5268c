import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Site } from '#app/site.ts';
import { getSessionCookie } from './sessions.ts';

const COOKIE = 'marquee_sign_in';
const LIFE_SECONDS = 15 * 60;
const COOKIE_VALUE = /^(\d{1,10})\.([0-9a-f]{64})\.([01])$/;

/** A sign-in after its password step, as the browser stores it for the second-factor step. */
export interface PendingSignIn {
  userId: number;
  /** Proof of the password step. */
  loginNonce: string;
  isRemembered: boolean;
}

/** Stores a pending sign-in in a cookie, so that its nonce is not in URLs or the browser history. */
export function setPendingCookie(reply: FastifyReply, site: Site, { userId, loginNonce, isRemembered }: PendingSignIn): void {
  void reply.setCookie(COOKIE, `${userId}.${loginNonce}.${isRemembered ? 1 : 0}`, getSessionCookie(site, LIFE_SECONDS));
}

/** Deletes the cookie of the pending sign-in. */
export function clearPendingCookie(reply: FastifyReply, site: Site): void {
  void reply.clearCookie(COOKIE, getSessionCookie(site));
}

/** Returns the pending sign-in from the request's cookie, or null. The caller must verify `loginNonce`. */
export function readPendingCookie(request: FastifyRequest): PendingSignIn | null {
  const [, userId, loginNonce = '', remembered] = COOKIE_VALUE.exec(request.cookies[COOKIE] ?? '') ?? [];
  const id = Number(userId);
  return id > 0 && id < 2 ** 31 ? { userId: id, loginNonce, isRemembered: remembered === '1' } : null;
}
