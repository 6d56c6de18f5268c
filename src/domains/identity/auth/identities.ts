import { LRUCache } from 'lru-cache';
import { notifyNow } from '#app/core/db/notify.ts';
import { now } from '#app/core/time/clock.ts';
import type { Site } from '#app/site.ts';
import type { Viewer } from './viewer.ts';

const CHANNEL = 'identity_changed';
const MAX_CACHED = 5_000;
const MEMORY_MS = 60_000;

/** A caller this process knows already. */
export interface Identity {
  viewer: Viewer;
  /** Moment (ms) from which it is to be looked up again. */
  until: number;
  /** Last noted use of an application password (ms; 0 = never). */
  lastUsedAt: number;
}

/** Callers known to this process, by the keyed hash of what they present. */
export interface Identities {
  get(key: string): Identity | undefined;
  /** Counts changes; an identity read before a change must not be remembered after it. */
  epoch(): number;
  /** Remembers an identity for at most a minute, unless something changed since `epoch`. */
  remember(key: string, identity: Omit<Identity, 'until'> & { until?: number }, epoch: number): void;
  /** Forgets all identities of a user; without an id everybody's. */
  forget(userId?: number): void;
}

/** The identities of a site. Nothing is remembered before this process hears of changes made by others. */
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
 * To be called after a committed change of what a user may do or how the user signs in: this process forgets the user at once, the others
 * as soon as they hear of it.
 */
export async function identityChanged(site: Site, userId: number): Promise<void> {
  identitiesOf(site).forget(userId);
  await notifyNow(site.db, CHANNEL, String(userId));
}
