/** A site, some of whose domains keep pages. */
interface CachingSite<Site> {
  domains: readonly { name: string; purgePages?(site: Site): Promise<boolean> }[];
}

/** Has all kept pages forgotten. Returns by name of the domain that keeps them whether none is left. */
export async function purgePageCaches<Site extends CachingSite<Site>>(site: Site): Promise<Record<string, boolean>> {
  const purged = site.domains.map(async ({ name, purgePages }) => (purgePages ? [[name, await purgePages(site)] as const] : []));
  return Object.fromEntries((await Promise.all(purged)).flat());
}
