const OPENING = '<![CDATA[';
const CLOSING = ']]>';
/** Continues a section after a literal `]]>`. */
const LITERAL = ']]]]><![CDATA[>';
/** Maximum number of spaces between the end of a section and the following tag. */
const LONGEST_GAP = 4096;

/**
 * Escapes `]]>` within CDATA sections, which some sites write unescaped. A section ends only if the closing tag of its element or the next section follows.
 * Takes the text in pieces and returns valid XML with unchanged line numbers.
 */
export function nestedCdata(): { take(text: string): string; rest(): string } {
  let held = '';
  let inside = false;

  function step(isLast: boolean): string {
    let out = '';
    for (;;) {
      const mark = inside ? CLOSING : OPENING;
      const at = held.indexOf(mark);
      if (at === -1) {
        // A delimiter may be split between two pieces.
        const safe = isLast ? held.length : Math.max(0, held.length - mark.length + 1);
        out += held.slice(0, safe);
        held = held.slice(safe);
        return out;
      }
      const after = at + mark.length;
      if (!inside) {
        out += held.slice(0, after);
        inside = true;
      } else {
        const follows = /^\s*(\S{1,9})?/.exec(held.slice(after, after + LONGEST_GAP + OPENING.length))?.[1] ?? '';
        if (follows.length < OPENING.length && !isLast && held.length - after < LONGEST_GAP) {
          out += held.slice(0, at);
          held = held.slice(at);
          return out;
        }
        const ends = follows.startsWith('</') || held.startsWith(OPENING, after) || (isLast && follows === '');
        out += held.slice(0, at) + (ends ? CLOSING : LITERAL);
        inside = !ends;
      }
      held = held.slice(after);
    }
  }

  return {
    take(text) {
      held += text;
      return step(false);
    },
    rest: () => step(true),
  };
}
