import { buildMediaUrl, type MediaRecord } from '#app/domains/content/media.service.ts';
import { builder } from '../builder.ts';
import { zeroAsNull } from '../public/public-mapping.ts';

const EMPTY_FILE = { file: '', width: 0, height: 0, mimeType: '' };

/** Returns the image with empty members, for tickets that a password hides. */
export function hideImageData(media: MediaRecord): MediaRecord {
  const sizes = Object.fromEntries(Object.keys(media.sizes).map((name) => [name, EMPTY_FILE]));
  return { ...media, ...EMPTY_FILE, contentId: 0, fileName: '', altText: '', fileSize: null, sizes };
}

const TicketImageSize = builder.objectRef<{ name: string } & MediaRecord['sizes'][string]>('TicketImageSize').implement({
  description: 'One rendition of the image of a ticket.',
  fields: (t) => ({
    name: t.exposeString('name', { description: 'Name of the size, such as `thumbnail`, `medium` or `large`.' }),
    url: t.string({
      description: 'URL of the file.',
      resolve: ({ file }, _args, { site }) => (file === '' ? '' : buildMediaUrl(site, file)),
    }),
    width: t.exposeInt('width', { description: 'Width in pixels.' }),
    height: t.exposeInt('height', { description: 'Height in pixels.' }),
    mimeType: t.exposeString('mimeType', { description: 'MIME type, such as `image/jpeg`.' }),
  }),
});

/** GraphQL type of the model `Media`. */
export const TicketImage = builder.prismaObject('Media', {
  variant: 'TicketImage',
  description: 'The image of the tickets of a post.',
  fields: (t) => ({
    databaseId: t.exposeInt('contentId', { description: 'ID of the media item.' }),
    url: t.string({
      description: 'URL of the file.',
      resolve: ({ file }, _args, { site }) => (file === '' ? '' : buildMediaUrl(site, file)),
    }),
    extension: t.string({
      description: 'File extension without the dot, such as `jpg`; empty if the file has none.',
      resolve: ({ fileName }) => /\.(\w+)$/.exec(fileName)?.[1] ?? '',
    }),
    width: t.int({ ...zeroAsNull('Width in pixels; null if it is unknown.'), resolve: ({ width }) => width ?? 0 }),
    height: t.int({ ...zeroAsNull('Height in pixels; null if it is unknown.'), resolve: ({ height }) => height ?? 0 }),
    sizes: t.field({
      type: [TicketImageSize],
      description: 'Available sizes of the image.',
      resolve: ({ sizes }) => Object.entries(sizes).map(([name, size]) => ({ name, ...size })),
    }),
  }),
});
