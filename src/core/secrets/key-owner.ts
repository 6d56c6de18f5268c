/** Owner of a secret key: a site, or an object with one of its previous keys. */
export type KeyOwner = { secretKey: string };
/** A site with its current key and its previous keys, if it has any. */
export type SiteWithKeys = KeyOwner & Partial<{ previousKeys: readonly string[] }>;

/**
 * Returns an owner for each key: the site itself, then one for each previous key. New data is created with the key of the site. All keys verify, find
 * and decrypt existing data.
 */
export function getKeyOwners(site: SiteWithKeys): readonly KeyOwner[] {
  return [site, ...(site.previousKeys ?? []).map((secretKey) => ({ secretKey }))];
}

/** Applies a function to the owner of each key, to find data that was created with any of the keys. */
export function mapKeyOwners<T>(site: SiteWithKeys, create: (owner: KeyOwner) => T): T[] {
  return getKeyOwners(site).map(create);
}

/** True if the condition is true for the owner of any key. */
export function matchesAnyKey(site: SiteWithKeys, condition: (owner: KeyOwner) => boolean): boolean {
  return getKeyOwners(site).some(condition);
}
