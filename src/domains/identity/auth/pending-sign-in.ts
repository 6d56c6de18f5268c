import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Site } from '#app/site.ts';
import { sessionCookie } from './sessions.ts';

const COOKIE = 'marquee_sign_in';
const LIFE_SECONDS = 15 * 60;
const FORM = /^(\d{1,10})\.([0-9a-f]{64})\.([01])$/;

/** A sign-in after its password step, as the browser stores it for the second-factor step. */
export interface PendingSignIn {
  userId: number;
  loginNonce: string;
  isRemembered: boolean;
}

/** Stores the proof of the password step in a cookie, so that it is not in addresses or the browser history. */
export function keepPending(reply: FastifyReply, site: Site, { userId, loginNonce, isRemembered }: PendingSignIn): void {
  void reply.setCookie(COOKIE, `${userId}.${loginNonce}.${isRemembered ? 1 : 0}`, sessionCookie(site, LIFE_SECONDS));
}

/** Deletes the cookie. */
export function forgetPending(reply: FastifyReply, site: Site): void {
  void reply.clearCookie(COOKIE, sessionCookie(site));
}

/** Returns the pending sign-in of the request's cookie; null if none exists. The caller must verify its proof. */
export function pendingOf(request: FastifyRequest): PendingSignIn | null {
  const [, userId, loginNonce = '', remembered] = FORM.exec(request.cookies[COOKIE] ?? '') ?? [];
  const id = Number(userId);
  return id > 0 && id < 2 ** 31 ? { userId: id, loginNonce, isRemembered: remembered === '1' } : null;
}
