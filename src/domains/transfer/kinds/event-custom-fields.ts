import type { WxrItem, WxrMeta } from '../wxr/records.ts';

const PREFIX = '_ecp_custom_';
/** Names that the other kind of site gives; others are ours and lose the prefix. */
const NUMBERED = /^_ecp_custom_\d+$/;

/** Whether a key of meta is a further field of an event. */
export const isCustomField = (key: string) => key.startsWith(PREFIX) && key.length > PREFIX.length;

/** The further fields of an item by name; of several values of one field the first counts. */
export function customFieldsOf({ meta }: WxrItem): Record<string, string> {
  const fields = meta.flatMap(({ key, value }) =>
    isCustomField(key) && value !== '' ? [[NUMBERED.test(key) ? key : key.slice(PREFIX.length), value] as const] : [],
  );
  return Object.fromEntries(fields.reverse());
}

/** The further fields of an event as meta. */
export function customFieldMeta(fields: Readonly<Record<string, string>>): WxrMeta[] {
  return Object.entries(fields)
    .map(([name, value]) => ({ key: NUMBERED.test(name) ? name : PREFIX + name, value }))
    .sort((a, b) => (a.key < b.key ? -1 : 1));
}
