import { Parser } from 'htmlparser2';

/** A resource that a page loads from another host. */
export interface FoundResource {
  tag: string;
  url: string;
  /** Source of the element with its attributes and content. Long markup is cut. */
  markup: string;
}

const LOADING_TAGS = new Set(['script', 'link', 'iframe', 'embed', 'img', 'video', 'source', 'audio', 'style']);
const URL_ATTRIBUTES = ['href', 'data-src', 'src', 'poster'];
const URL_IN_SCRIPT = /(?:https?:)?\/\/[a-z0-9-]+(?:\.[a-z0-9-]+)+[^\s"'`<>()\\]*/gi;
const URL_IN_STYLE = /(?:@import\s+(?:url\(\s*)?|url\(\s*)["']?([^"')\s;]+)/gi;
/** Maximum length of the markup of a resource; longer markup is cut. */
const MAX_MARKUP = 100_000;
/**
 * Maximum total length of the markup of a page. It is limited because nested elements repeat each other's markup. After it is reached, only the first
 * `MIN_MARKUP` characters of each resource are returned.
 */
const MAX_MARKUP_PER_PAGE = 2 * 1024 * 1024;
const MIN_MARKUP = 200;

function resolveUrl(address: string, page: URL): URL | null {
  const trimmed = address.trim();
  const url = URL.parse(trimmed.startsWith('//') ? `https:${trimmed}` : trimmed, page);
  return url && /^https?:$/.test(url.protocol) ? url : null;
}

const removeWww = (host: string): string => host.replace(/^www\./i, '').toLowerCase();

/** Returns the host of a URL without `www.`, or null if the URL is invalid or has no host. */
export function getHost(address: string): string | null {
  const url = URL.parse(address);
  return url && url.host !== '' ? removeWww(url.host) : null;
}

function findUrls(tag: string, attribs: Readonly<Record<string, string>>, text: string): string[] {
  const inAttributes = URL_ATTRIBUTES.flatMap((name) => attribs[name] ?? []);
  if (tag === 'script') return [...inAttributes, ...(text.match(URL_IN_SCRIPT) ?? [])];
  return tag === 'style' ? [...inAttributes, ...[...text.matchAll(URL_IN_STYLE)].map(([, address = '']) => address)] : inAttributes;
}

/** Returns the resources that a page loads from other hosts (docs/behaviour/consent-queue-product.md 4.1). Links to other pages are not resources. */
export function findForeignResources(html: string, pageUrl: string): FoundResource[] {
  const page = new URL(pageUrl);
  const ownHost = removeWww(page.host);
  const resources: FoundResource[] = [];
  let remaining = MAX_MARKUP_PER_PAGE;
  const open: { name: string; attribs: Record<string, string>; start: number; text: string }[] = [];
  const parser = new Parser({
    onopentag(name, attribs) {
      if (LOADING_TAGS.has(name)) open.push({ name, attribs, start: parser.startIndex, text: '' });
    },
    ontext(text) {
      const last = open.at(-1);
      if (last && (last.name === 'script' || last.name === 'style')) last.text += text;
    },
    onclosetag(name) {
      const last = open.at(-1);
      if (!last || last.name !== name) return;
      open.pop();
      const foreign = findUrls(name, last.attribs, last.text).flatMap((address) => {
        const url = resolveUrl(address, page);
        return url && url.host !== '' && removeWww(url.host) !== ownHost ? [url.href] : [];
      });
      if (foreign.length === 0) return;
      const markup = html.slice(last.start, parser.endIndex + 1).slice(0, Math.max(MIN_MARKUP, Math.min(MAX_MARKUP, remaining)));
      remaining -= markup.length;
      for (const url of foreign) resources.push({ tag: name, url, markup });
    },
  });
  parser.end(html);
  return resources;
}
