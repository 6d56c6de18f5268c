import sanitizeHtml from 'sanitize-html';
import type { Attributes, IOptions } from 'sanitize-html';
import { contentRules, titleRules } from './allowed-html.ts';
import { cleanStyle } from './clean-style.ts';
import { splitMarkup } from './markup.ts';

/** Who writes: holders of the capability `unfiltered_html` may write any HTML. */
export interface Writer {
  unfiltered: boolean;
}

/** Comments that mean something to readers and editors: block delimiters, the more-marker, page ends. */
const KEPT_COMMENT = /^<!--(?:\s+\/?wp:[a-z][^]*|more[^<>]*|noteaser|nextpage)-->$/;
/** Signs that Unicode has no use for serve while the parser works; texts are freed of them first, so nobody can fake them. */
const RESERVED = /[\ufdd0\ufdd1]/g;
/** The element that holds the place of a kept comment. */
const PLACE = 'place\ufdd1';
const PLACES = new RegExp(`<${PLACE} n="(\\d+)"></${PLACE}>`, 'g');
const ESCAPED_PLACES = new RegExp(`&lt;${PLACE} n="\\d+"&gt;&lt;/${PLACE}&gt;`, 'g');
/** Stands for `&`: the parser would write `&nbsp;` as a raw sign. */
const AMPERSAND = '\ufdd0';
const AMPERSAND_OF_ENTITY = new RegExp(`${AMPERSAND}(?=(?:#\\d+|#x[a-f0-9]+|[a-z][a-z0-9]{1,30});)`, 'gi');

const titleOptions = harmlessTexts(titleRules);
const contentOptions = harmlessTexts({
  ...contentRules,
  allowedTags: [...(contentRules.allowedTags || []), PLACE],
  allowedAttributes: { ...contentRules.allowedAttributes, [PLACE]: ['n'] },
});

/**
 * A title as it is stored: trimmed, without `unfiltered` only with the elements of core-rest.md 7.3, a stray `&` or `<` as
 * entity.
 */
export function cleanTitle(raw: string, { unfiltered }: Writer): string {
  return (unfiltered || isPlain(raw) ? raw : sanitize(raw.replace(RESERVED, ''), titleOptions)).trim();
}

/** The description of a term as it is stored: as a title, with the blanks around it. */
export function cleanDescription(raw: string): string {
  return isPlain(raw) ? raw : sanitize(raw.replace(RESERVED, ''), titleOptions);
}

/**
 * A text as it is stored. Without `unfiltered` only harmless markup stays (core-rest.md 7.3): of other elements the tags
 * go and the text within stays; event handlers, addresses that run code and comments other than block markers go.
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
  // In broken markup a comment may turn out to stand inside an attribute: then none is kept.
  return restored.search(RESERVED) === -1 ? restored : sanitize(text, contentOptions);
}

function isPlain(raw: string): boolean {
  return !/[<>&\ufdd0\ufdd1]/.test(raw);
}

const ATTRIBUTES = /^(\s+wp:\S+\s+)(\{.*\})(\s+\/?)$/s;

/** A value of a block's attributes with harmless markup alone: front ends put it into pages. */
function harmlessValue(value: unknown): unknown {
  if (typeof value === 'string') return value.includes('<') ? sanitize(value.replace(RESERVED, ''), contentOptions) : value;
  if (Array.isArray(value)) return value.map(harmlessValue);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, harmlessValue(one)]));
}

/** The body of a block's comment with harmless attributes; one whose attributes cannot be read stays as it is. */
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

/** Brackets in the attributes of a block (JSON) are written as escapes, so that no browser sees the comment end early. */
function inertComment(comment: string): string {
  const body = harmlessAttributes(comment.slice(4, -3));
  return `<!--${body.replaceAll('<', '\\u003c').replaceAll('>', '\\u003e')}-->`;
}

function sanitize(raw: string, rules: IOptions): string {
  return sanitizeHtml(raw.replaceAll('&', AMPERSAND), rules);
}

/** Keeps entities in texts as written; reads those in attributes, so that addresses are judged as browsers see them. */
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

/** The value a browser reads from the source of an attribute, by the same parser that reads the rest. */
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
