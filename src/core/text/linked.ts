import { splitMarkup, tagName } from './markup.ts';

/** Elements in which text is not linked: it is a link already, or literal. */
const CLOSED = new Set(['a', 'code', 'pre', 'script', 'style', 'textarea']);
/** A web or mail address. Each must start at a word boundary, so that long words are matched in linear time. */
const ADDRESS =
  /(?<![\w./@&#-])(?:(?<web>https?:\/\/|www\.(?=[a-z0-9]))(?<rest>(?:[\w\-./?=%~:@!$*+,;#()[\]]|&(?:amp|#0?38);)+)|(?<mail>[\w.+-]{1,64}@(?:[a-z0-9-]{1,63}\.){1,8}[a-z]{2,24}))/gi;
/** Punctuation that ends a sentence and is not part of an address. */
const TAIL = /[.,;:!?)\]]+$/;

function linkOf(text: string, { web, mail }: Readonly<Record<string, string | undefined>>): string {
  if (mail !== undefined) return `<a href="mailto:${text}">${text}</a>`;
  const tail =
    text.endsWith(')') && text.includes('(')
      ? ''
      : (TAIL.exec(text.replace(/&(?:amp|#0?38);/g, (one) => 'x'.repeat(one.length)))?.[0] ?? '');
  const address = (web === undefined || /^www/i.test(web) ? 'http://' : '') + text.slice(0, text.length - tail.length);
  return `<a href="${address}" rel="nofollow ugc">${address}</a>${tail}`;
}

/** Turns bare web and mail addresses in HTML into links. Web links are marked `nofollow` for search engines. */
export function withLinks(html: string): string {
  if (!/https?:\/\/|www\.|@/i.test(html)) return html;
  const pieces = splitMarkup(html);
  let closed = 0;
  return pieces
    .map((piece, i) => {
      if (i % 2 === 1) {
        if (CLOSED.has(tagName(piece))) closed = Math.max(0, closed + (piece.startsWith('</') ? -1 : 1));
        return piece;
      }
      return closed > 0
        ? piece
        : piece.replace(ADDRESS, (text, ...found) => linkOf(text, found.at(-1) as Record<string, string | undefined>));
    })
    .join('');
}
