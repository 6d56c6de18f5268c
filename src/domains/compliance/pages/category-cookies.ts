import type { FastifyReply, FastifyRequest } from 'fastify';
import { getCategoryCookie } from '#app/core/consent/consent-cookies.ts';
import type { Site } from '#app/site.ts';
import { getSessionCookie } from '../../identity/auth/sessions.ts';
import { cookieExpiry } from '../compliance.settings.ts';
import { VISITOR_COOKIE } from '../consents/consent.rules.ts';
import { recordConsent } from '../consents/consent.service.ts';
import { categories } from '../cookies/categories.rules.ts';

/** Records the accepted categories of a visitor and sets the cookies of all categories. `previewedRegion` replaces the visitor's region. */
export async function saveCategories(
  site: Site,
  request: FastifyRequest,
  reply: FastifyReply,
  accepted: ReadonlySet<string>,
  previewedRegion: string | undefined,
): Promise<void> {
  const visitor = {
    id: request.cookies[VISITOR_COOKIE],
    ip: request.ip,
    userAgent: String(request.headers['user-agent'] ?? ''),
    previewRegion: previewedRegion,
  };
  const id = await recordConsent(site, visitor, { categories: [...accepted], services: [], consentType: null });
  const cookieOptions = getSessionCookie(site, site.settings.get(cookieExpiry) * 24 * 3600);
  void reply.setCookie(VISITOR_COOKIE, id, cookieOptions);
  for (const category of new Set([...categories, ...accepted])) {
    if (category === 'functional') continue;
    // scripts of front ends read these cookies
    void reply.setCookie(getCategoryCookie(category), accepted.has(category) ? 'allow' : 'deny', { ...cookieOptions, httpOnly: false });
  }
}
