import type { SentCookies } from '../consent/consent-cookies.ts';
import type { Say } from '../language/say.ts';

/** The attributes of a shortcode, by name in lower case. */
export type ShortcodeAttributes = Readonly<Record<string, string>>;

/** The visitor for whom a page is rendered. */
export interface PageReader {
  cookies: SentCookies;
  say: Say;
}

/** Where a text is shown. */
export interface ShortcodeContext {
  /** The content that the text belongs to; null for other texts. */
  contentId: number | null;
  /** Null outside pages: in results of the APIs, feeds and mails. */
  reader: PageReader | null;
}

const nowhere: ShortcodeContext = { contentId: null, reader: null };

/** Returns what shortcodes of one name stand for: HTML for each, in the same order. All of a text are expanded at once. */
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

/** Whether something in the text may have to be expanded: then `expandShortcodes` is worth its statements. */
export function mayHoldShortcodes<Site extends ExpandingSite<Site>>(site: Site, html: string): boolean {
  return (
    html.includes('[') &&
    site.domains.some(({ shortcodes }) => shortcodes && Object.keys(shortcodes).some((name) => html.includes(`[${name}`)))
  );
}

/** Returns the HTML with the shortcodes that the domains declare replaced by what they stand for. Others are left as they are. */
export async function expandShortcodes<Site extends ExpandingSite<Site>>(site: Site, html: string, context = nowhere): Promise<string> {
  return (await expandShortcodesOfAll(site, [html], context))[0] ?? '';
}

/** Expands the shortcodes of several texts: those of one name together. */
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

/** The text with something else in place of its marks. */
function replaced(html: string, marks: readonly Mark[], replacements: readonly string[]): string {
  let done = 0;
  let text = '';
  for (const [at, { start, end }] of marks.entries()) {
    text += html.slice(done, start) + (replacements[at] ?? '');
    done = end;
  }
  return text + html.slice(done);
}
