import '@fastify/cookie';
import type { FastifyReply } from 'fastify';
import type { Cookies } from '../core/cookies.ts';

/** Puts the changes of a request's cookies into its answer: out of reach of scripts, only on https where the site is served so. */
export function sendCookies(reply: FastifyReply, cookies: Cookies, siteUrl: string): void {
  for (const { name, value, maxAge } of cookies.changes()) {
    void reply.setCookie(name, value, { path: '/', httpOnly: true, sameSite: 'lax', secure: siteUrl.startsWith('https:'), maxAge });
  }
}
