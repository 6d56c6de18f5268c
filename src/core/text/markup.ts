const TAG = /<[^>"']*(?:"[^"]*"[^>"']*|'[^']*'[^>"']*)*>/y;
const NAME = /^<\/?([a-zA-Z][a-zA-Z0-9-]*)/;

/**
 * Splits HTML at its tags and comments. Even indexes are text, odd indexes are tags or comments, and joining all pieces restores the input. A `<`
 * that does not begin a tag (`a < b`, `<3`) is text. A tag or comment that is not closed extends to the end.
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

/** Returns the lower-case name of the element of a tag, or an empty string for comments and declarations. */
export function getTagName(markup: string): string {
  return NAME.exec(markup)?.[1]?.toLowerCase() ?? '';
}

/** True if the `<` at the position begins a tag or a comment. */
export function beginsMarkup(html: string, at: number): boolean {
  const next = html.charCodeAt(at + 1) | 32;
  // browsers read a tag or comment if the next character is a letter, or one of / ! ?
  return (next >= 97 && next <= 122) || next === 47 || html[at + 1] === '!' || html[at + 1] === '?';
}

/** Returns the end of the tag or comment that begins at the position. */
export function findMarkupEnd(html: string, at: number): number {
  const isComment = html.startsWith('<!--', at);
  const close = isComment ? html.indexOf('-->', at) : html.indexOf('>', at);
  if (close === -1) return html.length;
  if (isComment) return close + 3;
  TAG.lastIndex = at;
  // With an unmatched quote, the rest of the text would belong to the tag, so the first > ends it.
  return TAG.test(html) ? TAG.lastIndex : close + 1;
}
