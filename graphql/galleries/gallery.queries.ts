import { requireSignedIn } from '#app/domains/galleries/failures.ts';
import { contentsWithGalleries } from '#app/domains/galleries/search.service.ts';
import { everybody, guard } from '../access.ts';
import { builder } from '../builder.ts';
import { Gallery } from './gallery.ts';
import { contentKinds } from '../content/closed-sets.ts';
import { oneOf } from '../public/public-mapping.ts';
import { namedBy } from '../public/lookup.ts';

builder.queryField('gallery', (t) =>
  t.prismaField({
    type: Gallery,
    nullable: true,
    description: 'A gallery; null if no such number exists. For everybody.',
    args: { databaseId: t.arg.int({ required: true, ...namedBy('Gallery', 'Number that identifies it.') }) },
    ...everybody,
    resolve: (query, _root, { databaseId }, { site }) =>
      site.db.prisma.gallery.findFirst({ ...query, where: { id: databaseId, status: 'publish' } }),
  }),
);

/** Contents that hold a gallery. */
interface GalleryContents {
  databaseIds: number[];
}

const ContentsWithGalleries = builder.objectRef<GalleryContents>('ContentsWithGalleries').implement({
  description: 'Contents that hold a gallery which can be converted.',
  fields: (t) => ({ databaseIds: t.exposeIntList('databaseIds', { description: 'Their numbers, newest first.' }) }),
});

builder.queryField('contentsWithGalleries', (t) =>
  t.field({
    type: ContentsWithGalleries,
    description:
      'Contents of a type that hold a gallery and that you may edit. For those who manage the site. `gallery_type_unknown`, `gallery_contents_missing`, `galleries_missing` where there is nothing to list.',
    args: {
      type: t.arg.string({
        required: true,
        ...oneOf(contentKinds, 'What the contents are.', { old: 'The type of content, such as `post` or `page`.' }),
      }),
    },
    ...guard((_args: object, { viewer }) => requireSignedIn(viewer)),
    resolve: async (_root, { type }, { site, viewer }) => ({ databaseIds: await contentsWithGalleries(site, viewer, type) }),
  }),
);
