import { requireSignedIn } from '#app/domains/galleries/failures.ts';
import { listContentIdsWithGalleries } from '#app/domains/galleries/search.service.ts';
import { publicAccess, guard } from '../access.ts';
import { builder } from '../builder.ts';
import { Gallery } from './gallery.ts';
import { contentKinds } from '../content/enum-definitions.ts';
import { oneOf } from '../public/public-mapping.ts';
import { lookupArgument } from '../public/lookup.ts';

const ContentsWithGalleries = builder.objectRef<{ databaseIds: number[] }>('ContentsWithGalleries').implement({
  description: 'Content items with galleries that can be converted.',
  fields: (t) => ({ databaseIds: t.exposeIntList('databaseIds', { description: 'IDs of the content items, newest first.' }) }),
});

builder.queryFields((t) => ({
  gallery: t.prismaField({
    type: Gallery,
    nullable: true,
    description: 'A gallery; null if it does not exist. For everyone.',
    args: { databaseId: t.arg.int({ required: true, ...lookupArgument('Gallery', 'ID in the database.') }) },
    ...publicAccess,
    resolve: (query, _root, { databaseId }, { site }) =>
      site.db.prisma.gallery.findFirst({ ...query, where: { id: databaseId, status: 'publish' } }),
  }),
  contentsWithGalleries: t.field({
    type: ContentsWithGalleries,
    description:
      'Content items of a type that have a gallery and that you may edit. For users who manage the site. Error codes: `gallery_type_unknown`, `gallery_contents_missing`, and `galleries_missing` if the list is empty.',
    args: {
      type: t.arg.string({
        required: true,
        ...oneOf(contentKinds, 'Type of the content items.', { old: 'The type of content, such as `post` or `page`.' }),
      }),
    },
    ...guard((_args: object, { viewer }) => requireSignedIn(viewer)),
    resolve: async (_root, { type }, { site, viewer }) => ({ databaseIds: await listContentIdsWithGalleries(site, viewer, type) }),
  }),
}));
