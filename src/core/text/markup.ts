const TAG = /<[^>"']*(?:"[^"]*"[^>"']*|'[^']*'[^>"']*)*>/y;
const NAME = /^<\/?([a-zA-Z][a-zA-Z0-9-]*)/;

/**
 * Splits HTML at tags and comments: even indexes are text, odd indexes markup, and joining restores the input. A `<` that starts no tag (`a < b`, `<3`) is
 * text. An unclosed tag or comment extends to the end.
 */
export function splitMarkup(html: string): string[] {
  const pieces: string[] = [];
  let textStart = 0;
  let at = html.indexOf('<');
  while (at !== -1) {
    if (beginsMarkup(html, at)) {
      const end = findMarkupEnd(html, at);
      pieces.push(html.slice(textStart, at), html.slice(at, end));
      textStart = end;
      at = html.indexOf('<', end);
    } else {
      at = html.indexOf('<', at + 1);
    }
  }
  pieces.push(html.slice(textStart));
  return pieces;
}

/** Returns the lower-case element name of a tag, empty for comments and declarations. */
export function getTagName(markup: string): string {
  return NAME.exec(markup)?.[1]?.toLowerCase() ?? '';
}

/** True if the `<` at the position starts a tag or a comment. */
export function beginsMarkup(html: string, at: number): boolean {
  const next = html.charCodeAt(at + 1) | 32;
  // a-z, or a character after which browsers read a tag or comment: / ! ?
  return (next >= 97 && next <= 122) || next === 47 || html[at + 1] === '!' || html[at + 1] === '?';
}

/** Returns the end of the tag or comment that starts at the position. */
export function findMarkupEnd(html: string, at: number): number {
  const isComment = html.startsWith('<!--', at);
  const close = isComment ? html.indexOf('-->', at) : html.indexOf('>', at);
  if (close === -1) return html.length;
  if (isComment) return close + 3;
  TAG.lastIndex = at;
  // An unmatched quote would swallow the rest of the text, so the first > ends the tag.
  return TAG.test(html) ? TAG.lastIndex : close + 1;
}
