import { MARGIN } from '#app/domains/galleries/gallery.writer.ts';
import { builder } from '../builder.ts';
import { legacyOnly, legacy } from '../compatibility.ts';

builder.prismaObject('GalleryImage', {
  description: 'A picture of a gallery.',
  fields: (t) => ({
    position: t.exposeInt('position', { description: 'Position in the gallery, from 0.' }),
    url: t.exposeString('src', { description: 'URL of the picture.' }),
    title: t.exposeString('title', { description: 'Title of the picture, or the name of its file.' }),
    alt: t.exposeString('alt', { description: 'Alternative text for people who cannot see the picture.' }),
    caption: t.exposeString('caption', { description: 'Caption of the picture.' }),
    link: t.exposeString('link', { description: 'URL that the picture links to; empty if it has no link.' }),
    opensNewWindow: t.exposeBoolean('linkNewWindow', { description: 'Whether the link opens in a new window.' }),
    mediaDatabaseId: t.exposeInt('attachmentId', { description: 'ID of the media item.' }),
  }),
});

export const Gallery = builder.prismaNode('Gallery', {
  nullable: true,
  id: { field: 'id', description: 'Global ID of the object.' },
  authScopes: { public: true },
  description: 'A set of pictures. Content includes it with the shortcode `[converted-gallery id=…]`.',
  fields: (t) => ({
    databaseId: t.exposeInt('id', { description: 'ID in the database.' }),
    title: t.exposeString('title', { description: 'Title of the gallery.' }),
    slug: t.exposeString('slug', { description: 'Name in URLs.' }),
    columns: t.int({ description: 'Number of columns.', resolve: ({ columns }) => Math.trunc(Number(columns)) || 3 }),
    imageSize: t.string({
      nullable: true,
      description: 'Name of the size of the pictures; null if none was chosen.',
      resolve: ({ imageSize }) => imageSize || null,
    }),
    margin: t.int({
      ...legacyOnly('The margin is always the same.'),
      description: 'Space around pictures, in pixels.',
      resolve: () => MARGIN,
    }),
    columnsAsSent: t.exposeString('columns', {
      ...legacy({ use: 'columns' }),
      description: 'Number of columns as the string that the client sent.',
    }),
    images: t.relation('images', { description: 'Pictures of the gallery, in order.', query: { orderBy: { position: 'asc' } } }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When the gallery was created.' }),
  }),
});
