/** Who has a secret key: a site, or what stands for it with a previous key. */
export type Keeper = { secretKey: string };
/** A site with its previous keys, where it has any. */
export type Keepers = Keeper & Partial<{ previousKeys: readonly string[] }>;

/**
 * The site, then one keeper for each of its previous keys. What is new is made by the site alone; what comes back is verified, looked up and opened
 * with whichever key made it.
 */
export function keepersOf(site: Keepers): readonly Keeper[] {
  return [site, ...(site.previousKeys ?? []).map((secretKey) => ({ secretKey }))];
}

/** What is made of each key, for looking up what any of them made. */
export function byEachKey<T>(site: Keepers, make: (keeper: Keeper) => T): T[] {
  return keepersOf(site).map(make);
}

/** Whether something is so with any of the keys. */
export function withAnyKey(site: Keepers, isSo: (keeper: Keeper) => boolean): boolean {
  return keepersOf(site).some(isSo);
}
