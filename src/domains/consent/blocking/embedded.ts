import { Parser } from 'htmlparser2';

/** Something in markup that a browser fetches by itself. */
export interface Embedded {
  tag: string;
  /** Where it stands in the markup: from its first character to the one behind its last. */
  start: number;
  end: number;
  /** Everything that it fetches, as written. */
  addresses: string[];
  title: string;
}

const FETCHING = new Set(['iframe', 'embed', 'object', 'img', 'picture', 'video', 'audio', 'script', 'link']);
/** They hold nothing, so they end where they begin. */
const EMPTY = new Set(['embed', 'img', 'link']);

function addressesOf(name: string, attributes: Readonly<Record<string, string>>): string[] {
  const sets = (attributes['srcset'] ?? '').split(',').map((part) => part.trim().split(/\s/, 1)[0] ?? '');
  const link = name === 'link' ? attributes['href'] : undefined;
  return [attributes['src'], attributes['data'], attributes['poster'], link, ...sets].filter((one): one is string => Boolean(one));
}

/** What a text of markup has browsers fetch, in its order; what stands within another such thing belongs to that. */
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
