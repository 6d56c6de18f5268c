import { encodeGlobalID } from '@pothos/plugin-relay';
import { builder } from '../builder.ts';
import { legacy } from '../compatibility.ts';
import { User } from '../users/user.ts';
import { keptTexts } from './kept-texts.ts';
import { FormattedText } from './texts.ts';
import { zeroAsNull } from '../public/public-mapping.ts';
import { withoutZone } from '../public/former-names.ts';

/** Stands on the model `Autosave`. */
export const Autosave = builder.prismaObject('Autosave', {
  description: 'What someone is writing to a content and has not saved; for the editors of the content. One for each content and writer.',
  fields: (t) => ({
    id: t.id({
      description: 'Global id; that of the content where a draft itself was changed.',
      resolve: ({ id, contentId }) => encodeGlobalID(contentId === 0 ? 'Content' : 'Autosave', id),
    }),
    databaseId: t.exposeInt('id', { description: 'Its number; that of the content where a draft itself was changed.' }),
    contentId: t.exposeInt('contentId', { ...zeroAsNull('The content it belongs to; null where a draft itself was changed.') }),
    authorId: t.exposeInt('authorId', { description: 'User who writes it.' }),
    author: t.field({
      type: User,
      nullable: true,
      description: 'User who writes it.',
      resolve: ({ authorId }, _args, { load }) => load.user.load(authorId),
    }),
    title: t.field({
      type: FormattedText,
      description: 'Title so far.',
      resolve: keptTexts.title,
    }),
    body: t.field({
      type: FormattedText,
      description: 'Text so far.',
      resolve: keptTexts.body,
    }),
    excerpt: t.field({
      type: FormattedText,
      description: 'Excerpt so far.',
      resolve: keptTexts.excerpt,
    }),
    date: t.expose('savedLocal', { type: 'LocalDateTime', description: "When it was kept, on the site's clock." }),
    savedAt: t.expose('savedUtc', { type: 'DateTime', description: 'When the text was saved.' }),
    dateUtc: t.expose('savedUtc', { type: 'LocalDateTime', description: 'The same in UTC.', ...withoutZone('savedAt') }),
    slug: t.string({
      ...legacy({ use: 'id' }),
      description: 'What it is called below its content; empty where a draft itself was changed.',
      resolve: ({ contentId }) => (contentId === 0 ? '' : `${contentId}-autosave-v1`),
    }),
    guid: t.field({
      type: FormattedText,
      ...legacy({ use: 'id' }),
      description: 'Permanent identifier, an address that never changes. Not for opening.',
      resolve: keptTexts.guid,
    }),
  }),
});
