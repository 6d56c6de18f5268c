import { Parser } from 'htmlparser2';

/** A resource that a page loads from another host. */
export interface FoundResource {
  tag: string;
  url: string;
  /** The tag with its attributes, and its text if any. */
  markup: string;
}

const tags = new Set(['script', 'link', 'iframe', 'embed', 'img', 'video', 'source', 'audio', 'style']);
const attributes = ['href', 'data-src', 'src', 'poster'];
const ADDRESS_IN_SCRIPT = /(?:https?:)?\/\/[a-z0-9-]+(?:\.[a-z0-9-]+)+[^\s"'`<>()\\]*/gi;
const ADDRESS_IN_STYLE = /(?:@import\s+(?:url\(\s*)?|url\(\s*)["']?([^"')\s;]+)/gi;
/** Longer markup is cut. */
const MAX_MARKUP = 100_000;
/** Nested elements repeat each other's markup. Above this size of a page, only the start of each is reported. */
const MAX_MARKUP_OF_PAGE = 2 * 1024 * 1024;
const BEGINNING = 200;

function absolute(address: string, page: URL): URL | null {
  const trimmed = address.trim();
  const url = URL.parse(trimmed.startsWith('//') ? `https:${trimmed}` : trimmed, page);
  return url && /^https?:$/.test(url.protocol) ? url : null;
}

const withoutWww = (host: string): string => host.replace(/^www\./i, '').toLowerCase();

/** Returns the host of an address without `www.`; null if it has none. */
export function hostOf(address: string): string | null {
  const url = URL.parse(address);
  return url && url.host !== '' ? withoutWww(url.host) : null;
}

function addressesIn(tag: string, attribs: Readonly<Record<string, string>>, text: string): string[] {
  const named = attributes.flatMap((name) => attribs[name] ?? []);
  if (tag === 'script') return [...named, ...(text.match(ADDRESS_IN_SCRIPT) ?? [])];
  return tag === 'style' ? [...named, ...[...text.matchAll(ADDRESS_IN_STYLE)].map(([, address = '']) => address)] : named;
}

/** Returns the resources that a page loads from other hosts (section 4.1). Does not include links. */
export function foreignResources(html: string, pageUrl: string): FoundResource[] {
  const page = new URL(pageUrl);
  const own = withoutWww(page.host);
  const found: FoundResource[] = [];
  let room = MAX_MARKUP_OF_PAGE;
  const open: { name: string; attribs: Record<string, string>; start: number; text: string }[] = [];
  const parser = new Parser({
    onopentag(name, attribs) {
      if (tags.has(name)) open.push({ name, attribs, start: parser.startIndex, text: '' });
    },
    ontext(text) {
      const last = open.at(-1);
      if (last && (last.name === 'script' || last.name === 'style')) last.text += text;
    },
    onclosetag(name) {
      const last = open.at(-1);
      if (!last || last.name !== name) return;
      open.pop();
      const foreign = addressesIn(name, last.attribs, last.text).flatMap((address) => {
        const url = absolute(address, page);
        return url && url.host !== '' && withoutWww(url.host) !== own ? [url.href] : [];
      });
      if (foreign.length === 0) return;
      const markup = html.slice(last.start, parser.endIndex + 1).slice(0, Math.max(BEGINNING, Math.min(MAX_MARKUP, room)));
      room -= markup.length;
      for (const url of foreign) found.push({ tag: name, url, markup });
    },
  });
  parser.end(html);
  return found;
}
