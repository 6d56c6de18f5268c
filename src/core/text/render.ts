import { removeConsentedContent } from './consent-areas.ts';
import { beginsMarkup, findMarkupEnd } from './markup.ts';
import { addParagraphs } from './paragraphs.ts';
import { splitWords, stripTags } from './plain-text.ts';
import { memoizeByText } from './memoize-by-text.ts';
import { addBlockShortcodes, stripExpandedShortcodes, stripShortcodes, unwrapShortcodes } from './shortcodes.ts';
import { escapeAmpersands, texturize } from './typography.ts';

const BLOCK_MARKER = '<!-- wp:';
/** Matches the end of the teaser or of the first page. */
const TEASER_END = /<!--(?:more|nextpage)/;
const LESS_THAN = 60;
const ELLIPSIS = ' [&hellip;]';
/** Default maximum length of an excerpt in words. */
const EXCERPT_WORDS = 55;

/** True if the text contains block delimiters. */
export function hasBlocks(raw: string): boolean {
  return raw.includes(BLOCK_MARKER);
}

/** Renders a stored title for the core namespace: applies typography and trims it (docs/behaviour/core-rest.md 7.10). */
export function renderTitle(raw: string): string {
  return texturize(raw).trim();
}

/** Renders a stored title for the calendar: only replaces each bare `&` with `&#038;`, and trims it (docs/behaviour/events.md 0.4). */
export function renderPlainTitle(raw: string): string {
  return raw.includes('&') ? escapeAmpersands(raw).trim() : raw.trim();
}

/**
 * Renders stored content as HTML (docs/behaviour/core-rest.md 7.10). Removes block delimiters, or adds paragraphs if the content has no blocks.
 * Applies typography. The result ends with a line break, which the calendar trims. Returns an empty string for blank content.
 */
export function renderContent(raw: string): string {
  return raw.trim() === '' ? '' : renderNonBlank(raw);
}

const renderNonBlank = memoizeByText((raw) => {
  const text = addBlockShortcodes(removeConsentedContent(raw));
  if (hasBlocks(raw)) return texturize(removeBlockMarkers(text));
  return unwrapShortcodes(addParagraphs(texturize(text)));
});

/**
 * Renders the excerpt as HTML: the stored excerpt, or else the first words of the content before its more-marker, without tags and shortcodes.
 * `length` is the maximum number of words. An excerpt that was cut ends with ` [&hellip;]`. If `length` is 0 or less, returns only this mark. Returns
 * an empty string if there is no text (docs/behaviour/core-rest.md 7.10).
 */
export function renderExcerpt(raw: string, content: string, length: number = EXCERPT_WORDS): string {
  if (raw.trim() !== '') return renderExcerptText(raw);
  return length === EXCERPT_WORDS ? renderDefaultExcerpt(content) : renderExcerptText(takeFirstWords(content, length));
}

const renderDefaultExcerpt = memoizeByText((content) => renderExcerptText(takeFirstWords(content, EXCERPT_WORDS)));

function renderExcerptText(text: string): string {
  return unwrapShortcodes(addParagraphs(texturize(stripExpandedShortcodes(removeConsentedContent(text)))));
}

function takeFirstWords(content: string, length: number): string {
  const text = removeConsentedContent(content);
  const teaserEnd = text.search(TEASER_END);
  const prose = stripShortcodes(teaserEnd === -1 ? text : text.slice(0, teaserEnd));
  if (length <= 0) return stripTags(prose) === '' ? '' : ELLIPSIS;
  const head = takeStart(prose, length + 1);
  const words = splitWords(extractText(head));
  return words.length > length ? words.slice(0, length).join(' ') + ELLIPSIS : words.join(' ');
}

/** Returns the text of HTML. Between blocks, it contains the line breaks that paragraphs would have. */
function extractText(html: string): string {
  if (!html.includes('<')) return html;
  const text = stripTags(hasBlocks(html) ? html : addParagraphs(html));
  return text.includes(']]>') ? text.replaceAll(']]>', ']]&gt;') : text;
}

/** Returns the start of the HTML with at least this many words, so that the rest need not be processed. Cuts it between two words. */
function takeStart(html: string, words: number): string {
  // If a script were cut, its source would become text.
  if (html.length < words * 8 || /<(?:script|style)\b/i.test(html)) return html;
  let count = 0;
  let isInWord = false;
  for (let at = 0; at < html.length; at++) {
    const code = html.charCodeAt(at);
    if (code === LESS_THAN && beginsMarkup(html, at)) {
      at = findMarkupEnd(html, at) - 1;
      continue;
    }
    const isBlank = code === 32 || code === 10 || code === 13 || code === 9;
    if (!isBlank && !isInWord && ++count > words) return html.slice(0, at);
    isInWord = !isBlank;
  }
  return html;
}

/** Removes block delimiters. Keeps everything between them unchanged. */
function removeBlockMarkers(raw: string): string {
  let result = '';
  let position = 0;
  for (let at = findNextMarker(raw, 0); at !== -1; at = findNextMarker(raw, position)) {
    const end = raw.indexOf('-->', at);
    if (end === -1) break;
    result += raw.slice(position, at);
    position = end + 3;
  }
  return result + raw.slice(position);
}

const MARKER = /<!--\s+\/?wp:[a-z]/g;

function findNextMarker(raw: string, from: number): number {
  MARKER.lastIndex = from;
  return MARKER.exec(raw)?.index ?? -1;
}
