import type { PageCacheSettings } from '../settings/settings.ts';
import type { EntryFacts } from './entry.ts';

/** Whether a response is served at the moment: an expired one is not, though it is kept until the next collection (1.1). */
export function isFresh({ bucket, storedAt }: Pick<EntryFacts, 'bucket' | 'storedAt'>, settings: PageCacheSettings, at: number): boolean {
  const { collection, preload } = settings;
  if (collection.maxAge === 0 || (bucket === 'anonymous' && preload.isOn)) return true;
  return at - storedAt.getTime() < collection.maxAge * 1000;
}
