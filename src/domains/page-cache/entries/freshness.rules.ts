import type { PageCacheSettings } from '../settings/settings.ts';
import type { EntryFacts } from './entry.ts';

/** True if a response may be served at the moment. Expired responses are stored until the next collection (1.1). */
export function isFresh({ bucket, storedAt }: Pick<EntryFacts, 'bucket' | 'storedAt'>, settings: PageCacheSettings, at: number): boolean {
  const { collection, preload } = settings;
  if (collection.maxAge === 0 || (bucket === 'anonymous' && preload.isOn)) return true;
  return at - storedAt.getTime() < collection.maxAge * 1000;
}
