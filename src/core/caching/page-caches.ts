/** A site with domains that cache pages. */
interface CachingSite<Site> {
  domains: readonly { name: string; purgePages?(site: Site): Promise<boolean> }[];
}

/** Purges all cached pages. Returns for each domain that caches pages whether its cache is empty now. */
export async function purgePageCaches<Site extends CachingSite<Site>>(site: Site): Promise<Record<string, boolean>> {
  const results = site.domains.map(async ({ name, purgePages }) => (purgePages ? [[name, await purgePages(site)] as const] : []));
  return Object.fromEntries((await Promise.all(results)).flat());
}
