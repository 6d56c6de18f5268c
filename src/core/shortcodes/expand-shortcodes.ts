import type { SentCookies } from '../consent/consent-cookies.ts';
import type { Translate } from '../language/translate.ts';

/** Attributes of a shortcode, by lower-case name. */
export type ShortcodeAttributes = Readonly<Record<string, string>>;

/** The reader for whom a page is rendered. */
export interface PageReader {
  cookies: SentCookies;
  translate: Translate;
}

/** Context in which a text is displayed. */
export interface ShortcodeContext {
  /** ID of the content item that contains the text; null for other texts. */
  contentId: number | null;
  /** The reader; null in responses of the APIs, in feeds and in mails. */
  reader: PageReader | null;
}

const NO_CONTEXT: ShortcodeContext = { contentId: null, reader: null };

/** Returns HTML for shortcodes of one name, in the same order. Called once with all of these shortcodes in a text. */
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

function parseAttributes(text: string): ShortcodeAttributes {
  return Object.fromEntries([...text.matchAll(ATTRIBUTE)].map(([, name = '', a, b, c, d]) => [name.toLowerCase(), a ?? b ?? c ?? d ?? '']));
}

interface Shortcode {
  start: number;
  end: number;
  attributes: ShortcodeAttributes;
}

function findShortcodes(html: string, name: string): Shortcode[] {
  const shortcodes: Shortcode[] = [];
  const begin = `[${name}`;
  for (let start = html.indexOf(begin); start !== -1; start = html.indexOf(begin, start + 1)) {
    const end = html.indexOf(']', start);
    if (end === -1) break;
    const inner = html.slice(start + begin.length, end);
    if (inner === '' || /^\s/.test(inner)) shortcodes.push({ start, end: end + 1, attributes: parseAttributes(inner) });
  }
  return shortcodes;
}

/** True if a text may contain shortcodes that domains declare. Otherwise `expandShortcodes` is not needed. */
export function mayContainShortcodes<Site extends ExpandingSite<Site>>(site: Site, html: string): boolean {
  return (
    html.includes('[') &&
    site.domains.some(({ shortcodes }) => shortcodes && Object.keys(shortcodes).some((name) => html.includes(`[${name}`)))
  );
}

/** Replaces the shortcodes that domains declare with their HTML. Leaves other shortcodes unchanged. */
export async function expandShortcodes<Site extends ExpandingSite<Site>>(site: Site, html: string, context = NO_CONTEXT): Promise<string> {
  return (await expandShortcodesInAll(site, [html], context))[0] ?? '';
}

/** Expands the shortcodes of several texts. Calls each expander only once. */
export async function expandShortcodesInAll<Site extends ExpandingSite<Site>>(
  site: Site,
  texts: readonly string[],
  context = NO_CONTEXT,
): Promise<string[]> {
  let results = [...texts];
  for (const { shortcodes } of site.domains) {
    for (const [name, expand] of Object.entries(shortcodes ?? {})) {
      const shortcodesOfTexts = results.map((text) => findShortcodes(text, name));
      const attributes = shortcodesOfTexts.flat().map((shortcode) => shortcode.attributes);
      if (attributes.length === 0) continue;
      const expanded = await expand(site, attributes, context);
      let end = 0;
      results = results.map((text, index) => {
        const textShortcodes = shortcodesOfTexts[index] ?? [];
        end += textShortcodes.length;
        return replaceShortcodes(text, textShortcodes, expanded.slice(end - textShortcodes.length, end));
      });
    }
  }
  return results;
}

/** Replaces the shortcodes of a text. */
function replaceShortcodes(html: string, shortcodes: readonly Shortcode[], replacements: readonly string[]): string {
  let position = 0;
  let text = '';
  for (const [index, { start, end }] of shortcodes.entries()) {
    text += html.slice(position, start) + (replacements[index] ?? '');
    position = end;
  }
  return text + html.slice(position);
}
