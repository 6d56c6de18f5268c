import { cleanUrl } from '#app/core/text/clean-url.ts';
import { cleanText } from '#app/core/text/plain-text.ts';
import { requireSignedIn } from '#app/domains/galleries/failures.ts';
import { addGallery, convertGalleries, restoreGalleries } from '#app/domains/galleries/gallery.service.ts';
import type { ContentRecord } from '#app/domains/content/record.ts';
import type { Gallery as GalleryRow } from '#db';
import { guard } from '../access.ts';
import { builder } from '../builder.ts';
import { legacy } from '../compatibility.ts';
import { Content } from '../content/content.ts';
import { Gallery } from './gallery.ts';

/** Only requires a sign-in. The resolver checks the right to edit where clients expect it: after the ID of the content and before its pictures. */
const signedInUsers = guard((_args: object, { viewer }) => requireSignedIn(viewer));

const GalleryPictureInput = builder.inputType('GalleryPictureInput', {
  description: 'A picture for a gallery.',
  fields: (t) => ({
    mediaDatabaseId: t.int({ description: 'ID of the media item, which must exist.' }),
    url: t.string({ description: 'URL of the picture, which must exist.' }),
    title: t.string({ description: 'Title of the picture; the name of the file by default.' }),
    alt: t.string({ description: 'Alternative text for people who cannot see the picture.' }),
  }),
});

const GalleryDraft = builder.inputType('GalleryDraft', {
  description: 'A gallery to create from pictures of a content item.',
  fields: (t) => ({
    contentDatabaseId: t.int({ required: true, description: 'ID of the content item.' }),
    columns: t.int({ description: 'Number of columns; 3 by default.' }),
    imageSize: t.string({ description: 'Name of the size of the pictures, such as `medium`.' }),
    linkTarget: t.string({ ...legacy({ use: 'opensNewWindow' }), description: 'Window in which pictures open; `_blank` is a new window.' }),
    opensNewWindow: t.boolean({ description: 'Whether pictures open in a new window.' }),
    images: t.field({ type: [GalleryPictureInput], required: true, description: 'The pictures, in order.' }),
  }),
});

const GalleryPayload = builder.simpleObject('GalleryPayload', {
  description: 'The new gallery.',
  fields: (t) => ({
    gallery: t.field({ type: Gallery, description: 'The gallery after the change.' }),
    message: t.string({ description: 'Message for the editor.' }),
  }),
});

const ConvertedGalleries = builder.objectRef<{ content: ContentRecord; galleries: GalleryRow[] }>('ConvertedGalleries').implement({
  description: 'The content item whose galleries were converted.',
  fields: (t) => ({
    content: t.expose('content', { type: Content, description: 'The content after the conversion.' }),
    galleries: t.expose('galleries', { type: [Gallery], description: 'The new galleries.' }),
    message: t.string({
      description: 'Message for the editor.',
      resolve: ({ galleries }) => (galleries.length === 1 ? 'One gallery was converted.' : `${galleries.length} galleries were converted.`),
    }),
  }),
});

const contentIdDescription = 'ID of the content item.';

builder.mutationFields((t) => ({
  createGallery: t.field({
    type: GalleryPayload,
    description:
      'Creates a gallery from pictures of a content item and keeps a copy of its text; the content is not changed. For users who may edit the content item.',
    args: { input: t.arg({ type: GalleryDraft, required: true, description: 'The gallery to create.' }) },
    ...signedInUsers,
    resolve: async (_root, { input }, { site, viewer }) => {
      const gallery = await addGallery(site, viewer, input.contentDatabaseId, {
        columns: String(input.columns ?? 3),
        sizeSlug: cleanText(input.imageSize ?? ''),
        opensNewWindow: input.opensNewWindow ?? input.linkTarget === '_blank',
        images: input.images.map(({ mediaDatabaseId, url, title, alt }) => ({
          attachmentId: mediaDatabaseId ?? 0,
          url: cleanUrl(url ?? ''),
          title: cleanText(title ?? ''),
          alt: cleanText(alt ?? ''),
        })),
      });
      return { gallery, message: 'The gallery was made.' };
    },
  }),
  convertGalleries: t.field({
    type: ConvertedGalleries,
    description:
      'Converts the galleries in the text of a content item, from blocks at any depth and from shortcodes, and keeps a copy of the text. For users who may edit the content item. Error code `gallery_not_convertible`: there are no galleries.',
    args: { contentDatabaseId: t.arg.int({ required: true, description: contentIdDescription }) },
    ...signedInUsers,
    resolve: (_root, args, { site, viewer }) => convertGalleries(site, viewer, args.contentDatabaseId),
  }),
  restoreGalleries: t.field({
    type: Content,
    description:
      'Restores the text that a content item had before its galleries were last converted, and deletes these galleries. For users who may edit the content item.',
    args: { contentDatabaseId: t.arg.int({ required: true, description: contentIdDescription }) },
    ...signedInUsers,
    resolve: (_root, args, { site, viewer }) => restoreGalleries(site, viewer, args.contentDatabaseId),
  }),
}));
