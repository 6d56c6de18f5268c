import { encodeGlobalID } from '@pothos/plugin-relay';
import { builder } from '../builder.ts';
import { legacy } from '../compatibility.ts';
import { User } from '../users/user.ts';
import { versionTexts } from './version-texts.ts';
import { FormattedText } from './texts.ts';
import { zeroAsNull } from '../public/public-mapping.ts';
import { deprecateUtcField } from '../public/former-names.ts';

/** GraphQL type of the model `Revision`. */
export const Revision = builder.prismaObject('Revision', {
  description: 'The texts of a content item after an update; for its editors.',
  fields: (t) => ({
    id: t.id({ description: 'Global ID of the object.', resolve: (revision) => encodeGlobalID('Revision', revision.id) }),
    databaseId: t.exposeInt('id', { description: 'ID in the database.' }),
    contentId: t.exposeInt('contentId', { description: 'ID of the content item.' }),
    authorId: t.int({
      ...zeroAsNull('ID of the user who made the update; null if unknown.'),
      resolve: (revision) => revision.authorId ?? 0,
    }),
    author: t.prismaField({
      type: User,
      nullable: true,
      description: 'The user who made the update; null if that user was deleted.',
      resolve: (query, { authorId }, _args, { load }) => load.selectedUser(authorId, query),
    }),
    title: t.field({
      type: FormattedText,
      description: 'Title after the update.',
      resolve: versionTexts.title,
    }),
    body: t.field({
      type: FormattedText,
      description: 'Text after the update.',
      resolve: versionTexts.body,
    }),
    excerpt: t.field({
      type: FormattedText,
      description: 'Excerpt after the update.',
      resolve: versionTexts.excerpt,
    }),
    slug: t.string({
      ...legacy({ use: 'id' }),
      description: 'Name of the revision, `<contentId>-revision-v1`.',
      resolve: ({ contentId }) => `${contentId}-revision-v1`,
    }),
    guid: t.field({
      type: FormattedText,
      ...legacy({ use: 'id' }),
      description: 'Permanent identifier in the form of a URL. It never changes and is not meant to be opened.',
      resolve: versionTexts.guid,
    }),
    footnotes: t.exposeString('footnotes', { description: 'Footnotes after the update, as JSON.' }),
    date: t.expose('createdLocal', { type: 'LocalDateTime', description: 'When the update was made, in the time zone of the site.' }),
    createdAt: t.expose('createdUtc', { type: 'DateTime', description: 'When the revision was created.' }),
    dateUtc: t.expose('createdUtc', {
      type: 'LocalDateTime',
      description: 'The value of `date` in UTC.',
      ...deprecateUtcField('createdAt'),
    }),
  }),
});
