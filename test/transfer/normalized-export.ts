import { readFileSync } from 'node:fs';
import { XMLParser } from 'fast-xml-parser';

/** Meta keys whose values are IDs of items. */
const references = new Set(['_thumbnail_id', '_EventVenueID', '_EventOrganizerID']);

/** Returns the content of a file from an independent parser, with IDs replaced by their order of appearance. */
export function normalizeExport(file: string): unknown {
  const parser = new XMLParser({
    ignoreAttributes: false,
    parseTagValue: false,
    parseAttributeValue: false,
    trimValues: false,
    isArray: (name) => ['item', 'wp:author', 'wp:category', 'wp:tag', 'wp:term', 'wp:postmeta', 'wp:comment', 'category'].includes(name),
  });
  const order = new Map<string, string>();
  const numbers = new Set([
    'wp:post_id',
    'wp:term_id',
    'wp:author_id',
    'wp:comment_id',
    'wp:post_parent',
    'wp:comment_parent',
    'wp:comment_user_id',
  ]);
  const space: Readonly<Record<string, string>> = {
    'wp:post_parent': 'wp:post_id',
    'wp:comment_parent': 'wp:comment_id',
    'wp:comment_user_id': 'wp:author_id',
  };
  const said = parser.parse(readFileSync(file, 'utf8')) as unknown;
  const collect = (value: unknown) =>
    walk(value, (name, text) => {
      if (numbers.has(name) && !(name in space)) order.set(`${name} ${text}`, `#${order.size}`);
      return text;
    });
  collect(said);
  return walk(said, (name, text, around) => {
    if (numbers.has(name)) return text === '0' ? text : (order.get(`${space[name] ?? name} ${text}`) ?? `lost ${text}`);
    if (name === 'wp:meta_value' && references.has(String(around['wp:meta_key']))) return order.get(`wp:post_id ${text}`) ?? `lost ${text}`;
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

function walk(
  value: unknown,
  change: (name: string, text: string, around: Record<string, unknown>) => unknown,
  name = '',
  around: Record<string, unknown> = {},
): unknown {
  if (typeof value === 'string') return change(name, value, around);
  if (Array.isArray(value)) return value.map((one) => walk(one, change, name, around));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, walk(inner, change, key, value as Record<string, unknown>)]));
}
