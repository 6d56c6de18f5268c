/** Shortcodes that the domains expand: placeholders, which no reader ever gets to see. A test compares them with what the domains declare. */
export const placeholders = ['consent-area', 'converted-gallery', 'cookie-policy', 'map', 'tribe_attendees_list'] as const;
/** Bracketed marks in content that stand for something else: never prose, so no typography, and nothing for excerpts. */
const NAMES = ['audio', 'caption', 'embed', 'gallery', 'playlist', 'video', 'wp_caption', ...placeholders];
/** Blocks that are rendered like a shortcode. */
const BLOCKS: ReadonlyMap<string, string> = new Map([['tribe/attendees', '[tribe_attendees_list]']]);
// No part may run over the next bracket: otherwise a row of opening brackets would cost quadratic time.
const ATTRIBUTE = '(?:\\s+[\\w-]+=(?:"[^"[\\]]*"|\'[^\'[\\]]*\'|[^\\s"\'[\\]]+))';
const SOURCE = `\\[/?(?:(${NAMES.join('|')})(?=[\\s/\\]])[^[\\]]*|[a-z][\\w-]*${ATTRIBUTE}+\\s*/?)\\]`;

const SHORTCODE = new RegExp(SOURCE, 'gi');
const ALONE = new RegExp(`<p>\\s*(${SOURCE})\\s*</p>`, 'gi');

/** Cuts text at its shortcodes: even places hold prose, odd places shortcodes. */
export function splitShortcodes(text: string): string[] {
  if (!text.includes('[')) return [text];
  const pieces: string[] = [];
  let done = 0;
  for (const match of text.matchAll(SHORTCODE)) {
    pieces.push(text.slice(done, match.index), match[0]);
    done = match.index + match[0].length;
  }
  pieces.push(text.slice(done));
  return pieces;
}

/** The text without shortcodes; what known ones enclose (`[caption]…[/caption]`) goes too. */
export function stripShortcodes(text: string): string {
  if (!text.includes('[')) return text;
  let rest = '';
  let done = 0;
  // Once a closing mark is not found behind some place it is not found later either: keeps the work linear.
  const unclosed = new Set<string>();
  const lower = text.toLowerCase();
  for (const match of text.matchAll(SHORTCODE)) {
    if (match.index < done) continue;
    rest += text.slice(done, match.index);
    done = match.index + match[0].length;
    const name = match[1]?.toLowerCase();
    if (name === undefined || unclosed.has(name) || match[0].startsWith('[/')) continue;
    const close = lower.indexOf(`[/${name}]`, done);
    if (close === -1) unclosed.add(name);
    else done = close + name.length + 3;
  }
  return rest + text.slice(done);
}

const PLACEHOLDER = new RegExp(`\\[/?(?:${placeholders.join('|')})(?=[\\s/\\]])[^[\\]]*\\]`, 'gi');

/** Returns the text without placeholders: for texts in which nothing is expanded. */
export function stripPlaceholders(text: string): string {
  return text.includes('[') ? text.replace(PLACEHOLDER, '') : text;
}

/** Puts a shortcode before each block that is rendered like one. */
export function blocksAsShortcodes(text: string): string {
  let result = text;
  for (const [name, shortcode] of BLOCKS) if (result.includes(`wp:${name}`)) result = result.replace(opening(name), `${shortcode}$&`);
  return result;
}

const opening = (name: string): RegExp => new RegExp(`<!--\\s+wp:${name}(?=\\s)`, 'g');

/** Takes away the paragraph around a shortcode that stands alone, so that what it stands for may be a block. */
export function unwrapShortcodes(html: string): string {
  return html.includes('<p>') && html.includes('[') ? html.replace(ALONE, '$1') : html;
}
