import { metaKeys, readMeta } from '../../content/meta.registry.ts';
import { filterStatuses } from '../../content/statuses.ts';
import { Failure } from '#app/core/failures/failure.ts';
import type { ImportNote } from '../importer.ts';
import type { ItemKind } from '../item-kinds.ts';
import { readPhpMap } from '../php-values.ts';
import type { WxrItem, WxrMeta } from '../wxr/records.ts';
import { itemNote, sourceNumber } from './item-notes.ts';

/** Meta that is stored in its own place here. */
export interface MetaValues {
  /** Registered keys, which are part of the content. */
  registered: Record<string, unknown>;
  template: string;
  /** ID of the featured image on the other site. */
  thumbnail: string | null;
  trashedFrom: string;
  trashedAt: Date | null;
  desiredSlug: string;
}

/** Meta of an item, split into interpreted and stored values. */
export interface SplitMeta {
  values: MetaValues;
  /** For the table of imported meta, in the order of the file. */
  kept: WxrMeta[];
  /** Number of values that became part of the content. */
  taken: number;
  /** Number of ignored values. */
  skipped: number;
}

const types = new Map(metaKeys.map(({ key, type }) => [key, type]));

/** Returns the value of a registered key; undefined if the text does not fit its type. */
function registeredValue(key: string, text: string): unknown {
  const given = types.get(key) === 'object' && text !== '' ? readPhpMap(text) : text;
  try {
    return readMeta({ [key]: given }).set[key];
  } catch (error) {
    if (error instanceof Failure) return undefined;
    throw error;
  }
}

/** Keys with a column of their own. Each function returns true if it used the value. */
const columns: Readonly<Record<string, (values: MetaValues, text: string, item: WxrItem) => boolean>> = {
  _thumbnail_id(values, text) {
    const number = sourceNumber(text.trim());
    if (values.thumbnail !== null || number === null) return false;
    values.thumbnail = number;
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

/** Splits the meta of an item into values with their own place here and values that are only stored. */
export function splitMeta(item: WxrItem, kind: ItemKind, notes: ImportNote[]): SplitMeta {
  const values: MetaValues = { registered: {}, template: '', thumbnail: null, trashedFrom: 'draft', trashedAt: null, desiredSlug: '' };
  const kept: WxrMeta[] = [];
  let taken = 0;
  let skipped = 0;
  for (const meta of item.meta) {
    const { key, value } = meta;
    if (key === '') {
      skipped += 1;
      notes.push(itemNote(item, 'changed', 'a meta value has no key and was left out'));
    } else if (kind.ownMeta.has(key)) {
      taken += 1;
    } else if (Object.hasOwn(columns, key) && columns[key]?.(values, value, item)) {
      taken += 1;
    } else if (types.has(key) && !Object.hasOwn(values.registered, key)) {
      const registered = registeredValue(key, value);
      if (registered === undefined) {
        kept.push(meta);
        notes.push(itemNote(item, 'changed', 'a value of registered meta has the wrong type: it is kept for exports only', key));
      } else {
        values.registered[key] = registered;
        taken += 1;
      }
    } else kept.push(meta);
  }
  return { values, kept, taken, skipped };
}
