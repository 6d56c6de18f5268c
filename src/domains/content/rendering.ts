import { expandShortcodes, mayContainShortcodes, type PageReader } from '#app/core/shortcodes/expand-shortcodes.ts';
import type { Site } from '#app/site.ts';
import { hasBlocks, renderContent, renderExcerpt, renderTitle } from '#app/core/text/render.ts';
import type { ContentRecord } from './record.ts';

type ProtectedContent = Pick<ContentRecord, 'password' | 'unlocked'>;

/** True if the content has a password that this reader has not entered. */
export function isHidden(content: ProtectedContent): boolean {
  return content.password !== '' && content.unlocked !== true;
}

/** Returns the title as HTML. */
export function renderContentTitle(content: ContentRecord): string {
  return renderTitle(content.title);
}

/** Returns the text as HTML; empty while a password hides it. */
function renderBody(content: ContentRecord): string {
  return isHidden(content) ? '' : renderContent(content.content);
}

/** Returns the text as HTML with expanded shortcodes; empty while a password hides it. For pages, pass the `reader`. */
export function renderBodyWithShortcodes(site: Site, content: ContentRecord, reader: PageReader | null = null): string | Promise<string> {
  return withShortcodes(site, content, renderBody(content), reader);
}

/** Expands the shortcodes in HTML of the content. */
export function withShortcodes(
  site: Site,
  { id }: Pick<ContentRecord, 'id'>,
  html: string,
  reader: PageReader | null = null,
): string | Promise<string> {
  return mayContainShortcodes(site, html) ? expandShortcodes(site, html, { contentId: id, reader }) : html;
}

/** Returns the excerpt as HTML; empty while a password hides it. `words` is the length of an excerpt that is generated from the text. */
export function renderContentExcerpt(content: ContentRecord, words?: number | null): string {
  if (isHidden(content)) return '';
  return words === undefined || words === null
    ? renderExcerpt(content.excerpt, content.content)
    : renderExcerpt(content.excerpt, content.content, words);
}

/** Returns 1 if the text contains blocks, else 0. */
export function getBlockVersion(content: ContentRecord): number {
  return hasBlocks(content.content) ? 1 : 0;
}

/** Returns the CSS class names that themes expect (docs/behaviour/core-rest.md 7.1). */
export function listClasses(content: ContentRecord, typeName: string): string[] {
  const { id, status, format, password, terms } = content;
  return [
    `post-${id}`,
    typeName,
    `type-${typeName}`,
    `status-${status}`,
    ...(password === '' ? [] : ['post-password-required']),
    `format-${format}`,
    'hentry',
    ...terms.filter((term) => term.taxonomy === 'category').map((term) => `category-${term.slug}`),
    ...terms.filter((term) => term.taxonomy === 'post_tag').map((term) => `tag-${term.slug}`),
    ...(format === 'standard' ? [] : [`post_format-post-format-${format}`]),
  ];
}
