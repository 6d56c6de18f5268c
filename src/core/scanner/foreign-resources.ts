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

function resolveUrl(reference: string, page: URL): URL | null {
  const trimmed = reference.trim();
  const url = URL.parse(trimmed.startsWith('//') ? `https:${trimmed}` : trimmed, page);
  return url && /^https?:$/.test(url.protocol) ? url : null;
}

const removeWww = (host: string): string => host.replace(/^www\./i, '').toLowerCase();

/** Returns the host of a URL without `www.`, or null if the URL is invalid or has no host. */
export function getHost(url: string): string | null {
  const parsed = URL.parse(url);
  return parsed && parsed.host !== '' ? removeWww(parsed.host) : null;
}

function findUrls(tag: string, attribs: Readonly<Record<string, string>>, text: string): string[] {
  const inAttributes = URL_ATTRIBUTES.flatMap((name) => attribs[name] ?? []);
  if (tag === 'script') return [...inAttributes, ...(text.match(URL_IN_SCRIPT) ?? [])];
  return tag === 'style' ? [...inAttributes, ...[...text.matchAll(URL_IN_STYLE)].map(([, url = '']) => url)] : inAttributes;
}

/** Returns the resources that a page loads from other hosts (docs/behaviour/consent-queue-product.md 4.1). Links to other pages are not resources. */
export function findForeignResources(html: string, pageUrl: string): FoundResource[] {
  const page = new URL(pageUrl);
  const ownHost = removeWww(page.host);
  const resources: FoundResource[] = [];
  let remaining = MAX_MARKUP_PER_PAGE;
  const openElements: { name: string; attribs: Record<string, string>; start: number; text: string }[] = [];
  const parser = new Parser({
    onopentag(name, attribs) {
      if (LOADING_TAGS.has(name)) openElements.push({ name, attribs, start: parser.startIndex, text: '' });
    },
    ontext(text) {
      const last = openElements.at(-1);
      if (last && (last.name === 'script' || last.name === 'style')) last.text += text;
    },
    onclosetag(name) {
      const last = openElements.at(-1);
      if (!last || last.name !== name) return;
      openElements.pop();
      const foreignUrls = findUrls(name, last.attribs, last.text).flatMap((reference) => {
        const url = resolveUrl(reference, page);
        return url && url.host !== '' && removeWww(url.host) !== ownHost ? [url.href] : [];
      });
      if (foreignUrls.length === 0) return;
      const markup = html.slice(last.start, parser.endIndex + 1).slice(0, Math.max(MIN_MARKUP, Math.min(MAX_MARKUP, remaining)));
      remaining -= markup.length;
      for (const url of foreignUrls) resources.push({ tag: name, url, markup });
    },
  });
  parser.end(html);
  return resources;
}
