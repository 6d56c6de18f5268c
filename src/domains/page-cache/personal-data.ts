import type { Site } from '#app/site.ts';
import { byHand, nothing, type PersonalData, texts } from '#app/core/personal-data/declaration.ts';

/** Cached pages may contain personal data. Erasing deletes all of them; they are rendered again when they are requested. */
export const pageCacheData: PersonalData<Site> = {
  page_cache_entry: byHand({ label: 'Cached pages', erase: async (_site, tx) => (await tx.pageCacheEntry.deleteMany()).count }),
  page_cache_note: texts('Notes of the page cache'),
  page_cache_preload: nothing('progress of the preload'),
};
