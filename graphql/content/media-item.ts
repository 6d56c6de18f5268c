import { attachment } from '#app/domains/content/kinds.ts';
import { mediaUrl, type MediaRecord } from '#app/domains/content/media.service.ts';
import { builder } from '../builder.ts';
import type { Context } from '../context.ts';
import { asNode, MediaItem } from './content.ts';

async function fileOf({ id }: { id: number }, { load }: Context): Promise<MediaRecord | null> {
  return await load.media.load(id);
}

interface SizeSource {
  name: string;
  size: MediaRecord['sizes'][string];
}

export const MediaSize = builder.objectRef<SizeSource>('MediaSize').implement({
  description: 'One rendition of an image.',
  fields: (t) => ({
    name: t.string({ description: 'Name of the size, such as `thumbnail`, `medium` or `large`.', resolve: ({ name }) => name }),
    url: t.string({ description: 'URL of the file.', resolve: ({ size }, _args, { site }) => mediaUrl(site, size.file) }),
    width: t.int({ description: 'Size in pixels.', resolve: ({ size }) => size.width }),
    height: t.int({ description: 'Size in pixels.', resolve: ({ size }) => size.height }),
    mimeType: t.string({ description: 'MIME type, such as `image/jpeg`.', resolve: ({ size }) => size.mimeType }),
    fileSize: t.int({ nullable: true, description: 'Size in bytes.', resolve: ({ size }) => size.fileSize ?? null }),
  }),
});

builder.nodeRef(MediaItem, asNode(attachment.name));

builder.prismaObjectFields(MediaItem, (t) => ({
  sourceUrl: t.string({
    description: 'URL of the file.',
    resolve: async (item, _args, context) => mediaUrl(context.site, (await fileOf(item, context))?.file ?? ''),
  }),
  fileName: t.string({
    description: 'Name of the file.',
    resolve: async (item, _args, context) => (await fileOf(item, context))?.fileName ?? '',
  }),
  mimeType: t.string({
    description: 'MIME type, such as `image/jpeg`.',
    resolve: async (item, _args, context) => (await fileOf(item, context))?.mimeType ?? '',
  }),
  altText: t.string({
    description: 'Alternative text of the image.',
    resolve: async (item, _args, context) => (await fileOf(item, context))?.altText ?? '',
  }),
  width: t.int({
    nullable: true,
    description: 'Size in pixels; null for files that are not images.',
    resolve: async (item, _args, context) => (await fileOf(item, context))?.width ?? null,
  }),
  height: t.int({
    nullable: true,
    description: 'Size in pixels; null for files that are not images.',
    resolve: async (item, _args, context) => (await fileOf(item, context))?.height ?? null,
  }),
  fileSize: t.int({
    nullable: true,
    description: 'Size in bytes.',
    resolve: async (item, _args, context) => (await fileOf(item, context))?.fileSize ?? null,
  }),
  sizes: t.field({
    type: [MediaSize],
    description: 'Sizes of the image.',
    resolve: async (item, _args, context) =>
      Object.entries((await fileOf(item, context))?.sizes ?? {}).map(([name, size]) => ({ name, size })),
  }),
}));
