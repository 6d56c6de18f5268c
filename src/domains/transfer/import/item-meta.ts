import { metaKeys, readMeta } from '../../content/meta.registry.ts';
import { filterStatuses } from '../../content/statuses.ts';
import { Failure } from '#app/core/failures/failure.ts';
import type { ImportNote } from '../importer.ts';
import type { ItemKind } from '../item-kinds.ts';
import { readPhpMap } from '../php-values.ts';
import type { WxrItem, WxrMeta } from '../wxr/records.ts';
import { createItemNote, parseSourceId } from './item-notes.ts';

/** Values of meta that this site stores in columns of the content. */
export interface MetaValues {
  /** Values of registered keys. */
  registered: Record<string, unknown>;
  template: string;
  /** ID of the featured image on the other site. */
  thumbnail: string | null;
  trashedFrom: string;
  trashedAt: Date | null;
  desiredSlug: string;
}

/** Meta of an item, split by where it is stored. */
export interface ItemMetaParts {
  values: MetaValues;
  /** Other values, for the table of imported meta, in the order of the file. */
  others: WxrMeta[];
  /** Number of ignored values. */
  skipped: number;
}

const types = new Map(metaKeys.map(({ key, type }) => [key, type]));

/** Returns the value of a registered key; undefined if the string does not fit the type of the key. */
function parseRegisteredValue(key: string, text: string): unknown {
  const value = types.get(key) === 'object' && text !== '' ? readPhpMap(text) : text;
  try {
    return readMeta({ [key]: value }).set[key];
  } catch (error) {
    if (error instanceof Failure) return undefined;
    throw error;
  }
}

/**
 * Meta keys with a column of their own. Each function sets the value of its column and returns true. For an unusable value, it returns false; the
 * value is then stored as imported meta.
 */
const columns: Readonly<Record<string, (values: MetaValues, text: string, item: WxrItem) => boolean>> = {
  _thumbnail_id(values, text) {
    const mediaId = parseSourceId(text.trim());
    if (values.thumbnail !== null || mediaId === null) return false;
    values.thumbnail = mediaId;
    return true;
  },
  _wp_page_template(values, text) {
    if (values.template !== '' || text === '' || text.length > 200) return false;
    values.template = text === 'default' ? '' : text;
    return true;
  },
  _wp_trash_meta_status(values, text, item) {
    if (item.status !== 'trash' || text === 'trash' || !filterStatuses.includes(text)) return false;
    values.trashedFrom = text;
    return true;
  },
  _wp_trash_meta_time(values, text, item) {
    if (item.status !== 'trash' || !/^\d{1,11}$/.test(text)) return false;
    values.trashedAt = new Date(Number(text) * 1000);
    return true;
  },
  _wp_desired_post_slug(values, text, item) {
    if (item.status !== 'trash') return false;
    values.desiredSlug = text;
    return true;
  },
};

/** Splits the meta of an item into values of columns and values to store as imported meta. */
export function splitMeta(item: WxrItem, kind: ItemKind, notes: ImportNote[]): ItemMetaParts {
  const values: MetaValues = { registered: {}, template: '', thumbnail: null, trashedFrom: 'draft', trashedAt: null, desiredSlug: '' };
  const others: WxrMeta[] = [];
  let skipped = 0;
  for (const meta of item.meta) {
    const { key, value } = meta;
    if (key === '') {
      skipped += 1;
      notes.push(createItemNote(item, 'changed', 'a meta value without a key was left out'));
    } else if (kind.ownMeta.has(key)) {
      // the kind of the item writes this value
    } else if (Object.hasOwn(columns, key) && columns[key]?.(values, value, item)) {
      // the function has set the value of the column
    } else if (types.has(key) && !Object.hasOwn(values.registered, key)) {
      const registered = parseRegisteredValue(key, value);
      if (registered === undefined) {
        others.push(meta);
        notes.push(createItemNote(item, 'changed', 'a value of registered meta has the wrong type: it is stored for exports only', key));
      } else values.registered[key] = registered;
    } else others.push(meta);
  }
  return { values, others, skipped };
}
