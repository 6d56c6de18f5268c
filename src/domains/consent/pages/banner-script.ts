import { readFileSync } from 'node:fs';
import type { FastifyInstance } from 'fastify';
import { matchesEtag, createStrongEtag } from '#app/core/http/etag.ts';
import type { PageHead } from '#app/core/domain/domain.ts';
import { html, trustHtml } from '#app/core/text/html.ts';
import { toSitePath } from '#app/domains/identity/auth/redirect.ts';
import type { Site } from '#app/site.ts';
import { listStorageToClear } from '../blocking/opt-out.ts';
import { hasServiceCode, renderServiceCode } from '../blocking/service-code.ts';
import { getPageConfiguration, findVisitorDecision, type RequestCookies } from '../blocking/visitor-decision.ts';
import { getConsentCookieName } from '../documenting/cookie.rules.ts';
import { calculateRevisions } from '../revision/calculated-revisions.ts';
import { readPublishedHash } from '../revision/revision.service.ts';
import { publishedOptions } from '../settings/options.ts';

/** Path of the banner's script. Must not change, because other front ends use it. */
const BANNER_SCRIPT = '/consent.js';

const script = readFileSync(new URL('./consent.js', import.meta.url), 'utf8');
const etag = createStrongEtag(script);

export const isBannerActive = (site: Site): boolean => site.settings.get(publishedOptions.bannerActive.setting) === true;

/**
 * Returns the banner's script for the head of a page, and the code of services that the visitor's decision allows. Without cookies, returns no code
 * of services. Returns null while the banner is inactive.
 */
export async function renderBannerHead(site: Site, cookies: RequestCookies | null): Promise<PageHead | null> {
  if (!isBannerActive(site)) return null;
  const configuration = await getPageConfiguration(site, cookies ?? {});
  const revision = await readPublishedHash(site, '', calculateRevisions(site, configuration));
  const { cookieVersion, cookieDuration, failedConsentDocumentationHandling } = configuration.options;
  const optimisticAttribute = failedConsentDocumentationHandling === 'optimistic' && html` data-optimistic="${cookieDuration}"`;
  const cookie = getConsentCookieName({ siteUrl: site.config.siteUrl, cookieVersion, context: '' });
  const restPath = toSitePath(site, `${site.config.restRoot}/consent-banner/v1`);
  const decision = cookies && (await findVisitorDecision(site, configuration, cookies));
  const code = cookies && renderServiceCode(configuration, decision);
  const storageToClear = decision ? listStorageToClear(configuration, decision) : [];
  return {
    usesScripts: true,
    ...(code && { bodyEnd: trustHtml(code.markup), inlineScripts: code.inlineScripts, allowsThirdPartyCode: true }),
    markup: html`
<script src="${toSitePath(site, BANNER_SCRIPT)}" defer data-graphql="${toSitePath(site, '/graphql')}" data-rest="${restPath}" data-cookie="${cookie}" data-revision="${revision}"${optimisticAttribute}${hasServiceCode(configuration) && trustHtml(' data-reload')}${storageToClear.length > 0 && html` data-forget="${JSON.stringify(storageToClear)}"`}></script>`,
  };
}

/** Serves the banner's script. */
export function mountBannerScript(app: FastifyInstance): void {
  app.get(BANNER_SCRIPT, (request, reply) => {
    reply.headers({ 'Cache-Control': 'public, max-age=300, must-revalidate', ETag: etag, 'X-Content-Type-Options': 'nosniff' });
    reply.headers({ 'Cross-Origin-Resource-Policy': 'cross-origin' });
    if (matchesEtag(request.headers['if-none-match'] ?? '', etag)) return reply.status(304).send();
    return reply.type('text/javascript; charset=utf-8').send(script);
  });
}
