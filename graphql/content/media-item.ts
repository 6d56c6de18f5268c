import { attachment } from '#app/domains/content/kinds.ts';
import { buildMediaUrl, type MediaRecord } from '#app/domains/content/media.service.ts';
import { builder } from '../builder.ts';
import type { Context } from '../context.ts';
import { createNodeOptions, MediaItem } from './content.ts';

/** Creates a resolver that returns a value of the stored file, or `fallback` if the item has no file. */
const resolveFromFile =
  <T>(getValue: (file: MediaRecord) => T, fallback: T) =>
  async ({ id }: { id: number }, _args: object, { load }: Context): Promise<T> => {
    const file = await load.media.load(id);
    return file ? getValue(file) : fallback;
  };

interface SizeSource {
  name: string;
  size: MediaRecord['sizes'][string];
}

export const MediaSize = builder.objectRef<SizeSource>('MediaSize').implement({
  description: 'A file with an image in one size.',
  fields: (t) => ({
    name: t.exposeString('name', { description: 'Name of the size, such as `thumbnail`, `medium` or `large`.' }),
    url: t.string({ description: 'URL of the file.', resolve: ({ size }, _args, { site }) => buildMediaUrl(site, size.file) }),
    width: t.int({ description: 'Width in pixels.', resolve: ({ size }) => size.width }),
    height: t.int({ description: 'Height in pixels.', resolve: ({ size }) => size.height }),
    mimeType: t.string({ description: 'MIME type, such as `image/jpeg`.', resolve: ({ size }) => size.mimeType }),
    fileSize: t.int({ nullable: true, description: 'Size in bytes; null if unknown.', resolve: ({ size }) => size.fileSize ?? null }),
  }),
});

builder.nodeRef(MediaItem, createNodeOptions(attachment.name));

builder.prismaObjectFields(MediaItem, (t) => ({
  sourceUrl: t.string({
    description: 'URL of the file.',
    resolve: async ({ id }, _args, { site, load }) => buildMediaUrl(site, (await load.media.load(id))?.file ?? ''),
  }),
  fileName: t.string({ description: 'Name of the file.', resolve: resolveFromFile((file) => file.fileName, '') }),
  mimeType: t.string({ description: 'MIME type, such as `image/jpeg`.', resolve: resolveFromFile((file) => file.mimeType, '') }),
  altText: t.string({ description: 'Alternative text of the image.', resolve: resolveFromFile((file) => file.altText, '') }),
  width: t.int({
    nullable: true,
    description: 'Width in pixels; null for files that are not images.',
    resolve: resolveFromFile((file) => file.width, null),
  }),
  height: t.int({
    nullable: true,
    description: 'Height in pixels; null for files that are not images.',
    resolve: resolveFromFile((file) => file.height, null),
  }),
  fileSize: t.int({
    nullable: true,
    description: 'Size in bytes; null if unknown.',
    resolve: resolveFromFile<number | null>((file) => file.fileSize, null),
  }),
  sizes: t.field({
    type: [MediaSize],
    description: 'Sizes in which the image is available; empty for files that are not images.',
    resolve: resolveFromFile((file) => Object.entries(file.sizes).map(([name, size]) => ({ name, size })), []),
  }),
}));
