import type { FastifyRequest } from 'fastify';
import { ownPath } from '../../domains/identity/auth/redirect.ts';
import type { Site } from '../../site.ts';

/** Returns the path of the page of this site that a form stood on, by whatever name the site was reached; null when the browser does not say it. */
export function pageBefore(site: Site, { headers }: FastifyRequest): string | null {
  const referer = URL.parse(headers.referer ?? '');
  const isHere = referer !== null && (referer.host === headers.host || referer.origin === new URL(site.config.siteUrl).origin);
  return isHere ? ownPath(site, referer.pathname + referer.search) : null;
}
