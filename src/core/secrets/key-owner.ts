/** Owner of a secret key: a site, or a stand-in with one of its previous keys. */
export type KeyOwner = { secretKey: string };
/** A site with its previous keys, if any. */
export type KeyOwners = KeyOwner & Partial<{ previousKeys: readonly string[] }>;

/** Returns the site, followed by one keeper for each previous key. The site's own key creates new data; all keys verify, find and decrypt existing data. */
export function getKeyOwners(site: KeyOwners): readonly KeyOwner[] {
  return [site, ...(site.previousKeys ?? []).map((secretKey) => ({ secretKey }))];
}

/** Applies a function to each key, to find data that any of them created. */
export function createWithEachKey<T>(site: KeyOwners, create: (keeper: KeyOwner) => T): T[] {
  return getKeyOwners(site).map(create);
}

/** True if the condition holds for any of the keys. */
export function matchesAnyKey(site: KeyOwners, condition: (keeper: KeyOwner) => boolean): boolean {
  return getKeyOwners(site).some(condition);
}
