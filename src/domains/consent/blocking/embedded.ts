import { Parser } from 'htmlparser2';

/** An element for which browsers request further addresses. */
export interface Embedded {
  tag: string;
  /** Position in the markup: index of the first character, and the index after the last. */
  start: number;
  end: number;
  /** All addresses that the element loads, unchanged. */
  addresses: string[];
  title: string;
}

const FETCHING = new Set(['iframe', 'embed', 'object', 'img', 'picture', 'video', 'audio', 'script', 'link']);
/** Elements without content and without an end tag. */
const EMPTY = new Set(['embed', 'img', 'link']);

function addressesOf(name: string, attributes: Readonly<Record<string, string>>): string[] {
  const sets = (attributes['srcset'] ?? '').split(',').map((part) => part.trim().split(/\s/, 1)[0] ?? '');
  const link = name === 'link' ? attributes['href'] : undefined;
  return [attributes['src'], attributes['data'], attributes['poster'], link, ...sets].filter((one): one is string => Boolean(one));
}

/** Returns the elements of a markup that load further addresses, in document order. Nested ones are part of the outermost one. */
export function embeddedIn(markup: string): Embedded[] {
  const found: Embedded[] = [];
  let open: Embedded | null = null;
  let depth = 0;
  const parser = new Parser({
    onopentag(name, attributes) {
      if (open) {
        open.addresses.push(...addressesOf(name, attributes));
        if (name === open.tag) depth += 1;
        return;
      }
      if (!FETCHING.has(name)) return;
      const one = {
        tag: name,
        start: parser.startIndex,
        end: parser.endIndex + 1,
        addresses: addressesOf(name, attributes),
        title: attributes['title'] ?? '',
      };
      found.push(one);
      if (EMPTY.has(name)) return;
      open = one;
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
