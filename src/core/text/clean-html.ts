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
const ALLOWED_COMMENT = /^<!--(?:\s+\/?wp:[a-z][^]*|more[^<>]*|noteaser|nextpage)-->$/;
/** Unicode noncharacters that serve as internal placeholders. They are removed from the input first, so that no text can forge them. */
const RESERVED = /[\ufdd0\ufdd1]/g;
/** Placeholder element for an allowed comment. */
const PLACEHOLDER = 'place\ufdd1';
const PLACEHOLDERS = new RegExp(`<${PLACEHOLDER} n="(\\d+)"></${PLACEHOLDER}>`, 'g');
const ESCAPED_PLACEHOLDERS = new RegExp(`&lt;${PLACEHOLDER} n="\\d+"&gt;&lt;/${PLACEHOLDER}&gt;`, 'g');
/** Placeholder for `&`, because the parser would write `&nbsp;` as a raw character. */
const AMPERSAND = '\ufdd0';
const AMPERSAND_OF_ENTITY = new RegExp(`${AMPERSAND}(?=(?:#\\d+|#x[a-f0-9]+|[a-z][a-z0-9]{1,30});)`, 'gi');

const titleOptions = withCleanAttributes(titleRules);
const contentOptions = withCleanAttributes({
  ...contentRules,
  allowedTags: [...(contentRules.allowedTags || []), PLACEHOLDER],
  allowedAttributes: { ...contentRules.allowedAttributes, [PLACEHOLDER]: ['n'] },
});

/**
 * Cleans a title before it is stored: trims it, keeps only the elements of docs/behaviour/core-rest.md 7.3 unless `unfiltered`, and escapes a stray
 * `&` or `<`.
 */
export function cleanTitle(raw: string, { unfiltered }: Writer): string {
  return (unfiltered || isPlain(raw) ? raw : sanitize(raw.replace(RESERVED, ''), titleOptions)).trim();
}

/** Cleans the description of a term before it is stored: like a title, but not trimmed. */
export function cleanDescription(raw: string): string {
  return isPlain(raw) ? raw : sanitize(raw.replace(RESERVED, ''), titleOptions);
}

/**
 * Cleans content before it is stored. Unless `unfiltered`, keeps only harmless markup (docs/behaviour/core-rest.md 7.3). It removes other tags but
 * keeps their text. It
 * also removes event handlers, addresses that run code, and comments other than block delimiters.
 */
export function cleanHtml(raw: string, { unfiltered }: Writer): string {
  if (unfiltered || isPlain(raw)) return raw;
  const text = raw.replace(RESERVED, '');
  const comments: string[] = [];
  const pieces = splitMarkup(text).map((piece, i) => {
    if (i % 2 === 0 || !ALLOWED_COMMENT.test(piece)) return piece;
    return `<${PLACEHOLDER} n="${comments.push(cleanComment(piece)) - 1}"></${PLACEHOLDER}>`;
  });
  const clean = sanitize(pieces.join(''), contentOptions);
  if (comments.length === 0) return clean;
  const restored = clean.replace(PLACEHOLDERS, (_, index: string) => comments[Number(index)] ?? '').replace(ESCAPED_PLACEHOLDERS, '');
  // in malformed markup a placeholder may end up inside an attribute; then all comments are dropped
  return restored.search(RESERVED) === -1 ? restored : sanitize(text, contentOptions);
}

function isPlain(raw: string): boolean {
  return !/[<>&\ufdd0\ufdd1]/.test(raw);
}

const ATTRIBUTES = /^(\s+wp:\S+\s+)(\{.*\})(\s+\/?)$/s;

/** Cleans the markup in a value of block attributes, because front ends insert it into pages. */
function cleanValue(value: unknown): unknown {
  if (typeof value === 'string') return value.includes('<') ? sanitize(value.replace(RESERVED, ''), contentOptions) : value;
  if (Array.isArray(value)) return value.map(cleanValue);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, cleanValue(member)]));
}

/** Cleans the attributes in a block's comment. Leaves unreadable attributes unchanged. */
function cleanBlockAttributes(body: string): string {
  const [, before, json = '', after] = ATTRIBUTES.exec(body) ?? [];
  if (before === undefined || !/<|\\u003c/i.test(json)) return body;
  try {
    const clean = JSON.stringify(cleanValue(JSON.parse(json))).replaceAll('--', '\\u002d\\u002d');
    return `${before}${clean}${after}`;
  } catch {
    return body;
  }
}

/** Escapes angle brackets in the JSON attributes of a block, so that no browser ends the comment early. */
function cleanComment(comment: string): string {
  const body = cleanBlockAttributes(comment.slice(4, -3));
  return `<!--${body.replaceAll('<', '\\u003c').replaceAll('>', '\\u003e')}-->`;
}

function sanitize(raw: string, rules: IOptions): string {
  return sanitizeHtml(raw.replaceAll('&', AMPERSAND), rules);
}

/** Keeps entities in texts unchanged, but decodes those in attributes, so that addresses are checked as browsers read them. */
function withCleanAttributes(rules: IOptions): IOptions {
  return {
    ...rules,
    textFilter: (text) => text.replace(AMPERSAND_OF_ENTITY, '&').replaceAll(AMPERSAND, '&amp;'),
    transformTags: { '*': (tagName, attributes) => ({ tagName, attribs: cleanAttributes(attributes) }) },
  };
}

function cleanAttributes(attributes: Attributes): Attributes {
  for (const [name, source] of Object.entries(attributes)) {
    const value = source.includes(AMPERSAND) ? decodeAttribute(source.replaceAll(AMPERSAND, '&')) : source;
    const clean = name === 'style' ? cleanStyle(value) : value;
    if (clean === '' && name === 'style') delete attributes[name];
    else attributes[name] = clean;
  }
  return attributes;
}

/** Decodes the source of an attribute as browsers do, with the same parser as the whole text. */
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
