import type { Tx } from '#app/core/db/database.ts';
import type { Site } from '#app/site.ts';
import type { WxrItem, WxrMeta } from './wxr/records.ts';

/** An item whose content row was written in this transaction. */
export interface WrittenItem {
  contentId: number;
  item: WxrItem;
}

/** A sentence of the report about one item, with a detail. */
export interface Remark {
  reason: string;
  detail: string;
}

/** An unresolved value of `linkMeta`. */
export interface LostLink extends Remark {
  contentId: number;
}

/** Finds the local IDs of items by ID on the other site. Unknown ones are missing. */
export type FindItems = (sourceIds: readonly string[]) => Promise<ReadonlyMap<string, number>>;

/**
 * Import and export of one item type. Texts, dates, status, slug, author, terms, parent, featured media and comments are handled in common; a type adds the
 * data of its own tables.
 */
export interface ItemKind {
  /** `wp:post_type` of the file. */
  postType: string;
  /** Name of the kind of content (see content/kinds.ts). */
  kind: string;
  /** Meta keys that `write` uses, so that they are not stored as meta. */
  ownMeta: Pick<ReadonlySet<string>, 'has'>;
  /** Returns the reason to skip this item; null if it is importable. */
  refuse?(item: WxrItem): string | null;
  /** Returns remarks about values of an importable item that must change. */
  remarks?(item: WxrItem): readonly Remark[];
  /** Writes the additional data of new items, in the transaction of their content rows. */
  write?(site: Site, tx: Tx, items: readonly WrittenItem[]): Promise<void>;
  /**
   * Links items that refer to each other by ID, after all were written. Gets the meta of new items with these keys in batches. Called only if `linkMeta` has
   * keys. Returns unresolved values.
   */
  linkMeta?: ReadonlySet<string>;
  link?(site: Site, tx: Tx, items: readonly { contentId: number; meta: readonly WxrMeta[] }[], find: FindItems): Promise<LostLink[]>;
  /** Returns the meta of these contents for an export, and for attachments the address of the file. */
  exported?(site: Site, tx: Tx, contentIds: readonly number[]): Promise<ReadonlyMap<number, { meta: WxrMeta[]; attachmentUrl?: string }>>;
}

const byType = new Map<string, ItemKind>();

/** Registers an item type for imports and exports. Repeating the call replaces the definition. */
export function registerItemKind(kind: ItemKind): void {
  byType.set(kind.postType, kind);
}

/** Returns the definition of an item type in a file; undefined if no domain supports it. */
export function itemKindOf(postType: string): ItemKind | undefined {
  return byType.get(postType);
}

/** Returns the definition of a kind of content; undefined if exports omit it. */
export function itemKindFor(kind: string): ItemKind | undefined {
  return [...byType.values()].find((known) => known.kind === kind);
}

/** Taxonomy names in files → stored names. */
const taxonomies = new Map([
  ['category', 'category'],
  ['post_tag', 'post_tag'],
  ['tribe_events_cat', 'event_category'],
]);

/** Returns the stored name of a taxonomy in a file; undefined if this site lacks it. */
export function taxonomyNamed(name: string): string | undefined {
  return taxonomies.get(name);
}

/** The taxonomies of this site with their names in files. */
export const fileTaxonomies: readonly { inFile: string; stored: string }[] = [...taxonomies].map(([inFile, stored]) => ({
  inFile,
  stored,
}));
