import { splitMarkup, getTagName } from './markup.ts';
import { closeQuote, isBlankAt, isBlankBefore, createQuoteStates, readDouble, readSingle, decideMarks } from './quotes.ts';
import { splitShortcodes } from './shortcodes.ts';

const SPECIAL = /['"&`]|\.\.\.|--|(?:^|[\s;])-(?:$|[\s&])|\dx\d| \(tm\)/;
const SCAN = /\.\.\.|``|''|['"&]|-+| \(tm\)/g;
// Lengths are limited so that long rows of digits and dots take linear time.
const TIMES = /\b(?!0x)(\d[\d.,]{0,20})x(?=\d[\d.,]{0,20}\b)/g;
const ENTITY = /&(?:#(?:\d+|x[a-f0-9]+)|[a-z1-4]{1,8});/iy;
const AMPERSAND = '&#038;';
/** Elements whose text stays unchanged. */
const LITERAL = new Set(['pre', 'code', 'kbd', 'style', 'script', 'tt']);

/**
 * Applies typography to a published text (docs/behaviour/core-rest.md 7.10). Replaces quotes, apostrophes, primes, dashes, ellipses and
 * multiplication signs with entities, and escapes each bare `&`. Shortcodes and the text of `pre`, `code`, `kbd`, `tt`, `script` and `style` stay
 * unchanged. In tags, only a bare `&` is escaped.
 */
export function texturize(html: string): string {
  if (!SPECIAL.test(html)) return html;
  const pieces = splitMarkup(html);
  const literal: string[] = [];
  for (let i = 0; i < pieces.length; i++) {
    const piece = pieces[i] ?? '';
    if (i % 2 === 1) {
      followLiteral(piece, literal);
      if (piece.includes('&') && !piece.startsWith('<!--')) pieces[i] = escapeAmpersands(piece);
    } else if (literal.length === 0 && SPECIAL.test(piece)) {
      pieces[i] = texturizeText(piece);
    }
  }
  return pieces.join('');
}

/** Adds an opened literal element to the stack of open ones, or removes a closed one from it. */
function followLiteral(tag: string, open: string[]): void {
  const name = getTagName(tag);
  if (!LITERAL.has(name)) return;
  if (!tag.startsWith('</')) open.push(name);
  else if (open.at(-1) === name) open.pop();
}

function texturizeText(text: string): string {
  return splitShortcodes(text)
    .map((piece, i) => (i % 2 === 0 ? typeset(piece) : piece))
    .join('');
}

function typeset(text: string): string {
  const parts: string[] = [];
  const quotes = createQuoteStates();
  let position = 0;
  SCAN.lastIndex = 0;
  for (let match = SCAN.exec(text); match; match = SCAN.exec(text)) {
    const at = match.index;
    if (at > position) parts.push(text.slice(position, at));
    position = readMark(text, at, match[0], quotes, parts);
    SCAN.lastIndex = position;
  }
  if (position < text.length) parts.push(text.slice(position));
  decideMarks(quotes.single, parts);
  decideMarks(quotes.double, parts);
  const result = parts.join('');
  return result.includes('x') ? result.replace(TIMES, '$1&#215;') : result;
}

function readMark(text: string, at: number, mark: string, quotes: ReturnType<typeof createQuoteStates>, parts: string[]): number {
  switch (mark) {
    case "'":
      return readSingle(text, at, quotes, parts);
    case '"':
      return readDouble(text, at, quotes, parts);
    case '&':
      parts.push(isEntity(text, at) ? '&' : AMPERSAND);
      break;
    case '...':
      parts.push('&#8230;');
      break;
    case '``':
      parts.push('&#8220;');
      break;
    case "''":
      parts.push(closeQuote(quotes.double));
      break;
    case ' (tm)':
      parts.push(' &#8482;');
      break;
    default:
      parts.push(convertHyphens(text, at, mark.length));
  }
  return at + mark.length;
}

/** Replaces each `&` that does not begin an entity with `&#038;`. */
export function escapeAmpersands(text: string): string {
  return text.replace(/&/g, (ampersand, at: number) => (isEntity(text, at) ? ampersand : AMPERSAND));
}

function isEntity(text: string, at: number): boolean {
  ENTITY.lastIndex = at;
  return ENTITY.test(text);
}

/**
 * Converts a row of hyphens to dashes. Each three hyphens become an em dash. Two become an em dash between spaces, otherwise an en dash. One becomes
 * an en dash between spaces, and otherwise stays a hyphen.
 */
function convertHyphens(text: string, at: number, count: number): string {
  const ems = '&#8212;'.repeat(Math.floor(count / 3));
  const remaining = count % 3;
  if (remaining === 0) return ems;
  const isApart = ems === '' && isEdgeBefore(text, at) && isEdgeAfter(text, at + count);
  if (remaining === 1) return ems + (isApart ? '&#8211;' : '-');
  // Names of internationalized hosts start with xn--.
  if (ems === '' && text.endsWith('xn', at)) return '--';
  return ems + (isApart ? '&#8212;' : '&#8211;');
}

function isEdgeBefore(text: string, at: number): boolean {
  return at === 0 || isBlankBefore(text, at);
}

function isEdgeAfter(text: string, at: number): boolean {
  return at === text.length || isBlankAt(text, at);
}
