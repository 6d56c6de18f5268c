import { Parser } from 'htmlparser2';

/** Where a page says its embed document is, and how it is written. */
export interface Discovered {
  href: string;
  format: 'json' | 'xml';
}

/** `application/xml+oembed` is no official name, but some large sites use it. */
const formats: Readonly<Record<string, Discovered['format']>> = {
  'application/json+oembed': 'json',
  'text/xml+oembed': 'xml',
  'application/xml+oembed': 'xml',
};

/**
 * The embed document that the head of a page links, JSON before XML, absolute; null when none exists. What stands behind the head counts
 * for nothing, because visitors can write there.
 */
export function discoverEmbed(html: string, pageUrl: string): Discovered | null {
  const found: Discovered[] = [];
  let base = pageUrl;
  let isOver = false;
  const end = () => {
    isOver = true;
    parser.pause();
  };
  const parser = new Parser(
    {
      onopentag(name, attributes) {
        if (isOver) return;
        if (name === 'body') return end();
        const { href } = attributes;
        if (name === 'base' && href) base = URL.parse(href, pageUrl)?.href ?? base;
        const format = formats[attributes['type']?.trim().toLowerCase() ?? ''];
        const url = name === 'link' && format && href ? URL.parse(href, base) : null;
        if (url && format && /^https?:$/.test(url.protocol)) found.push({ href: url.href, format });
      },
      onclosetag(name) {
        if (name === 'head') end();
      },
    },
    { decodeEntities: true, lowerCaseTags: true, lowerCaseAttributeNames: true },
  );
  parser.write(html);
  if (!isOver) parser.end();
  return found.find((one) => one.format === 'json') ?? found[0] ?? null;
}
