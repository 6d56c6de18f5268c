import { readFileSync } from 'node:fs';
import { XMLParser } from 'fast-xml-parser';

/** Meta keys whose values are IDs of items. */
const itemReferences = new Set(['_thumbnail_id', '_EventVenueID', '_EventOrganizerID']);

/** Reads a file with an independent parser and replaces IDs by their order of appearance, so that exports of different sites can be compared. */
export function normalizeExport(file: string): unknown {
  const parser = new XMLParser({
    ignoreAttributes: false,
    parseTagValue: false,
    parseAttributeValue: false,
    trimValues: false,
    isArray: (name) => ['item', 'wp:author', 'wp:category', 'wp:tag', 'wp:term', 'wp:postmeta', 'wp:comment', 'category'].includes(name),
  });
  const order = new Map<string, string>();
  const idFields = new Set([
    'wp:post_id',
    'wp:term_id',
    'wp:author_id',
    'wp:comment_id',
    'wp:post_parent',
    'wp:comment_parent',
    'wp:comment_user_id',
  ]);
  const idFieldsByReference: Readonly<Record<string, string>> = {
    'wp:post_parent': 'wp:post_id',
    'wp:comment_parent': 'wp:comment_id',
    'wp:comment_user_id': 'wp:author_id',
  };
  const parsed = parser.parse(readFileSync(file, 'utf8')) as unknown;
  const collect = (value: unknown) =>
    walk(value, (name, text) => {
      if (idFields.has(name) && !(name in idFieldsByReference)) order.set(`${name} ${text}`, `#${order.size}`);
      return text;
    });
  collect(parsed);
  return walk(parsed, (name, text, siblings) => {
    if (idFields.has(name)) return text === '0' ? text : (order.get(`${idFieldsByReference[name] ?? name} ${text}`) ?? `lost ${text}`);
    if (name === 'wp:meta_value' && itemReferences.has(String(siblings['wp:meta_key'])))
      return order.get(`wp:post_id ${text}`) ?? `lost ${text}`;
    // URLs of items without a permalink contain their ID
    return name === 'link'
      ? text
          .replace(
            /((?:\?|&)(?:p|page_id|attachment_id)=)(\d+)/,
            (_, query: string, id: string) => query + (order.get(`wp:post_id ${id}`) ?? id),
          )
          .replace(/(attachment_id=)(\d+)/, '$1')
      : text;
  });
}

/** Returns a parsed value in which `change` has replaced every text. */
function walk(
  value: unknown,
  change: (name: string, text: string, siblings: Record<string, unknown>) => unknown,
  name = '',
  siblings: Record<string, unknown> = {},
): unknown {
  if (typeof value === 'string') return change(name, value, siblings);
  if (Array.isArray(value)) return value.map((item) => walk(item, change, name, siblings));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, walk(inner, change, key, value as Record<string, unknown>)]));
}
