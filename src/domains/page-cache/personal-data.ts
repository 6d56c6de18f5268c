import type { Site } from '#app/site.ts';
import { byHand, nothing, type PersonalData, texts } from '#app/core/personal-data/declaration.ts';

/** Cached pages may contain personal data: erasing deletes all of them, and they are rendered again. */
export const pageCacheData: PersonalData<Site> = {
  page_cache_entry: byHand({ label: 'Kept pages', erase: async (_site, tx) => (await tx.pageCacheEntry.deleteMany()).count }),
  page_cache_note: texts('Notes of the page cache'),
  page_cache_preload: nothing('how far preloading has come'),
};
