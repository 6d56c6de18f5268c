import type { Site } from '#app/site.ts';
import { customData, noPersonalData, type PersonalData, mentioningTexts } from '#app/core/personal-data/declaration.ts';

/** Cached pages may contain personal data. An erasure deletes all cached pages. They are rendered again when they are requested. */
export const pageCacheData: PersonalData<Site> = {
  page_cache_entry: customData({ label: 'Cached pages', erase: async (_site, tx) => (await tx.pageCacheEntry.deleteMany()).count }),
  page_cache_note: mentioningTexts('Notes of the page cache'),
  page_cache_preload: noPersonalData('progress of the preload'),
};
