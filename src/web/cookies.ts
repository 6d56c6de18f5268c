import '@fastify/cookie';
import type { FastifyReply } from 'fastify';
import { now } from '../core/time/clock.ts';
import type { CookieChange, Cookies } from '../core/http/cookies.ts';

/** When the cookie ends, in the words of older browsers. */
const expires = ({ maxAge }: CookieChange): Date => new Date(maxAge === 0 ? 0 : now().getTime() + maxAge * 1000);

/** Puts the changes of a request's cookies into its response; they travel on https only where the site is served so. */
export function sendCookies(reply: FastifyReply, cookies: Cookies, siteUrl: string): void {
  const secure = siteUrl.startsWith('https:');
  for (const change of cookies.changes()) {
    const { name, value, maxAge, isForScripts = false, sameSite = 'lax', domain } = change;
    void reply.setCookie(name, value, {
      path: '/',
      httpOnly: !isForScripts,
      sameSite,
      secure,
      maxAge,
      expires: expires(change),
      ...(domain !== undefined && { domain }),
    });
  }
}
