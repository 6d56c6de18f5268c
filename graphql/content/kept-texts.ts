import { renderContent, renderExcerpt, renderTitle } from '#app/core/text/render.ts';
import { expanded } from '#app/domains/content/rendering.ts';
import { guidOf } from '#app/domains/content/permalinks.ts';
import type { Context } from '../context.ts';
import type { TextSource } from './texts.ts';

/** Texts of a content that are kept beside it (revisions, autosaves); who sees them may edit it, so that they are shown as written, too. */
export const keptTexts = {
  title: ({ title }: { title: string }): TextSource => ({ raw: title, rendered: () => renderTitle(title) }),
  body: ({ content, id }: { content: string; id: number }, _args: object, { site }: Context): TextSource => ({
    raw: content,
    rendered: () => expanded(site, { id }, renderContent(content)),
  }),
  // none is made from the text: what is kept is what was written
  excerpt: ({ excerpt }: { excerpt: string }): TextSource => ({ raw: excerpt, rendered: () => renderExcerpt(excerpt, '') }),
  guid: ({ id }: { id: number }, _args: object, { site }: Context): TextSource => {
    const guid = guidOf(site, 'post', id);
    return { raw: guid, rendered: () => guid };
  },
};
