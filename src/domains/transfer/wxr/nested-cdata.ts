const OPENING = '<![CDATA[';
const CLOSING = ']]>';
/** An escaped `]]>`: it ends the section before the `>` and starts another one. */
const ESCAPED_CLOSING = ']]]]><![CDATA[>';
/** Maximum number of spaces between the end of a section and the following tag. */
const MAX_GAP = 4096;

/**
 * Returns functions that escape `]]>` within CDATA sections, which some sites write unescaped. A section ends only if the closing tag of
 * its element or the next section follows. `process` takes a piece of text and returns valid XML with the same line breaks; `finish`
 * returns the remaining text.
 */
export function createCdataEscaper(): { process(text: string): string; finish(): string } {
  let buffer = '';
  let isInside = false;

  function processBuffer(isLast: boolean): string {
    let output = '';
    for (;;) {
      const delimiter = isInside ? CLOSING : OPENING;
      const at = buffer.indexOf(delimiter);
      if (at === -1) {
        // a delimiter may be split between two pieces
        const end = isLast ? buffer.length : Math.max(0, buffer.length - delimiter.length + 1);
        output += buffer.slice(0, end);
        buffer = buffer.slice(end);
        return output;
      }
      const after = at + delimiter.length;
      if (!isInside) {
        output += buffer.slice(0, after);
        isInside = true;
      } else {
        const next = /^\s*(\S{1,9})?/.exec(buffer.slice(after, after + MAX_GAP + OPENING.length))?.[1] ?? '';
        if (next.length < OPENING.length && !isLast && buffer.length - after < MAX_GAP) {
          output += buffer.slice(0, at);
          buffer = buffer.slice(at);
          return output;
        }
        const isEnd = next.startsWith('</') || buffer.startsWith(OPENING, after) || (isLast && next === '');
        output += buffer.slice(0, at) + (isEnd ? CLOSING : ESCAPED_CLOSING);
        isInside = !isEnd;
      }
      buffer = buffer.slice(after);
    }
  }

  return {
    process(text) {
      buffer += text;
      return processBuffer(false);
    },
    finish: () => processBuffer(true),
  };
}
