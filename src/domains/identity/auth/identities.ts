import { LRUCache } from 'lru-cache';
import { notifyNow } from '#app/core/db/notify.ts';
import { now } from '#app/core/time/clock.ts';
import type { Site } from '#app/site.ts';
import type { Viewer } from './viewer.ts';

const CHANGE_CHANNEL = 'identity_changed';
const MAX_CACHED = 5_000;
const MAX_AGE_MS = 60_000;

/** A cached caller. */
export interface Identity {
  viewer: Viewer;
  /** Time (ms) at which the entry expires. */
  until: number;
  /** Time (ms) of the last recorded use of the application password; 0 = never. */
  lastUsedAt: number;
}

/** Cache of callers in this process, by the keyed hash of their credentials. */
export interface Identities {
  get(key: string): Identity | undefined;
  /**
   * Returns the number of changes so far. Read it before loading an identity and pass it to `remember`, so that an outdated identity is not cached.
   */
  epoch(): number;
  /** Caches an identity for at most a minute. Does nothing if an identity has changed since `epoch`. */
  remember(key: string, identity: Omit<Identity, 'until'> & { until?: number }, epoch: number): void;
  /** Removes the identities of a user, or of all users if no ID is given. */
  forget(userId?: number): void;
}

/** Returns the cache of a site. It stays empty until this process is subscribed to the changes of other processes. */
export function getIdentities(site: Site): Identities {
  return site.state.getOrCreate(createIdentities, site);
}

function createIdentities(site: Site): Identities {
  const cache = new LRUCache<string, Identity>({ max: MAX_CACHED });
  let epoch = 0;
  let subscription: 'none' | 'pending' | 'active' = 'none';

  const forget = (userId?: number) => {
    epoch += 1;
    if (userId === undefined) return cache.clear();
    for (const [key, { viewer }] of cache.entries()) if (viewer.id === userId) cache.delete(key);
  };
  const subscribe = () => {
    subscription = 'pending';
    site.db
      .listen(
        CHANGE_CHANNEL,
        (payload) => forget(Number(payload)),
        () => forget(),
      )
      .then(
        () => (subscription = 'active'),
        () => (subscription = 'none'),
      );
  };

  return {
    get(key) {
      const identity = cache.get(key);
      if (!identity || identity.until > now().getTime()) return identity;
      cache.delete(key);
      return undefined;
    },
    epoch: () => epoch,
    remember(key, identity, readEpoch) {
      if (subscription === 'none') subscribe();
      if (subscription !== 'active' || readEpoch !== epoch) return;
      const latest = now().getTime() + MAX_AGE_MS;
      cache.set(key, { ...identity, until: Math.min(identity.until ?? latest, latest) });
    },
    forget,
  };
}

/**
 * Removes a user from the caches of all processes: from this one immediately, from others when they receive the notification. Call it after
 * committing a change of a user's rights or sign-in.
 */
export async function invalidateIdentity(site: Site, userId: number): Promise<void> {
  getIdentities(site).forget(userId);
  await notifyNow(site.db, CHANGE_CHANNEL, String(userId));
}
