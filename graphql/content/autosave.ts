import { encodeGlobalID } from '@pothos/plugin-relay';
import { builder } from '../builder.ts';
import { legacy } from '../compatibility.ts';
import { User } from '../users/user.ts';
import { versionTexts } from './version-texts.ts';
import { FormattedText } from './texts.ts';
import { zeroAsNull } from '../public/public-mapping.ts';
import { deprecateUtcField } from '../public/former-names.ts';

/** GraphQL type of the model `Autosave`. */
export const Autosave = builder.prismaObject('Autosave', {
  description: 'Unsaved texts of a content item, for its editors. Each editor has at most one autosave for each content item.',
  fields: (t) => ({
    id: t.id({
      description: 'Global ID of the autosave, or of the content item if the text was saved in the draft itself.',
      resolve: ({ id, contentId }) => encodeGlobalID(contentId === 0 ? 'Content' : 'Autosave', id),
    }),
    databaseId: t.exposeInt('id', { description: 'ID of the autosave, or of the content item if the text was saved in the draft itself.' }),
    contentId: t.exposeInt('contentId', { ...zeroAsNull('ID of the content item; null if the text was saved in the draft itself.') }),
    authorId: t.exposeInt('authorId', { description: 'ID of the user who wrote the text.' }),
    author: t.prismaField({
      type: User,
      nullable: true,
      description: 'User who wrote the text; null if that user was deleted.',
      resolve: (query, { authorId }, _args, { load }) => load.selectedUser(authorId, query),
    }),
    title: t.field({
      type: FormattedText,
      description: 'The unsaved title.',
      resolve: versionTexts.title,
    }),
    body: t.field({
      type: FormattedText,
      description: 'The unsaved text.',
      resolve: versionTexts.body,
    }),
    excerpt: t.field({
      type: FormattedText,
      description: 'The unsaved excerpt.',
      resolve: versionTexts.excerpt,
    }),
    date: t.expose('savedLocal', { type: 'LocalDateTime', description: 'When the text was saved, in the time zone of the site.' }),
    savedAt: t.expose('savedUtc', { type: 'DateTime', description: 'When the text was saved.' }),
    dateUtc: t.expose('savedUtc', { type: 'LocalDateTime', description: 'The value of `date` in UTC.', ...deprecateUtcField('savedAt') }),
    slug: t.string({
      ...legacy({ use: 'id' }),
      description: 'Name of the autosave, `<contentId>-autosave-v1`; empty if the text was saved in the draft itself.',
      resolve: ({ contentId }) => (contentId === 0 ? '' : `${contentId}-autosave-v1`),
    }),
    guid: t.field({
      type: FormattedText,
      ...legacy({ use: 'id' }),
      description: 'Permanent identifier in the form of a URL. It never changes and is not meant to be opened.',
      resolve: versionTexts.guid,
    }),
  }),
});
