import { encodeGlobalID } from '@pothos/plugin-relay';
import type { RevisionRecord } from '#app/content/revisions.service.ts';
import { renderContent, renderExcerpt, renderTitle } from '#app/core/text/render.ts';
import { builder } from '../builder.ts';
import { User } from '../users/user.ts';
import { FormattedText } from './texts.ts';

export const Revision = builder.objectRef<RevisionRecord>('Revision').implement({
  description: 'The texts of a content as an update left them; for its editors.',
  fields: (t) => ({
    id: t.id({ description: 'Global id.', resolve: (revision) => encodeGlobalID('Revision', revision.id) }),
    databaseId: t.int({ description: 'Its number.', resolve: (revision) => revision.id }),
    contentId: t.int({ description: 'The content it belongs to.', resolve: (revision) => revision.contentId }),
    authorId: t.int({ description: 'Who made the update; 0 = nobody known.', resolve: (revision) => revision.authorId ?? 0 }),
    author: t.field({
      type: User,
      nullable: true,
      description: 'Who made the update; null when that user is gone.',
      resolve: (revision, _args, { load }) => (revision.authorId === null ? null : load.user.load(revision.authorId)),
    }),
    title: t.field({
      type: FormattedText,
      description: 'Title then.',
      resolve: ({ title }) => ({ raw: title, rendered: () => renderTitle(title) }),
    }),
    body: t.field({
      type: FormattedText,
      description: 'Text then.',
      resolve: ({ content }) => ({ raw: content, rendered: () => renderContent(content) }),
    }),
    excerpt: t.field({
      type: FormattedText,
      description: 'Excerpt then.',
      resolve: ({ excerpt, content }) => ({ raw: excerpt, rendered: () => renderExcerpt(excerpt, content) }),
    }),
    footnotes: t.string({ description: 'Footnotes then, JSON.', resolve: (revision) => revision.footnotes }),
    date: t.field({
      type: 'LocalDateTime',
      description: "When the update was made, on the site's clock.",
      resolve: (revision) => revision.createdLocal,
    }),
    dateUtc: t.field({ type: 'LocalDateTime', description: 'The same in UTC.', resolve: (revision) => revision.createdUtc }),
  }),
});
