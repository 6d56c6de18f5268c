import { renderContent, renderExcerpt, renderTitle } from '#app/core/text/render.ts';
import { expanded } from '#app/domains/content/rendering.ts';
import { guidOf } from '#app/domains/content/permalinks.ts';
import type { Context } from '../context.ts';
import type { TextSource } from './texts.ts';

/** Texts of the revisions and autosaves of a content. Everyone who sees them may edit the content, so they also contain the source. */
export const keptTexts = {
  title: ({ title }: { title: string }): TextSource => ({ raw: title, rendered: () => renderTitle(title) }),
  body: ({ content, id }: { content: string; id: number }, _args: object, { site }: Context): TextSource => ({
    raw: content,
    rendered: () => expanded(site, { id }, renderContent(content)),
  }),
  // no excerpt is derived from the text; the stored one is shown
  excerpt: ({ excerpt }: { excerpt: string }): TextSource => ({ raw: excerpt, rendered: () => renderExcerpt(excerpt, '') }),
  guid: ({ id }: { id: number }, _args: object, { site }: Context): TextSource => {
    const guid = guidOf(site, 'post', id);
    return { raw: guid, rendered: () => guid };
  },
};
