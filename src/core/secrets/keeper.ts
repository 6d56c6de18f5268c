/** Owner of a secret key: a site, or a stand-in with one of its previous keys. */
export type Keeper = { secretKey: string };
/** A site with its previous keys, if any. */
export type Keepers = Keeper & Partial<{ previousKeys: readonly string[] }>;

/** Returns the site, followed by one keeper for each previous key. The site's own key creates new data; all keys verify, find and decrypt existing data. */
export function keepersOf(site: Keepers): readonly Keeper[] {
  return [site, ...(site.previousKeys ?? []).map((secretKey) => ({ secretKey }))];
}

/** Applies a function to each key, to find data that any of them created. */
export function byEachKey<T>(site: Keepers, create: (keeper: Keeper) => T): T[] {
  return keepersOf(site).map(create);
}

/** True if the condition holds for any of the keys. */
export function withAnyKey(site: Keepers, condition: (keeper: Keeper) => boolean): boolean {
  return keepersOf(site).some(condition);
}
