/** Names of shortcodes that domains expand. Readers never see them unexpanded. A test compares them with the declarations of the domains. */
export const expandedShortcodes = ['consent-area', 'converted-gallery', 'cookie-policy', 'map', 'tribe_attendees_list'] as const;
/** Names of known shortcodes. Typography does not change shortcodes, and excerpts omit them. */
const NAMES = ['audio', 'caption', 'embed', 'gallery', 'playlist', 'video', 'wp_caption', ...expandedShortcodes];
/** Shortcodes by the names of the blocks that are rendered like them. */
const BLOCKS: ReadonlyMap<string, string> = new Map([['tribe/attendees', '[tribe_attendees_list]']]);
// No part may match a bracket. Otherwise a row of opening brackets would take quadratic time.
const ATTRIBUTE = '(?:\\s+[\\w-]+=(?:"[^"[\\]]*"|\'[^\'[\\]]*\'|[^\\s"\'[\\]]+))';
const SOURCE = `\\[/?(?:(${NAMES.join('|')})(?=[\\s/\\]])[^[\\]]*|[a-z][\\w-]*${ATTRIBUTE}+\\s*/?)\\]`;

const SHORTCODE = new RegExp(SOURCE, 'gi');
const ALONE_IN_PARAGRAPH = new RegExp(`<p>\\s*(${SOURCE})\\s*</p>`, 'gi');

/** Splits text at its shortcodes. Even indexes are prose, and odd indexes are shortcodes. */
export function splitShortcodes(text: string): string[] {
  if (!text.includes('[')) return [text];
  const pieces: string[] = [];
  let position = 0;
  for (const match of text.matchAll(SHORTCODE)) {
    pieces.push(text.slice(position, match.index), match[0]);
    position = match.index + match[0].length;
  }
  pieces.push(text.slice(position));
  return pieces;
}

/** Removes shortcodes. Also removes the content of known shortcodes with a closing tag (`[caption]…[/caption]`). */
export function stripShortcodes(text: string): string {
  if (!text.includes('[')) return text;
  let result = '';
  let position = 0;
  // Names without a closing tag in the rest of the text. Storing them keeps the time linear.
  const unclosed = new Set<string>();
  const lower = text.toLowerCase();
  for (const match of text.matchAll(SHORTCODE)) {
    if (match.index < position) continue;
    result += text.slice(position, match.index);
    position = match.index + match[0].length;
    const name = match[1]?.toLowerCase();
    if (name === undefined || unclosed.has(name) || match[0].startsWith('[/')) continue;
    const close = lower.indexOf(`[/${name}]`, position);
    if (close === -1) unclosed.add(name);
    else position = close + name.length + 3;
  }
  return result + text.slice(position);
}

const EXPANDED_SHORTCODE = new RegExp(`\\[/?(?:${expandedShortcodes.join('|')})(?=[\\s/\\]])[^[\\]]*\\]`, 'gi');

/** Removes shortcodes that domains would expand. For texts in which shortcodes are not expanded. */
export function stripExpandedShortcodes(text: string): string {
  return text.includes('[') ? text.replace(EXPANDED_SHORTCODE, '') : text;
}

/** Inserts a shortcode before each block that is rendered like one. */
export function addBlockShortcodes(text: string): string {
  let result = text;
  for (const [name, shortcode] of BLOCKS)
    if (result.includes(`wp:${name}`)) result = result.replace(createBlockPattern(name), `${shortcode}$&`);
  return result;
}

const createBlockPattern = (name: string): RegExp => new RegExp(`<!--\\s+wp:${name}(?=\\s)`, 'g');

/** Removes the paragraph around a shortcode that is the only content of this paragraph, so that the shortcode may expand to a block. */
export function unwrapShortcodes(html: string): string {
  return html.includes('<p>') && html.includes('[') ? html.replace(ALONE_IN_PARAGRAPH, '$1') : html;
}
