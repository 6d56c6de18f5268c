import sanitizeHtml from 'sanitize-html';
import type { Attributes, IOptions } from 'sanitize-html';
import { contentRules, titleRules } from './allowed-html.ts';
import { cleanStyle } from './clean-style.ts';
import { splitMarkup } from './markup.ts';

/** The author of a text. Users with the capability `unfiltered_html` may write any HTML. */
export interface Writer {
  unfiltered: boolean;
}

/** Comments with a meaning for readers and editors: block delimiters, more-marker, page breaks. */
const KEPT_COMMENT = /^<!--(?:\s+\/?wp:[a-z][^]*|more[^<>]*|noteaser|nextpage)-->$/;
/** Unicode noncharacters that serve as internal marks. They are removed from the input first, so that nobody can forge marks. */
const RESERVED = /[\ufdd0\ufdd1]/g;
/** Placeholder element for a kept comment. */
const PLACE = 'place\ufdd1';
const PLACES = new RegExp(`<${PLACE} n="(\\d+)"></${PLACE}>`, 'g');
const ESCAPED_PLACES = new RegExp(`&lt;${PLACE} n="\\d+"&gt;&lt;/${PLACE}&gt;`, 'g');
/** Placeholder for `&`, because the parser would write `&nbsp;` as a raw character. */
const AMPERSAND = '\ufdd0';
const AMPERSAND_OF_ENTITY = new RegExp(`${AMPERSAND}(?=(?:#\\d+|#x[a-f0-9]+|[a-z][a-z0-9]{1,30});)`, 'gi');

const titleOptions = harmlessTexts(titleRules);
const contentOptions = harmlessTexts({
  ...contentRules,
  allowedTags: [...(contentRules.allowedTags || []), PLACE],
  allowedAttributes: { ...contentRules.allowedAttributes, [PLACE]: ['n'] },
});

/** Cleans a title before it is stored: trims it, keeps only the elements of core-rest.md 7.3 unless `unfiltered`, and escapes a stray `&` or `<`. */
export function cleanTitle(raw: string, { unfiltered }: Writer): string {
  return (unfiltered || isPlain(raw) ? raw : sanitize(raw.replace(RESERVED, ''), titleOptions)).trim();
}

/** Cleans the description of a term before it is stored: like a title, but not trimmed. */
export function cleanDescription(raw: string): string {
  return isPlain(raw) ? raw : sanitize(raw.replace(RESERVED, ''), titleOptions);
}

/**
 * Cleans content before it is stored. Unless `unfiltered`, keeps only harmless markup (core-rest.md 7.3): drops other tags but not their text, event
 * handlers, addresses that run code, and comments other than block delimiters.
 */
export function cleanHtml(raw: string, { unfiltered }: Writer): string {
  if (unfiltered || isPlain(raw)) return raw;
  const text = raw.replace(RESERVED, '');
  const comments: string[] = [];
  const held = splitMarkup(text).map((piece, i) => {
    if (i % 2 === 0 || !KEPT_COMMENT.test(piece)) return piece;
    return `<${PLACE} n="${comments.push(inertComment(piece)) - 1}"></${PLACE}>`;
  });
  const clean = sanitize(held.join(''), contentOptions);
  if (comments.length === 0) return clean;
  const restored = clean.replace(PLACES, (_, index: string) => comments[Number(index)] ?? '').replace(ESCAPED_PLACES, '');
  // In malformed markup a comment may be inside an attribute; then all comments are dropped.
  return restored.search(RESERVED) === -1 ? restored : sanitize(text, contentOptions);
}

function isPlain(raw: string): boolean {
  return !/[<>&\ufdd0\ufdd1]/.test(raw);
}

const ATTRIBUTES = /^(\s+wp:\S+\s+)(\{.*\})(\s+\/?)$/s;

/** Cleans the markup in a value of block attributes, because front ends insert it into pages. */
function harmlessValue(value: unknown): unknown {
  if (typeof value === 'string') return value.includes('<') ? sanitize(value.replace(RESERVED, ''), contentOptions) : value;
  if (Array.isArray(value)) return value.map(harmlessValue);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, harmlessValue(one)]));
}

/** Cleans the attributes in a block's comment. Leaves unreadable attributes unchanged. */
function harmlessAttributes(body: string): string {
  const [, before, json = '', after] = ATTRIBUTES.exec(body) ?? [];
  if (before === undefined || !/<|\\u003c/i.test(json)) return body;
  try {
    const clean = JSON.stringify(harmlessValue(JSON.parse(json))).replaceAll('--', '\\u002d\\u002d');
    return `${before}${clean}${after}`;
  } catch {
    return body;
  }
}

/** Escapes angle brackets in the JSON attributes of a block, so that no browser ends the comment early. */
function inertComment(comment: string): string {
  const body = harmlessAttributes(comment.slice(4, -3));
  return `<!--${body.replaceAll('<', '\\u003c').replaceAll('>', '\\u003e')}-->`;
}

function sanitize(raw: string, rules: IOptions): string {
  return sanitizeHtml(raw.replaceAll('&', AMPERSAND), rules);
}

/** Keeps entities in texts unchanged, but decodes those in attributes, so that addresses are checked as browsers read them. */
function harmlessTexts(rules: IOptions): IOptions {
  return {
    ...rules,
    textFilter: (text) => text.replace(AMPERSAND_OF_ENTITY, '&').replaceAll(AMPERSAND, '&amp;'),
    transformTags: { '*': (tagName, attributes) => ({ tagName, attribs: readAttributes(attributes) }) },
  };
}

function readAttributes(attributes: Attributes): Attributes {
  for (const [name, source] of Object.entries(attributes)) {
    const value = source.includes(AMPERSAND) ? decodeAttribute(source.replaceAll(AMPERSAND, '&')) : source;
    const clean = name === 'style' ? cleanStyle(value) : value;
    if (clean === '' && name === 'style') delete attributes[name];
    else attributes[name] = clean;
  }
  return attributes;
}

/** Decodes the source of an attribute as browsers do, with the same parser as the rest. */
function decodeAttribute(source: string): string {
  let value = source;
  sanitizeHtml(`<i title="${source.replaceAll('"', '&quot;')}">`, {
    allowedTags: ['i'],
    transformTags: {
      i: (tagName, attribs) => {
        value = attribs.title ?? '';
        return { tagName, attribs };
      },
    },
  });
  return value;
}
