import { mediaUrl, type MediaRecord } from '#app/content/media.service.ts';
import { builder } from '../builder.ts';

/** A file as it is shown, or only its form where a password hides it. */
export interface ImageSource {
  media: MediaRecord;
  isHidden: boolean;
}

interface SizeSource extends ImageSource {
  name: string;
}

const TicketImageSize = builder.objectRef<SizeSource>('TicketImageSize').implement({
  description: 'One rendition of the image of a ticket.',
  fields: (t) => ({
    name: t.string({ description: '`thumbnail`, `medium`, `large`, …', resolve: ({ name }) => name }),
    url: t.string({
      description: 'Address of the file.',
      resolve: ({ media, name, isHidden }, _args, { site }) => (isHidden ? '' : mediaUrl(site, media.sizes[name]?.file ?? '')),
    }),
    width: t.int({ description: 'Pixels.', resolve: ({ media, name, isHidden }) => (isHidden ? 0 : (media.sizes[name]?.width ?? 0)) }),
    height: t.int({ description: 'Pixels.', resolve: ({ media, name, isHidden }) => (isHidden ? 0 : (media.sizes[name]?.height ?? 0)) }),
    mimeType: t.string({
      description: 'Such as `image/jpeg`.',
      resolve: ({ media, name, isHidden }) => (isHidden ? '' : (media.sizes[name]?.mimeType ?? '')),
    }),
  }),
});

export const TicketImage = builder.objectRef<ImageSource>('TicketImage').implement({
  description: 'The image that stands for the tickets of a post.',
  fields: (t) => ({
    databaseId: t.int({ description: 'Number of the media item.', resolve: ({ media, isHidden }) => (isHidden ? 0 : media.contentId) }),
    url: t.string({
      description: 'Address of the file.',
      resolve: ({ media, isHidden }, _args, { site }) => (isHidden ? '' : mediaUrl(site, media.file)),
    }),
    extension: t.string({
      description: "End of the file's name: `jpg`.",
      resolve: ({ media, isHidden }) => (isHidden ? '' : (/\.(\w+)$/.exec(media.fileName)?.[1] ?? '')),
    }),
    width: t.int({ description: 'Pixels; 0 when unknown.', resolve: ({ media, isHidden }) => (isHidden ? 0 : (media.width ?? 0)) }),
    height: t.int({ description: 'Pixels; 0 when unknown.', resolve: ({ media, isHidden }) => (isHidden ? 0 : (media.height ?? 0)) }),
    sizes: t.field({
      type: [TicketImageSize],
      description: 'Renditions.',
      resolve: (image) => Object.keys(image.media.sizes).map((name) => ({ ...image, name })),
    }),
  }),
});
