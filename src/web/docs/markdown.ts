/** A section of a document. */
export interface Section {
  heading: string;
  anchor: string;
  /** Markdown text. */
  text: string;
}

/** Returns the anchor that GitHub gives a heading. */
function createAnchor(heading: string): string {
  return heading
    .replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
    .trim()
    .replaceAll(/\s/g, '-');
}

/** Splits a document at its headings. Repeated headings have anchors with a number. */
export function splitSections(markdown: string): Section[] {
  const sections: Section[] = [];
  const counts = new Map<string, number>();
  let isCode = false;
  for (const line of markdown.split('\n')) {
    if (line.startsWith('```')) isCode = !isCode;
    const heading = isCode ? undefined : /^#{1,6} (.*)$/.exec(line)?.[1];
    if (heading === undefined) {
      const last = sections.at(-1);
      if (last) last.text += `\n${line}`;
      continue;
    }
    const anchor = createAnchor(heading);
    const count = counts.get(anchor) ?? 0;
    counts.set(anchor, count + 1);
    sections.push({ heading, anchor: count === 0 ? anchor : `${anchor}-${count}`, text: '' });
  }
  return sections;
}

/** Returns the anchors of a document's headings. */
export const findAnchors = (markdown: string): Set<string> => new Set(splitSections(markdown).map(({ anchor }) => anchor));

/** Creates a renderer of this repository's documents. `isServed` decides which relative links stay. Other relative links become plain text. */
export async function createRenderer(
  isServed: (from: string, link: string) => boolean,
): Promise<(file: string, markdown: string) => string> {
  // loaded on first use, because the start of the process does not need it
  const { Marked } = await import('marked');
  return (file, markdown) => {
    const anchors = splitSections(markdown).values();
    const parser = new Marked();
    parser.use({
      renderer: {
        heading({ tokens, depth }) {
          const anchor = anchors.next().value?.anchor ?? '';
          return `<h${depth} id="${anchor}">${this.parser.parseInline(tokens)}</h${depth}>\n`;
        },
        link({ href, tokens }) {
          const text = this.parser.parseInline(tokens);
          return /^[a-z]+:|^#/.test(href) || isServed(file, href) ? `<a href="${href.replaceAll('"', '%22')}">${text}</a>` : text;
        },
      },
    });
    return parser
      .parse(markdown, { async: false })
      .replaceAll('<table>', '<div class="table-frame"><table>')
      .replaceAll('</table>', '</table></div>');
  };
}
