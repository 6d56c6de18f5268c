import { encodeGlobalID } from '@pothos/plugin-relay';
import { builder } from '../builder.ts';
import { legacy } from '../compatibility.ts';
import { User } from '../users/user.ts';
import { keptTexts } from './kept-texts.ts';
import { FormattedText } from './texts.ts';
import { zeroAsNull } from '../public/public-mapping.ts';
import { withoutZone } from '../public/former-names.ts';

/** Stands on the model `Revision`. */
export const Revision = builder.prismaObject('Revision', {
  description: 'The texts of a content as an update left them; for its editors.',
  fields: (t) => ({
    id: t.id({ description: 'Global id of the object.', resolve: (revision) => encodeGlobalID('Revision', revision.id) }),
    databaseId: t.exposeInt('id', { description: 'Number that identifies it.' }),
    contentId: t.exposeInt('contentId', { description: 'The content it belongs to.' }),
    authorId: t.int({
      ...zeroAsNull('Who made the update; null = nobody known.'),
      resolve: (revision) => revision.authorId ?? 0,
    }),
    author: t.field({
      type: User,
      nullable: true,
      description: 'Who made the update; null when that user is gone.',
      resolve: (revision, _args, { load }) => (revision.authorId === null ? null : load.user.load(revision.authorId)),
    }),
    title: t.field({
      type: FormattedText,
      description: 'Title at that time.',
      resolve: keptTexts.title,
    }),
    body: t.field({
      type: FormattedText,
      description: 'Text at that time.',
      resolve: keptTexts.body,
    }),
    excerpt: t.field({
      type: FormattedText,
      description: 'Excerpt at that time.',
      resolve: keptTexts.excerpt,
    }),
    slug: t.string({
      ...legacy({ use: 'id' }),
      description: 'What it is called below its content.',
      resolve: ({ contentId }) => `${contentId}-revision-v1`,
    }),
    guid: t.field({
      type: FormattedText,
      ...legacy({ use: 'id' }),
      description: 'Permanent identifier, an address that never changes. Not for opening.',
      resolve: keptTexts.guid,
    }),
    footnotes: t.exposeString('footnotes', { description: 'Footnotes then, JSON.' }),
    date: t.expose('createdLocal', { type: 'LocalDateTime', description: "When the update was made, on the site's clock." }),
    createdAt: t.expose('createdUtc', { type: 'DateTime', description: 'When the revision was created.' }),
    dateUtc: t.expose('createdUtc', { type: 'LocalDateTime', description: 'The same in UTC.', ...withoutZone('createdAt') }),
  }),
});
