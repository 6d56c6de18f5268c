import { splitMarkup, getTagName } from './markup.ts';

const BLOCK_NAMES =
  'table|thead|tfoot|caption|col|colgroup|tbody|tr|td|th|div|dl|dd|dt|ul|ol|li|pre|form|map|area|blockquote|address|style|p|h[1-6]|hr|fieldset|' +
  'legend|section|article|aside|hgroup|header|footer|nav|figure|figcaption|details|menu|summary';
const BLOCK = new RegExp(`^(?:${BLOCK_NAMES})$`);
const LEADING = new RegExp(`^\\s*(</?(?:${BLOCK_NAMES})(?=[\\s/>])[^>]*>)`, 'i');
const TRAILING = new RegExp(`</?(?:${BLOCK_NAMES})(?=[\\s/>])[^<>]*>$`, 'i');
/** Tags before which a line break at the end of the text is removed. */
const NO_BREAK_BEFORE = /^<\/?(?:p|li|div|dl|dd|dt|th|pre|td|ul|ol)\b/i;
const BREAK = /<br\s*\/?>/gi;
/** Elements in which line breaks are part of the content. */
const RAW = new Set(['pre', 'script', 'style', 'svg', 'math', 'textarea']);
/** Elements around whose tags spaces are removed: outside of the element, inside of it, or on both sides of each tag. */
const SQUEEZED: Record<string, 'outside' | 'inside' | 'both'> = {
  option: 'outside',
  figcaption: 'outside',
  object: 'inside',
  audio: 'inside',
  video: 'inside',
  param: 'both',
  embed: 'both',
  source: 'both',
  track: 'both',
};
/** Placeholder for a line break that must stay unchanged. Texts do not contain this character, because PostgreSQL cannot store it. */
const HIDDEN_BREAK = '\u0000';

/**
 * Turns text with blank lines into paragraphs (docs/behaviour/core-rest.md 7.10). Each becomes `<p>…</p>\n`, and each single line break inside of it
 * becomes `<br />\n`. Block-level tags stay unchanged on their own lines. Returns an empty string for blank text.
 */
export function addParagraphs(html: string): string {
  const text = html.includes('\r') ? html.replace(/\r\n?/g, '\n') : html;
  const spaced = text.includes('<') ? spreadBlocks(text) : text;
  let result = '';
  for (const piece of spaced.split(/\n\s*\n/)) {
    if (piece.trim() !== '') result += `${wrapInParagraph(trimBreaks(piece))}\n`;
  }
  return result.includes(HIDDEN_BREAK) ? result.replaceAll(HIDDEN_BREAK, '\n') : result;
}

/** Adds blank lines before opening and after closing block tags. Replaces line breaks inside of tags and raw elements with placeholders. */
function spreadBlocks(html: string): string {
  const pieces = splitMarkup(html);
  const parts: string[] = [];
  const unclosed = new Set<string>();
  let isAfterBreak = false;
  for (let i = 0; i < pieces.length; i++) {
    const piece = pieces[i] ?? '';
    if (i % 2 === 0) {
      parts.push(piece);
      continue;
    }
    const name = getTagName(piece);
    const isPair: boolean = name === 'br' && isAfterBreak && parts.at(-1)?.trim() === '';
    isAfterBreak = name === 'br' && !isPair;
    if (isPair) {
      // Two consecutive <br> mean a blank line.
      parts.splice(-2, 2, '\n\n');
    } else if (RAW.has(name)) {
      const end = findClosingPiece(pieces, i, name, unclosed);
      const element = hideBreaks(end === i ? piece : pieces.slice(i, end + 1).join(''));
      i = end;
      parts.push(BLOCK.test(name) ? `\n\n${element}\n\n` : element);
    } else if (name in SQUEEZED) {
      squeeze(pieces, i, parts);
    } else {
      parts.push(spreadTag(hideBreaks(piece), name));
    }
  }
  return parts.join('');
}

/** Adds blank lines around a block tag. */
function spreadTag(tag: string, name: string): string {
  if (!BLOCK.test(name)) return tag;
  if (tag.startsWith('</')) return `${tag}\n\n`;
  return name === 'hr' ? `\n\n${tag}\n\n` : `\n\n${tag}`;
}

