import type { SentCookies } from '../consent/consent-cookies.ts';
import type { Say } from '../language/say.ts';

/** The attributes of a shortcode, by name in lower case. */
export type ShortcodeAttributes = Readonly<Record<string, string>>;

/** The visitor for whom a page is rendered. */
export interface PageReader {
  cookies: SentCookies;
  say: Say;
}

/** Context in which a text is displayed. */
export interface ShortcodeContext {
  /** ID of the content with the text; null for other texts. */
  contentId: number | null;
  /** Null outside pages: in results of the APIs, feeds and mails. */
  reader: PageReader | null;
}

const nowhere: ShortcodeContext = { contentId: null, reader: null };

/** Returns HTML for each shortcode of one name, in the same order. Gets all shortcodes of a text at once. */
export type ShortcodeExpander<Site> = (
  site: Site,
  shortcodes: readonly ShortcodeAttributes[],
  context: ShortcodeContext,
) => Promise<readonly string[]>;

/** A site whose domains declare shortcodes. */
interface ExpandingSite<Site> {
  domains: readonly { shortcodes?: Readonly<Record<string, ShortcodeExpander<Site>>> }[];
}

const ATTRIBUTE = /([\w-]+)=(?:"([^"]*)"|'([^']*)'|&#(?:8217|8221|8242|8243);?([^\s&\]]*)&#\d+;|([^\s"'\]]+))/g;

function attributesOf(text: string): ShortcodeAttributes {
  return Object.fromEntries([...text.matchAll(ATTRIBUTE)].map(([, name = '', a, b, c, d]) => [name.toLowerCase(), a ?? b ?? c ?? d ?? '']));
}

interface Mark {
  start: number;
  end: number;
  attributes: ShortcodeAttributes;
}

function marksOf(html: string, name: string): Mark[] {
  const marks: Mark[] = [];
  const begin = `[${name}`;
  for (let start = html.indexOf(begin); start !== -1; start = html.indexOf(begin, start + 1)) {
    const end = html.indexOf(']', start);
    if (end === -1) break;
    const inner = html.slice(start + begin.length, end);
    if (inner === '' || /^\s/.test(inner)) marks.push({ start, end: end + 1, attributes: attributesOf(inner) });
  }
  return marks;
}

/** True if the text may contain shortcodes to expand, so that `expandShortcodes` is necessary. */
export function mayHoldShortcodes<Site extends ExpandingSite<Site>>(site: Site, html: string): boolean {
  return (
    html.includes('[') &&
    site.domains.some(({ shortcodes }) => shortcodes && Object.keys(shortcodes).some((name) => html.includes(`[${name}`)))
  );
}

/** Replaces the shortcodes that domains declare with their HTML. Leaves others unchanged. */
export async function expandShortcodes<Site extends ExpandingSite<Site>>(site: Site, html: string, context = nowhere): Promise<string> {
  return (await expandShortcodesOfAll(site, [html], context))[0] ?? '';
}

/** Expands the shortcodes of several texts, with one call for each name. */
export async function expandShortcodesOfAll<Site extends ExpandingSite<Site>>(
  site: Site,
  texts: readonly string[],
  context = nowhere,
): Promise<string[]> {
  let results = [...texts];
  for (const { shortcodes } of site.domains) {
    for (const [name, expand] of Object.entries(shortcodes ?? {})) {
      const marks = results.map((text) => marksOf(text, name));
      const attributes = marks.flat().map((mark) => mark.attributes);
      if (attributes.length === 0) continue;
      const expanded = await expand(site, attributes, context);
      let asked = 0;
      results = results.map((text, at) => {
        const own = marks[at] ?? [];
        asked += own.length;
        return replaced(text, own, expanded.slice(asked - own.length, asked));
      });
    }
  }
  return results;
}

/** Replaces the marks in a text. */
function replaced(html: string, marks: readonly Mark[], replacements: readonly string[]): string {
  let done = 0;
  let text = '';
  for (const [at, { start, end }] of marks.entries()) {
    text += html.slice(done, start) + (replacements[at] ?? '');
    done = end;
  }
  return text + html.slice(done);
}
