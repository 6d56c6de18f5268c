import { Parser } from 'htmlparser2';

/** URL and format of the embed document that a page links. */
export interface DiscoveredEmbed {
  href: string;
  format: 'json' | 'xml';
}

/** `application/xml+oembed` is not a registered type, but some large sites use it. */
const formats: Readonly<Record<string, DiscoveredEmbed['format']>> = {
  'application/json+oembed': 'json',
  'text/xml+oembed': 'xml',
  'application/xml+oembed': 'xml',
};

/**
 * Returns the absolute URL of the embed document that the head of a page links, JSON before XML, or null if the head has no such link. Links
 * after the head are ignored, because visitors can write there.
 */
export function discoverEmbed(html: string, pageUrl: string): DiscoveredEmbed | null {
  const links: DiscoveredEmbed[] = [];
  let base = pageUrl;
  let hasEnded = false;
  const end = () => {
    hasEnded = true;
    parser.pause();
  };
  const parser = new Parser(
    {
      onopentag(name, attributes) {
        if (hasEnded) return;
        if (name === 'body') return end();
        const { href } = attributes;
        if (name === 'base' && href) base = URL.parse(href, pageUrl)?.href ?? base;
        const format = formats[attributes['type']?.trim().toLowerCase() ?? ''];
        const url = name === 'link' && format && href ? URL.parse(href, base) : null;
        if (url && format && /^https?:$/.test(url.protocol)) links.push({ href: url.href, format });
      },
      onclosetag(name) {
        if (name === 'head') end();
      },
    },
    { decodeEntities: true, lowerCaseTags: true, lowerCaseAttributeNames: true },
  );
  parser.write(html);
  if (!hasEnded) parser.end();
  return links.find((link) => link.format === 'json') ?? links[0] ?? null;
}
