import '@fastify/cookie';
import type { FastifyReply } from 'fastify';
import { now } from '../core/time/clock.ts';
import type { CookieChange, Cookies } from '../core/http/cookies.ts';

/** Returns the expiry time for older browsers, which do not support `Max-Age`. */
const getExpiry = ({ maxAge }: CookieChange): Date => new Date(maxAge === 0 ? 0 : now().getTime() + maxAge * 1000);

/** Adds the cookies that a request changed to its response. Cookies are `Secure` if the site uses https. */
export function sendCookies(reply: FastifyReply, cookies: Cookies, siteUrl: string): void {
  const secure = siteUrl.startsWith('https:');
  for (const change of cookies.getChanges()) {
    const { name, value, maxAge, isForScripts = false, sameSite = 'lax', domain } = change;
    void reply.setCookie(name, value, {
      path: '/',
      httpOnly: !isForScripts,
      sameSite,
      secure,
      maxAge,
      expires: getExpiry(change),
      ...(domain !== undefined && { domain }),
    });
  }
}
