import { renderContent, renderExcerpt, renderTitle } from '#app/core/text/render.ts';
import { withShortcodes } from '#app/domains/content/rendering.ts';
import { buildGuid } from '#app/domains/content/permalinks.ts';
import type { Context } from '../context.ts';
import type { TextSource } from './texts.ts';

/** Resolvers for the texts of revisions and autosaves. Only editors of the content see them, so they include the source. */
export const versionTexts = {
  title: ({ title }: { title: string }): TextSource => ({ raw: title, rendered: () => renderTitle(title) }),
  body: ({ content, id }: { content: string; id: number }, _args: object, { site }: Context): TextSource => ({
    raw: content,
    rendered: () => withShortcodes(site, { id }, renderContent(content)),
  }),
  // if no excerpt is stored, none is taken from the text
  excerpt: ({ excerpt }: { excerpt: string }): TextSource => ({ raw: excerpt, rendered: () => renderExcerpt(excerpt, '') }),
  guid: ({ id }: { id: number }, _args: object, { site }: Context): TextSource => {
    const guid = buildGuid(site, 'post', id);
    return { raw: guid, rendered: () => guid };
  },
};
