import { splitMarkup, getTagName } from './markup.ts';

/** Elements in which URLs and email addresses are not linked, because their text is a link already or must stay literal. */
const UNLINKED = new Set(['a', 'code', 'pre', 'script', 'style', 'textarea']);
/** A URL or an email address. Each must begin at a word boundary, so that long words are matched in linear time. */
const URL_OR_EMAIL =
  /(?<![\w./@&#-])(?:(?<web>https?:\/\/|www\.(?=[a-z0-9]))(?<path>(?:[\w\-./?=%~:@!$*+,;#()[\]]|&(?:amp|#0?38);)+)|(?<mail>[\w.+-]{1,64}@(?:[a-z0-9-]{1,63}\.){1,8}[a-z]{2,24}))/gi;
/** Punctuation that ends a sentence and does not belong to a URL. */
const TRAILING_PUNCTUATION = /[.,;:!?)\]]+$/;

function createLink(text: string, { web, mail }: Readonly<Record<string, string | undefined>>): string {
  if (mail !== undefined) return `<a href="mailto:${text}">${text}</a>`;
  const punctuation =
    text.endsWith(')') && text.includes('(')
      ? ''
      : (TRAILING_PUNCTUATION.exec(text.replace(/&(?:amp|#0?38);/g, (entity) => 'x'.repeat(entity.length)))?.[0] ?? '');
  const url = (web === undefined || /^www/i.test(web) ? 'http://' : '') + text.slice(0, text.length - punctuation.length);
  return `<a href="${url}" rel="nofollow ugc">${url}</a>${punctuation}`;
}

/** Turns URLs and email addresses in the text of HTML into links. Links to URLs get `rel="nofollow ugc"` for search engines. */
export function linkUrls(html: string): string {
  if (!/https?:\/\/|www\.|@/i.test(html)) return html;
  const pieces = splitMarkup(html);
  let unlinkedDepth = 0;
  return pieces
    .map((piece, i) => {
      if (i % 2 === 1) {
        if (UNLINKED.has(getTagName(piece))) unlinkedDepth = Math.max(0, unlinkedDepth + (piece.startsWith('</') ? -1 : 1));
        return piece;
      }
      return unlinkedDepth > 0
        ? piece
        : piece.replace(URL_OR_EMAIL, (text, ...groups) => createLink(text, groups.at(-1) as Record<string, string | undefined>));
    })
    .join('');
}
