import type { Domain } from './core/domain/domain.ts';
import type { CoreSite } from './core/site/core-site.ts';

/** What every service works with: one running site. Services take it as their first argument. */
export interface Site extends CoreSite {
  /** What the service is made of. */
  domains: readonly Domain<Site>[];
}

/** Declares a domain; it takes part once it stands in `src/domains.ts`. */
export function defineDomain<const D extends Domain<Site>>(domain: D): D {
  return domain;
}
