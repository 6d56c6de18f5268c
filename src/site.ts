import type { Domain } from './core/domain/domain.ts';
import type { CoreSite } from './core/site/core-site.ts';

/** A running site. It is the first argument of all services. */
export interface Site extends CoreSite {
  /** The domains of the service. */
  domains: readonly Domain<Site>[];
}

/** Declares a domain. The service uses it if `src/domains.ts` lists it. A member that no domain has is a type error. */
export function defineDomain<const D extends Domain<Site>>(domain: D & Record<Exclude<keyof D, keyof Domain<Site>>, never>): D {
  return domain;
}
