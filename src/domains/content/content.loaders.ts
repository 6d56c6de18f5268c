import type DataLoader from 'dataloader';
import { groupedReads, readsById } from '#app/core/batching/grouped-reads.ts';
import type { Viewer } from '#app/domains/identity/auth/viewer.ts';
import type { Site } from '#app/site.ts';
import { loadTerms, type TermRecord } from './terms/term.record.ts';
import { loadContents } from './content.reader.ts';
import { generatedSlugs } from './generated-slug.ts';
import { loadMedia, type MediaRecord } from './media.service.ts';
import type { ContentRecord } from './record.ts';

/** Batched and remembered reads of one request. Permissions are the callers' business: everything is loaded, regardless of the caller. */
export interface ContentLoaders {
  /** By id, of any kind; null for an unknown one. Lists prime it, writes renew it by `renew`. */
  content: DataLoader<number, ContentRecord | null>;
  media: DataLoader<number, MediaRecord | null>;
  /** The slug that a content's title would give it, made unique. */
  generatedSlug(content: ContentRecord): Promise<string>;
  /** A term by id, of any taxonomy; null for an unknown one. */
  term(id: number): Promise<TermRecord | null>;
  /** The terms of a content, by name. */
  termsIn(content: number | ContentRecord, taxonomy: string): Promise<TermRecord[]>;
  /** Forgets what is known of the content and remembers this; null after a delete. */
  renew(id: number, content: ContentRecord | null): void;
  /** Forgets a term that was written. */
  forgetTerm(id: number): void;
}

/** The loaders of one request. */
export function createContentLoaders(site: Site, _viewer: Viewer): ContentLoaders {
  const content = readsById('contents', (ids) => loadContents(site, ids));
  const media = groupedReads<number, MediaRecord | null>('media', async (ids) => {
    const found = new Map((await loadMedia(site, ids)).map((one) => [one.contentId, one]));
    return ids.map((id) => found.get(id) ?? null);
  });
  const terms = readsById('terms', (ids) => loadTerms(site, ids));
  const slugs = groupedReads<ContentRecord, string, number>('generated slugs', (records) => generatedSlugs(site, records), {
    cacheKeyFn: (record) => record.id,
  });
  return {
    content,
    media,
    generatedSlug: (record) => slugs.load(record),
    term: (id) => terms.load(id),
    async termsIn(of, taxonomy) {
      const record = typeof of === 'number' ? await content.load(of) : of;
      const found = await Promise.all(
        (record?.terms ?? []).filter((term) => term.taxonomy === taxonomy).map((term) => terms.load(term.id)),
      );
      return found.filter((term) => term !== null);
    },
    renew(id, record) {
      content.clear(id).prime(id, record);
      media.clear(id);
      slugs.clearAll();
      terms.clearAll();
    },
    forgetTerm: () => void terms.clearAll(),
  };
}
