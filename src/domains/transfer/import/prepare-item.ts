import { contentFormats } from '../../content/changes.input.ts';
import { decideDates } from '../../content/dates.rules.ts';
import { isKind, getKind } from '../../content/kinds.ts';
import { buildSearchText, buildSortTitle } from '../../content/search.rules.ts';
import { getSiteZone, toUtcWallTime } from '../../content/site-time.ts';
import { filterStatuses } from '../../content/statuses.ts';
import { cleanHtml, cleanTitle } from '#app/core/text/clean-html.ts';
import { sanitizeSlug } from '#app/core/text/slug.ts';
import { defaultCommentStatus, defaultPingStatus } from '#app/core/settings/site.settings.ts';
import type { Site } from '#app/site.ts';
import type { ImportNote } from '../importer.ts';
import { type ItemKind, findItemKindOfPostType, findStoredTaxonomy } from '../item-kinds.ts';
import type { WxrItem, WxrMeta, WxrTermRef } from '../wxr/records.ts';
import { readItemDates } from './item-dates.ts';
import { type ItemKeys, buildItemKeys } from './item-keys.ts';
import { splitMeta } from './item-meta.ts';
import { createItemNote, parseSourceId } from './item-notes.ts';

/** Columns of a content row that depend only on the item. */
export interface PreparedColumns {
  kind: string;
  status: string;
  title: string;
  content: string;
  excerpt: string;
  password: string;
  menu_order: number;
  comment_status: string;
  ping_status: string;
  date_local: string;
  date_utc: string | null;
  modified_local: string;
  modified_utc: string;
  format: string;
  template: string;
  sticky: boolean;
  meta: Record<string, unknown>;
  trashed_from: string | null;
  trashed_at: string | null;
  search_text: string;
  sort_title: string;
}

/** An item that was prepared before the transaction that writes it, because sanitizing HTML takes longer than storing it. */
export interface PreparedItem {
  item: WxrItem;
  itemKind: ItemKind;
  keys: ItemKeys;
  columns: PreparedColumns;
  /** Sanitized slug; empty if it must be generated. */
  slug: string;
  /** Slug to restore when the item leaves the trash. */
  desiredSlug: string;
  /** The GUID of the file if it is an HTTP URL; empty if it must be generated. */
  guid: string;
  parentSource: string | null;
  thumbnailSource: string | null;
  /** Terms of taxonomies that the kind supports; `taxonomy` is the stored name. */
  terms: WxrTermRef[];
  /** Meta without a column, for the table of imported meta. */
  meta: WxrMeta[];
  /** Number of ignored meta values. */
  metaSkipped: number;
  termsSkipped: number;
  notes: ImportNote[];
}

/** Returns the reason to skip an item; null if it is importable. */
export function findRefusal(item: WxrItem): string | null {
  if (item.type === '') return 'it has no wp:post_type in the namespace of the export';
  const kind = findItemKindOfPostType(item.type);
  if (!kind || !isKind(kind.kind)) return `this site does not support items of the type "${item.type.slice(0, 60)}"`;
  if (item.status === 'auto-draft') return 'it was never saved (auto-draft)';
  return kind.findSkipReason?.(item) ?? null;
}

