import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Site } from '#app/site.ts';
import { sessionCookie } from './sessions.ts';

const COOKIE = 'marquee_sign_in';
const LIFE_SECONDS = 15 * 60;
const FORM = /^(\d{1,10})\.([0-9a-f]{64})\.([01])$/;

/** A sign-in of which the first half is done, as the browser keeps it for the pages of the second one. */
export interface PendingSignIn {
  userId: number;
  loginNonce: string;
  isRemembered: boolean;
}

/** Lets the browser keep the proof of the first half: in a cookie, so that it stands in no address and no history. */
export function keepPending(reply: FastifyReply, site: Site, { userId, loginNonce, isRemembered }: PendingSignIn): void {
  void reply.setCookie(COOKIE, `${userId}.${loginNonce}.${isRemembered ? 1 : 0}`, sessionCookie(site, LIFE_SECONDS));
}

/** Makes the browser forget it. */
export function forgetPending(reply: FastifyReply, site: Site): void {
  void reply.clearCookie(COOKIE, sessionCookie(site));
}

/** The sign-in that the browser of this request has begun; null when it has not. Its proof is still to be verified. */
export function pendingOf(request: FastifyRequest): PendingSignIn | null {
  const [, userId, loginNonce = '', remembered] = FORM.exec(request.cookies[COOKIE] ?? '') ?? [];
  const id = Number(userId);
  return id > 0 && id < 2 ** 31 ? { userId: id, loginNonce, isRemembered: remembered === '1' } : null;
}
