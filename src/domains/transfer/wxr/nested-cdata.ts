const OPENING = '<![CDATA[';
const CLOSING = ']]>';
/** How a section goes on behind an end that is not its own. */
const LITERAL = ']]]]><![CDATA[>';
/** Blanks between the end of a section and the tag behind it that are looked over. */
const LONGEST_GAP = 4096;

/**
 * Reads exports whose CDATA sections hold `]]>` unescaped, as some sites write them: a section ends only where the closing tag of its element
 * (or the next section) follows. Takes the text piece by piece and returns what a strict reader may be given; lines stay where they are.
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
        // A mark may be cut between two pieces.
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
