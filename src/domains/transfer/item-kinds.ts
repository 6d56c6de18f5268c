import type { Tx } from '#app/core/db/database.ts';
import type { Site } from '#app/site.ts';
import type { WxrItem, WxrMeta } from './wxr/records.ts';

/** An item whose content row was written in this transaction. */
export interface InsertedItem {
  contentId: number;
  item: WxrItem;
}

/** A reason and a detail for a note about an item. */
export interface Remark {
  reason: string;
  detail: string;
}

/** An unresolved value of `linkMeta`. */
export interface UnresolvedLink extends Remark {
  contentId: number;
}

/** Returns local content IDs by ID on the other site. Omits unknown IDs. */
export type FindItems = (sourceIds: readonly string[]) => Promise<ReadonlyMap<string, number>>;

/**
 * Import and export of one item type. Common code handles title, text, dates, status, slug, author, terms, parent, featured media and
 * comments; a type adds the data of its own tables.
 */
export interface ItemKind {
  /** `wp:post_type` of the file. */
  postType: string;
  /** Name of the kind of content (see content/kinds.ts). */
  kind: string;
  /** Meta keys that `write` uses, so that they are not stored as meta. */
  ownMeta: Pick<ReadonlySet<string>, 'has'>;
  /** Returns the reason to skip an item; null if it is importable. */
  findSkipReason?(item: WxrItem): string | null;
  /** Returns remarks about values of an importable item that the import changes. */
  findRemarks?(item: WxrItem): readonly Remark[];
  /** Writes the additional data of new items, in the transaction of their content rows. */
  write?(site: Site, tx: Tx, items: readonly InsertedItem[]): Promise<void>;
  /**
   * Keys of meta that refers to other items by ID. After all items have been written, `linkItems` receives this meta of new items in batches,
   * links the items, and returns the unresolved values.
   */
  linkMeta?: ReadonlySet<string>;
  linkItems?(
    site: Site,
    tx: Tx,
    items: readonly { contentId: number; meta: readonly WxrMeta[] }[],
    find: FindItems,
  ): Promise<UnresolvedLink[]>;
  /** Returns the additional meta for an export by content ID, and for attachments also the URL of the file. */
  exportParts?(
    site: Site,
    tx: Tx,
    contentIds: readonly number[],
  ): Promise<ReadonlyMap<number, { meta: WxrMeta[]; attachmentUrl?: string }>>;
}

const byType = new Map<string, ItemKind>();

/** Registers an item type for imports and exports; replaces an earlier definition of the type. */
export function registerItemKind(kind: ItemKind): void {
  byType.set(kind.postType, kind);
}

/** Returns the definition for a `wp:post_type`; undefined if this site does not support it. */
export function findItemKindOfPostType(postType: string): ItemKind | undefined {
  return byType.get(postType);
}

/** Returns the definition for a kind of content; undefined if exports omit the kind. */
export function findItemKindOfContent(kind: string): ItemKind | undefined {
  return [...byType.values()].find((known) => known.kind === kind);
}

/** Maps the names of taxonomies in files to their stored names. */
const storedNames = new Map([
  ['category', 'category'],
  ['post_tag', 'post_tag'],
  ['tribe_events_cat', 'event_category'],
]);

/** Returns the stored name of a taxonomy in a file; undefined if this site lacks it. */
export function findStoredTaxonomy(name: string): string | undefined {
  return storedNames.get(name);
}

/** The exported taxonomies: their names in files and on this site. */
export const fileTaxonomies: readonly { nameInFile: string; storedName: string }[] = [...storedNames].map(([nameInFile, storedName]) => ({
  nameInFile,
  storedName,
}));
