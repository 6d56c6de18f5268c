import sanitizeHtml from 'sanitize-html';
import type { Attributes, IOptions } from 'sanitize-html';
import { contentRules, titleRules } from './allowed-html.ts';
import { cleanStyle } from './clean-style.ts';
import { splitMarkup } from './markup.ts';

/** The author of a text. `unfiltered` is true if they have the capability `unfiltered_html` and thus may write any HTML. */
export interface TextAuthor {
  unfiltered: boolean;
}

/** Matches comments that have a meaning for readers and editors: block delimiters, the more-marker and page breaks. */
const ALLOWED_COMMENT = /^<!--(?:\s+\/?wp:[a-z][^]*|more[^<>]*|noteaser|nextpage)-->$/;
/**
 * Unicode noncharacters that serve as internal placeholders. They are removed from the input first, so that no text can contain a forged placeholder.
 */
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
 * Cleans a title before it is stored. Trims it. Unless `unfiltered`, keeps only the elements of docs/behaviour/core-rest.md 7.3, and escapes each `&`
 * and `<` that belongs to no entity or tag.
 */
export function cleanTitle(raw: string, { unfiltered }: TextAuthor): string {
  return (unfiltered || isPlain(raw) ? raw : sanitize(raw.replace(RESERVED, ''), titleOptions)).trim();
}

/** Cleans the description of a term before it is stored. Does the same as for a title, but does not trim it. */
export function cleanDescription(raw: string): string {
  return isPlain(raw) ? raw : sanitize(raw.replace(RESERVED, ''), titleOptions);
}

/**
 * Cleans content before it is stored. Unless `unfiltered`, keeps only harmless markup (docs/behaviour/core-rest.md 7.3): removes other tags but keeps
 * their text, and removes event handlers, URLs that run code, and all comments except those with a meaning for readers and editors.
 */
export function cleanHtml(raw: string, { unfiltered }: TextAuthor): string {
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
  // in malformed markup, a placeholder may be in an attribute; then all comments are removed
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

/** Cleans the attributes in the comment of a block. Leaves attributes unchanged if their JSON is invalid. */
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

/** Escapes angle brackets in the attributes of a block, so that browsers do not end the comment early. */
function cleanComment(comment: string): string {
  const body = cleanBlockAttributes(comment.slice(4, -3));
  return `<!--${body.replaceAll('<', '\\u003c').replaceAll('>', '\\u003e')}-->`;
}

function sanitize(raw: string, rules: IOptions): string {
  return sanitizeHtml(raw.replaceAll('&', AMPERSAND), rules);
}

/** Extends rules: entities in text stay unchanged, but entities in attributes are decoded, so that URLs are checked as browsers read them. */
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

/** Decodes the source of an attribute as browsers do. Uses the same parser as for the whole text. */
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
