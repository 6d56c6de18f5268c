import type { Tx } from '#app/core/db/database.ts';
import type { Site } from '#app/site.ts';
import type { WxrItem, WxrMeta } from './wxr/records.ts';

/** An item whose content row has been written in this transaction. */
export interface WrittenItem {
  contentId: number;
  item: WxrItem;
}

/** A sentence of the report about one item, with what it speaks of. */
export interface Remark {
  reason: string;
  detail: string;
}

/** A value of `linkMeta` that led nowhere. */
export interface LostLink extends Remark {
  contentId: number;
}

/** Finds what items of the file became here: number on the other site → number here; unknown ones are missing. */
export type FindItems = (sourceIds: readonly string[]) => Promise<ReadonlyMap<string, number>>;

/**
 * How items of one type come in and go out. Texts, dates, status, slug, author, terms, parent, featured media and comments are written for
 * all types alike; a type adds what it keeps in tables of its own.
 */
export interface ItemKind {
  /** `wp:post_type` of the file. */
  postType: string;
  /** Name of the kind of content (see content/kinds.ts). */
  kind: string;
  /** Meta keys that `write` reads, so that they are not kept as meta. */
  ownMeta: Pick<ReadonlySet<string>, 'has'>;
  /** Why this item cannot come in; null when it can. */
  refuse?(item: WxrItem): string | null;
  /** What of an item that comes in cannot stay as it is. */
  remarks?(item: WxrItem): readonly Remark[];
  /** Writes what belongs to new items beside their content rows, in the transaction that writes those. */
  write?(site: Site, tx: Tx, items: readonly WrittenItem[]): Promise<void>;
  /**
   * Joins items that name each other by number, after all are in: called with those keys' meta of new items, in portions. Only called when
   * `linkMeta` names keys. Returns what led nowhere.
   */
  linkMeta?: ReadonlySet<string>;
  link?(site: Site, tx: Tx, items: readonly { contentId: number; meta: readonly WxrMeta[] }[], find: FindItems): Promise<LostLink[]>;
  /** Meta that an export writes for these contents, the address of the file for attachments included. */
  exported?(site: Site, tx: Tx, contentIds: readonly number[]): Promise<ReadonlyMap<number, { meta: WxrMeta[]; attachmentUrl?: string }>>;
}

const byType = new Map<string, ItemKind>();

/** Makes a type of items known to imports and exports. Repeating the call replaces the definition. */
export function registerItemKind(kind: ItemKind): void {
  byType.set(kind.postType, kind);
}

/** The definition of a type of the file; undefined for one that no domain takes. */
export function itemKindOf(postType: string): ItemKind | undefined {
  return byType.get(postType);
}

/** The definition for a kind of content; undefined for one that exports leave out. */
export function itemKindFor(kind: string): ItemKind | undefined {
  return [...byType.values()].find((known) => known.kind === kind);
}

/** Names of taxonomies in files → stored names. */
const taxonomies = new Map([
  ['category', 'category'],
  ['post_tag', 'post_tag'],
  ['tribe_events_cat', 'event_category'],
]);

/** Stored name of a taxonomy of the file; undefined for one that this site does not have. */
export function taxonomyNamed(name: string): string | undefined {
  return taxonomies.get(name);
}

/** The taxonomies of this site with their names in files. */
export const fileTaxonomies: readonly { inFile: string; stored: string }[] = [...taxonomies].map(([inFile, stored]) => ({
  inFile,
  stored,
}));
