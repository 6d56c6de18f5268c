import type { WxrItem, WxrMeta } from '../wxr/records.ts';

const PREFIX = '_ecp_custom_';
/** Keys that WordPress generates. They are stored unchanged; other keys are stored without the prefix. */
const NUMBERED_KEY = /^_ecp_custom_\d+$/;

/** True if a meta key is a custom field of an event. */
export const isCustomField = (key: string) => key.startsWith(PREFIX) && key.length > PREFIX.length;

/** Returns the custom fields of an item by name. If a field has several values, uses the first. */
export function readCustomFields({ meta }: WxrItem): Record<string, string> {
  const fields = meta.flatMap(({ key, value }) =>
    isCustomField(key) && value !== '' ? [[NUMBERED_KEY.test(key) ? key : key.slice(PREFIX.length), value] as const] : [],
  );
  return Object.fromEntries(fields.reverse());
}

/** Returns the custom fields of an event as meta. */
export function writeCustomFieldMeta(fields: Readonly<Record<string, string>>): WxrMeta[] {
  return Object.entries(fields)
    .map(([name, value]) => ({ key: NUMBERED_KEY.test(name) ? name : PREFIX + name, value }))
    .sort((a, b) => (a.key < b.key ? -1 : 1));
}
