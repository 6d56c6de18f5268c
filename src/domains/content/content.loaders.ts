import type DataLoader from 'dataloader';
import { createLoader, createLoaderById } from '#app/core/batching/grouped-reads.ts';
import type { Viewer } from '#app/domains/identity/auth/viewer.ts';
import type { Site } from '#app/site.ts';
import { loadTerms, type TermRecord } from './terms/term.record.ts';
import { loadContentItems } from './content.reader.ts';
import { generateSlugs } from './generated-slug.ts';
import { loadMedia, type MediaRecord } from './media.service.ts';
import type { ContentRecord } from './record.ts';

/** Batched and cached reads of one request, without permission checks. */
export interface ContentLoaders {
  /** Content of any kind by ID; null for an unknown ID. Lists prime this loader, and writes update it with `updateCachedContent`. */
  content: DataLoader<number, ContentRecord | null>;
  media: DataLoader<number, MediaRecord | null>;
  /** Returns the unique slug that the title of the content would generate. */
  loadGeneratedSlug(content: ContentRecord): Promise<string>;
  /** Returns a term of any taxonomy by ID; null for an unknown ID. */
  loadTerm(id: number): Promise<TermRecord | null>;
  /** Returns the terms of the content in a taxonomy, sorted by name. */
  loadContentTerms(content: number | ContentRecord, taxonomy: string): Promise<TermRecord[]>;
  /** Replaces the cached content after a write, and clears the caches of media, slugs and terms. `content` is null after a deletion. */
  updateCachedContent(id: number, content: ContentRecord | null): void;
  /** Clears a changed term from the cache. */
  clearTerm(id: number): void;
}

/** Creates the loaders of one request. */
export function createContentLoaders(site: Site, _viewer: Viewer): ContentLoaders {
  const content = createLoaderById('content items', (ids) => loadContentItems(site, ids));
  const media = createLoader<number, MediaRecord | null>('media', async (ids) => {
    const mediaById = new Map((await loadMedia(site, ids)).map((item) => [item.contentId, item]));
    return ids.map((id) => mediaById.get(id) ?? null);
  });
  const terms = createLoaderById('terms', (ids) => loadTerms(site, ids));
  const slugs = createLoader<ContentRecord, string, number>('generated slugs', (records) => generateSlugs(site, records), {
    cacheKeyFn: (record) => record.id,
  });
  return {
    content,
    media,
    loadGeneratedSlug: (record) => slugs.load(record),
    loadTerm: (id) => terms.load(id),
    async loadContentTerms(contentOrId, taxonomy) {
      const record = typeof contentOrId === 'number' ? await content.load(contentOrId) : contentOrId;
      const loaded = await Promise.all(
        (record?.terms ?? []).filter((term) => term.taxonomy === taxonomy).map((term) => terms.load(term.id)),
      );
      return loaded.filter((term) => term !== null);
    },
    updateCachedContent(id, record) {
      content.clear(id).prime(id, record);
      media.clear(id);
      slugs.clearAll();
      terms.clearAll();
    },
    clearTerm: () => void terms.clearAll(),
  };
}
