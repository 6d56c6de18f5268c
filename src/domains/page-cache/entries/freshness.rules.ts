import type { PageCacheSettings } from '../settings/settings.ts';
import type { EntryFacts } from './entry.ts';

/**
 * True if a response is fresh at a time (milliseconds). Expired responses remain in the cache until the next collection removes them
 * (docs/behaviour/cache-compliance-maps-2fa-theme.md 1.1).
 */
export function isFresh({ bucket, storedAt }: Pick<EntryFacts, 'bucket' | 'storedAt'>, settings: PageCacheSettings, at: number): boolean {
  const { collection, preload } = settings;
  if (collection.maxAge === 0 || (bucket === 'anonymous' && preload.isOn)) return true;
  return at - storedAt.getTime() < collection.maxAge * 1000;
}