/** Adds the tag at an index to `parts`, and removes the spaces around it that `SQUEEZED` names. */
function squeeze(pieces: string[], at: number, parts: string[]): void {
  const tag = pieces[at] ?? '';
  const side = SQUEEZED[getTagName(tag)];
  const isClosing = tag.startsWith('</');
  if (side === 'both' || (side === 'outside') !== isClosing) parts.push(parts.pop()?.trimEnd() ?? '');
  if (side === 'both' || (side === 'outside') === isClosing) pieces[at + 1] = pieces[at + 1]?.trimStart() ?? '';
  parts.push(hideBreaks(tag));
}

/** Returns the index of the closing tag of the raw element that begins at an index, or this index itself if the element is not closed. */
function findClosingPiece(pieces: string[], from: number, name: string, unclosed: Set<string>): number {
  if (pieces[from]?.startsWith('</') || unclosed.has(name)) return from;
  for (let i = from + 2; i < pieces.length; i += 2) {
    if (pieces[i]?.startsWith('</') && getTagName(pieces[i] ?? '') === name) return i;
  }
  unclosed.add(name);
  return from;
}

function hideBreaks(markup: string): string {
  return markup.includes('\n') ? markup.replaceAll('\n', HIDDEN_BREAK) : markup;
}

/** Wraps a passage in a paragraph. The passage contains at most one block tag at its start and one at its end. */
function wrapInParagraph(passage: string): string {
  if (!passage.includes('<')) return `<p>${breakLines(passage, '</p>')}</p>`;
  const leading = LEADING.exec(passage);
  const leadingTag = leading?.[1] ?? '';
  const remaining = passage.slice(leading?.[0].length ?? 0);
  if (leading && remaining.trim() === '') return leadingTag;
  if (RAW.has(getTagName(leadingTag))) return passage;
  const trailingTag = TRAILING.exec(remaining)?.[0] ?? '';
  const inner = remaining.slice(0, remaining.length - trailingTag.length);
  if (leading && inner.trim() === '') return leadingTag + inner + trailingTag;
  const [open, close] = [getOpening(leadingTag), getClosing(leadingTag, inner, trailingTag)];
  return open + breakLines(inner, close) + close;
}

function getOpening(leadingTag: string): string {
  if (leadingTag === '') return '<p>';
  return /^<blockquote\b/i.test(leadingTag) ? `${leadingTag}<p>` : leadingTag;
}

function getClosing(leadingTag: string, inner: string, trailingTag: string): string {
  if (trailingTag === '') return /^<li\b/i.test(leadingTag) ? '' : '</p>';
  const name = getTagName(trailingTag);
  if (name === 'blockquote') return `</p>${trailingTag}`;
  const isPlainText = leadingTag === '' && !inner.includes('<');
  return isPlainText && (name === 'div' || name === 'address' || name === 'form') ? `</p>${trailingTag}` : trailingTag;
}

/** Converts line breaks to `<br />`, except next to the tags before and after the text. */
function breakLines(text: string, next: string): string {
  let body = text.includes('<br') || text.includes('<BR') ? text.replace(BREAK, '<br />') : text;
  if (!body.includes('\n') && !body.includes('<br />')) return body;
  const lines = body.split('\n');
  for (let i = 0; i < lines.length - 1; i++) {
    const line = trimBlanksEnd(lines[i] ?? '');
    lines[i] = line.endsWith('<br />') || (i === 0 && line === '') ? line : `${line}<br />`;
  }
  body = lines.join('\n').replace(/^\s*<br \/>/, '');
  return NO_BREAK_BEFORE.test(next) ? body.replace(/<br \/>(\s*)$/, '$1') : body;
}

function trimBlanksEnd(line: string): string {
  let end = line.length;
  while (end > 0 && (line[end - 1] === ' ' || line[end - 1] === '\t')) end--;
  return line.slice(0, end);
}

function trimBreaks(passage: string): string {
  let start = 0;
  let end = passage.length;
  while (passage[start] === '\n') start++;
  while (end > start && passage[end - 1] === '\n') end--;
  return passage.slice(start, end);
}
