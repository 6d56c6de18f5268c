import { LRUCache } from 'lru-cache';
import { notifyNow } from '#app/core/db/notify.ts';
import { now } from '#app/core/time/clock.ts';
import type { Site } from '#app/site.ts';
import type { Viewer } from './viewer.ts';

const CHANNEL = 'identity_changed';
const MAX_CACHED = 5_000;
const MEMORY_MS = 60_000;

/** A cached caller. */
export interface Identity {
  viewer: Viewer;
  /** Time (ms) at which the entry expires. */
  until: number;
  /** Last recorded use of the application password (ms; 0 = never). */
  lastUsedAt: number;
}

/** Cache of callers in this process, by the keyed hash of their credentials. */
export interface Identities {
  get(key: string): Identity | undefined;
  /** Returns the number of changes so far. An identity read before a change must not be cached after it. */
  epoch(): number;
  /** Caches an identity for at most a minute, unless something changed since `epoch`. */
  remember(key: string, identity: Omit<Identity, 'until'> & { until?: number }, epoch: number): void;
  /** Removes all identities of a user, or of all users without an ID. */
  forget(userId?: number): void;
}

/** Returns the cache of a site. It stays empty until this process is subscribed to changes by other processes. */
export function identitiesOf(site: Site): Identities {
  return site.state.of(createIdentities, site);
}

function createIdentities(site: Site): Identities {
  const cache = new LRUCache<string, Identity>({ max: MAX_CACHED });
  let epoch = 0;
  let hearing: 'no' | 'soon' | 'yes' = 'no';

  const forget = (userId?: number) => {
    epoch += 1;
    if (userId === undefined) return cache.clear();
    for (const [key, { viewer }] of cache.entries()) if (viewer.id === userId) cache.delete(key);
  };
  const listen = () => {
    hearing = 'soon';
    site.db
      .listen(
        CHANNEL,
        (payload) => forget(Number(payload)),
        () => forget(),
      )
      .then(
        () => (hearing = 'yes'),
        () => (hearing = 'no'),
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
    remember(key, identity, readAt) {
      if (hearing === 'no') listen();
      if (hearing !== 'yes' || readAt !== epoch) return;
      const latest = now().getTime() + MEMORY_MS;
      cache.set(key, { ...identity, until: Math.min(identity.until ?? latest, latest) });
    },
    forget,
  };
}

/**
 * Call this after committing a change of a user's rights or sign-in. It clears the cache of this process immediately, and that of the
 * others when they receive the notification.
 */
export async function identityChanged(site: Site, userId: number): Promise<void> {
  identitiesOf(site).forget(userId);
  await notifyNow(site.db, CHANNEL, String(userId));
}
