import { Parser } from 'htmlparser2';

/** An HTML element that makes browsers load other URLs. */
export interface EmbeddedElement {
  tag: string;
  /** Position in the markup: index of the first character, and the index after the last. */
  start: number;
  end: number;
  /** All URLs that the element and its descendants load, as written in the markup. */
  urls: string[];
  title: string;
}

const LOADING_TAGS = new Set(['iframe', 'embed', 'object', 'img', 'picture', 'video', 'audio', 'script', 'link']);
/** Elements without an end tag. */
const VOID_TAGS = new Set(['embed', 'img', 'link']);

function listUrls(name: string, attributes: Readonly<Record<string, string>>): string[] {
  const srcset = (attributes['srcset'] ?? '').split(',').map((part) => part.trim().split(/\s/, 1)[0] ?? '');
  const link = name === 'link' ? attributes['href'] : undefined;
  return [attributes['src'], attributes['data'], attributes['poster'], link, ...srcset].filter((url): url is string => Boolean(url));
}

/** Returns the elements that load other URLs, in document order. The URLs of nested elements belong to the outermost element. */
export function findEmbeddedElements(markup: string): EmbeddedElement[] {
  const found: EmbeddedElement[] = [];
  let open: EmbeddedElement | null = null;
  let depth = 0;
  const parser = new Parser({
    onopentag(name, attributes) {
      if (open) {
        open.urls.push(...listUrls(name, attributes));
        if (name === open.tag) depth += 1;
        return;
      }
      if (!LOADING_TAGS.has(name)) return;
      const element = {
        tag: name,
        start: parser.startIndex,
        end: parser.endIndex + 1,
        urls: listUrls(name, attributes),
        title: attributes['title'] ?? '',
      };
      found.push(element);
      if (VOID_TAGS.has(name)) return;
      open = element;
      depth = 1;
    },
    onclosetag(name) {
      if (!open || name !== open.tag) return;
      depth -= 1;
      if (depth > 0) return;
      open.end = parser.endIndex + 1;
      open = null;
    },
  });
  parser.end(markup);
  return found;
}
