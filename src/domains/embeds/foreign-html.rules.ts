import { Parser } from 'htmlparser2';
import { escapeHtml } from '#app/core/text/plain-text.ts';
import { createFrameSecret } from './frame.ts';

/** Response of a provider on another site. Only `type` is checked. */
export type ForeignEmbed = Readonly<Record<string, unknown>>;

const isNonEmptyString = (value: unknown): value is string => typeof value === 'string' && value !== '';

/** Returns the normalized URL if it uses http or https, else null. */
function parseHttpUrl(value: unknown): string | null {
  const url = typeof value === 'string' ? URL.parse(value) : null;
  return url && /^https?:$/.test(url.protocol) ? url.href : null;
}

/** Returns the unsanitized HTML for a response, or false if the response contains nothing to show. */
function buildRawHtml(embed: ForeignEmbed, pageUrl: string): string | false {
  const { type, url, width, height, title, html } = embed;
  const link = parseHttpUrl(pageUrl);
  if (type === 'photo') {
    const image = parseHttpUrl(url);
    const sizes = [width, height].map(Number);
    if (!image || !link || !sizes.every((size) => Number.isFinite(size) && size > 0)) return false;
    return `<a href="${escapeHtml(link)}"><img src="${escapeHtml(image)}" alt="${escapeHtml(isNonEmptyString(title) ? title : '')}" width="${sizes[0]}" height="${sizes[1]}"></a>`;
  }
  if (type === 'link') return link && isNonEmptyString(title) ? `<a href="${escapeHtml(link)}">${escapeHtml(title)}</a>` : false;
  return (type === 'video' || type === 'rich') && isNonEmptyString(html) ? html : false;
}

/** Parts of untrusted HTML that remain. */
interface Parts {
  quote: string | null;
  frame: Readonly<Record<string, string>> | null;
}

/** Returns the first quote block, reduced to text and links, and the first frame with an HTTP URL. */
function extractParts(html: string): Parts {
  const parts: Parts = { quote: null, frame: null };
  let depth = 0;
  let openLinks = 0;
  let quote = '';
  const parser = new Parser(
    {
      onopentag(name, attributes) {
        if (name === 'iframe' && !parts.frame && parseHttpUrl(attributes['src'])) parts.frame = attributes;
        if (name === 'blockquote' && parts.quote === null) depth++;
        const href = name === 'a' && depth > 0 ? parseHttpUrl(attributes['href']) : null;
        if (href) {
          quote += `<a href="${escapeHtml(href)}">`;
          openLinks++;
        }
      },
      ontext(text) {
        if (depth > 0) quote += escapeHtml(text);
      },
      onclosetag(name) {
        if (depth === 0) return;
        if (name === 'a' && openLinks > 0) {
          quote += '</a>';
          openLinks--;
        }
        if (name !== 'blockquote' || --depth > 0) return;
        parts.quote = quote + '</a>'.repeat(openLinks);
      },
    },
    { decodeEntities: true },
  );
  parser.write(html);
  parser.end();
  return parts;
}

/** Matches a width or height of a frame: pixels or a percentage. */
const FRAME_SIZE = /^\d{1,5}%?$/;

/**
 * Reduces HTML of an untrusted site to its quote block and its frame, which may run scripts but nothing else. Returns false if the HTML has no frame.
 */
export function reduceHtml(html: string): string | false {
  const { quote, frame } = extractParts(html);
  const src = frame && parseHttpUrl(frame['src']);
  if (!src || !frame) return false;
  const secret = createFrameSecret();
  const sizes = ['width', 'height'].flatMap((name) => (FRAME_SIZE.test(frame[name] ?? '') ? [` ${name}="${frame[name]}"`] : [])).join('');
  const title = isNonEmptyString(frame['title']) ? ` title="${escapeHtml(frame['title'])}"` : '';
  return (
    (quote === null ? '' : `<blockquote data-secret="${secret}">${quote}</blockquote>`) +
    `<iframe sandbox="allow-scripts" src="${escapeHtml(`${src}#?secret=${secret}`)}"${sizes}${title} data-secret="${secret}" frameborder="0"></iframe>`
  );
}

/** Returns a response with safe `html`: unchanged from a trusted provider, reduced from others (docs/behaviour/core-rest.md 9.2). */
export function sanitizeEmbed(embed: ForeignEmbed, pageUrl: string, isTrusted: boolean): ForeignEmbed {
  const html = buildRawHtml(embed, pageUrl);
  const isOwnMarkup = embed['type'] === 'photo' || embed['type'] === 'link';
  return { ...embed, html: html === false || isTrusted || isOwnMarkup ? html : reduceHtml(html) };
}
