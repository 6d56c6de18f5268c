import type { FastifyRequest } from 'fastify';
import { parseOwnPath } from '../../domains/identity/auth/redirect.ts';
import type { Site } from '../../site.ts';

/**
 * Returns the path of the page that sent a form, or null if the browser does not report a page of this site. The site may have several host names.
 */
export function getRefererPath(site: Site, { headers }: FastifyRequest): string | null {
  const referer = URL.parse(headers.referer ?? '');
  const isOwnPage = referer !== null && (referer.host === headers.host || referer.origin === new URL(site.config.siteUrl).origin);
  return isOwnPage ? parseOwnPath(site, referer.pathname + referer.search) : null;
}
