import { product as consentBanner } from '#app/domains/consent/product.ts';
import { type UsageFact, listUsageFacts } from '#app/domains/consent/statistics/facts.service.ts';
import type { Site } from '#app/site.ts';
import { getLicensed } from './license/license.service.ts';

/**
 * Returns the telemetry that a vendor could collect about this installation, so that the operator can decide about it. The data is never sent. Throws
 * `product_not_found` or `licensed_site_not_found`.
 */
export async function collectTelemetry(site: Site, slug: string, blogId: number): Promise<UsageFact[]> {
  await getLicensed(site, slug, blogId);
  const facts = slug === consentBanner.slug ? await listUsageFacts(site) : [];
  return [...facts, { key: 'active_extensions', value: site.domains.map(({ name }) => name) }, { key: 'active_theme', value: 'marquee' }];
}