const HTTP_URL = /^https?:\/\/[^\s<>"'`]{1,2000}$/;
const MAX_INT4 = 2_147_483_647;

function parseInt4(text: string): number {
  const value = Number(text || '0');
  return Number.isInteger(value) && Math.abs(value) <= MAX_INT4 ? value : 0;
}

/** Kinds of content with a post format. */
const kindsWithFormat: ReadonlySet<string> = new Set(['post', 'event', 'venue', 'organizer']);

const parseOpenOrClosed = (text: string, fallback: string) => (text === 'open' || text === 'closed' ? text : fallback);

function getStatus(item: WxrItem, notes: ImportNote[]): string {
  const status = item.status === 'inherit' || item.status === '' ? 'publish' : item.status;
  if (filterStatuses.includes(status) && status !== 'any' && status !== 'inherit') return status;
  notes.push(createItemNote(item, 'changed', 'its status is unknown here: it became a draft', item.status));
  return 'draft';
}

function getFormat(item: WxrItem): string {
  const slug = item.terms.find(({ taxonomy }) => taxonomy === 'post_format')?.slug.replace(/^post-format-/, '');
  return contentFormats.find((format) => format === slug) ?? 'standard';
}

const splitTerms = (item: WxrItem, taxonomies: readonly string[], notes: ImportNote[]) => {
  const terms: WxrTermRef[] = [];
  let skipped = 0;
  for (const ref of item.terms) {
    if (ref.taxonomy === 'post_format') continue;
    const taxonomy = findStoredTaxonomy(ref.taxonomy);
    if (taxonomy !== undefined && taxonomies.includes(taxonomy)) terms.push({ ...ref, taxonomy });
    else {
      skipped += 1;
      notes.push(
        createItemNote(
          item,
          'changed',
          `terms of "${ref.taxonomy.slice(0, 60)}" do not apply to items of its kind here`,
          ref.slug || ref.name,
        ),
      );
    }
  }
  return { terms, skipped };
};

/**
 * Prepares an item as far as possible without the database; sanitizes HTML unless `unfiltered`. Requires that `findRefusal` returns null
 * for the item.
 */
export function prepareItem(site: Site, item: WxrItem, options: { unfiltered: boolean; source: string; importedAt: Date }): PreparedItem {
  const itemKind = findItemKindOfPostType(item.type) as ItemKind;
  const kind = getKind(itemKind.kind);
  const notes: ImportNote[] = [];
  const zone = getSiteZone(site);
  const writer = { unfiltered: options.unfiltered };
  const texts = {
    // a title without markup is plain text, so its `&` stays unescaped
    title: /[<\ufdd0\ufdd1]/.test(item.title) ? cleanTitle(item.title, writer).trim() : item.title.trim(),
    content: cleanHtml(item.content, writer),
    excerpt: cleanHtml(item.excerpt, writer),
  };
  if (!options.unfiltered && (texts.content !== item.content || texts.excerpt !== item.excerpt)) {
    notes.push(createItemNote(item, 'changed', 'HTML that only trusted writers may use was removed or made harmless'));
  }

  const status = getStatus(item, notes);
  const dates = readItemDates({ ...item, status }, options.importedAt, zone);
  const decision = decideDates({ status, given: dates.date, stored: null, now: options.importedAt, zone });
  for (const { reason, detail } of itemKind.findRemarks?.(item) ?? []) notes.push(createItemNote(item, 'changed', reason, detail));
  const { others, values, skipped } = splitMeta(item, itemKind, notes);
  const terms = splitTerms(item, kind.taxonomies, notes);
  const isTrashed = decision.status === 'trash' && kind.hasTrash;
  const password = decision.status === 'private' || item.password.trim() === '' ? '' : item.password;
  const sticky = item.sticky && password === '' && kind.name === 'post';
  if (item.sticky && password !== '')
    notes.push(createItemNote(item, 'changed', 'content with a password cannot be sticky: it is no longer sticky'));
  return {
    item,
    itemKind,
    keys: buildItemKeys(item, options.source),
    columns: {
      kind: kind.name,
      status: decision.status === 'trash' && !isTrashed ? 'draft' : decision.status,
      ...texts,
      password,
      menu_order: parseInt4(item.menuOrder),
      comment_status: parseOpenOrClosed(item.commentStatus, site.settings.get(defaultCommentStatus)),
      ping_status: parseOpenOrClosed(item.pingStatus, site.settings.get(defaultPingStatus)),
      date_local: decision.dateLocal,
      date_utc: dates.hasFloatingDate ? null : `${toUtcWallTime(dates.date.instant)}Z`,
      modified_local: dates.modifiedLocal,
      modified_utc: `${dates.modifiedUtc}Z`,
      format: kindsWithFormat.has(kind.name) ? getFormat(item) : 'standard',
      template: values.template,
      sticky,
      meta: values.registered,
      trashed_from: isTrashed ? values.trashedFrom : null,
      trashed_at: isTrashed ? (values.trashedAt ?? options.importedAt).toISOString() : null,
      search_text: buildSearchText(texts),
      sort_title: buildSortTitle(texts.title),
    },
    slug: sanitizeSlug(item.slug),
    desiredSlug: isTrashed ? sanitizeSlug(values.desiredSlug) : '',
    guid: HTTP_URL.test(item.guid) ? item.guid : '',
    parentSource: parseSourceId(item.parent),
    thumbnailSource: values.thumbnail,
    terms: terms.terms,
    meta: others,
    metaSkipped: skipped,
    termsSkipped: terms.skipped,
    notes,
  };
}
