import type { ContentRecord } from '#app/domains/content/record.ts';
import { applyMetaDefaults } from '#app/domains/content/meta.registry.ts';
import { buildMediaUrl, type MediaRecord } from '#app/domains/content/media.service.ts';
import { canEdit } from '#app/domains/content/content.permissions.ts';
import { listClasses, renderBodyWithShortcodes } from '#app/domains/content/rendering.ts';
import { renderAttachment } from '#app/domains/media/attachment.rendering.ts';
import { listMissingSizes } from '#app/domains/media/missing-sizes.rules.ts';
import { getSizePosition } from '#app/domains/media/sizes.ts';
import { builder } from '../builder.ts';
import { legacyOnly, legacy } from '../compatibility.ts';
import { MediaItem } from '../content/content.ts';
import { FormattedText } from '../content/texts.ts';
import type { Context } from '../context.ts';
import { oneOf } from '../public/public-mapping.ts';
import { mediaTypes } from '../content/enum-definitions.ts';

const loadFile = async (item: ContentRecord, { load }: Context): Promise<MediaRecord | null> => await load.media.load(item.id);

interface Rendition {
  name: string;
  file: string;
  width: number;
  height: number;
  mimeType: string;
  fileSize: number | null;
}

const MediaRendition = builder.objectRef<Rendition>('MediaRendition').implement({
  description: 'An image in one of its sizes.',
  fields: (t) => ({
    name: t.exposeString('name', {
      description:
        'Name of the size: `thumbnail`, `medium`, `medium_large`, `large`, `1536x1536`, `2048x2048`, or `full` for the image itself.',
    }),
    fileName: t.string({ description: 'Name of the stored file.', resolve: ({ file }) => getFileName(file) }),
    url: t.string({ description: 'URL of the file.', resolve: ({ file }, _args, { site }) => buildMediaUrl(site, file) }),
    width: t.exposeInt('width', { description: 'Width in pixels.' }),
    height: t.exposeInt('height', { description: 'Height in pixels.' }),
    mimeType: t.exposeString('mimeType', { description: 'MIME type, such as `image/jpeg`.' }),
    fileSize: t.exposeInt('fileSize', { nullable: true, description: 'Size in bytes; null if it is unknown.' }),
  }),
});

const getFileName = (file: string) => file.split('/').at(-1) ?? '';

function listRenditions({ sizes, ...full }: MediaRecord): Rendition[] {
  if (full.width === null || full.height === null) return [];
  const renditions = Object.entries(sizes)
    .map(([name, size]) => ({ name, ...size, fileSize: size.fileSize ?? null }))
    .sort((a, b) => getSizePosition(a.name) - getSizePosition(b.name));
  return [
    ...renditions,
    { name: 'full', file: full.file, width: full.width, height: full.height, mimeType: full.mimeType, fileSize: full.fileSize },
  ];
}

/** Metadata of every image: uploads are re-encoded, which removes all metadata. */
const emptyImageMeta = Object.freeze({
  aperture: '0',
  credit: '',
  camera: '',
  caption: '',
  created_timestamp: '0',
  copyright: '',
  focal_length: '0',
  iso: '0',
  shutter_speed: '0',
  title: '',
  orientation: '0',
  keywords: [],
});

builder.prismaObjectFields(MediaItem, (t) => ({
  describedFile: t.field({
    ...legacy({ use: 'body { raw rendered }' }),
    type: FormattedText,
    description: 'The file with its description as HTML, for old clients.',
    resolve: (item, _args, context) => ({
      raw: canEdit(context.viewer, item) ? item.content : null,
      rendered: async () =>
        renderAttachment(context.site, item.title, await loadFile(item, context)) + (await renderBodyWithShortcodes(context.site, item)),
    }),
  }),
  imageMeta: t.field({
    ...legacyOnly('Metadata such as camera, place and time is removed when a file is stored.'),
    type: 'JSON',
    nullable: true,
    description: 'Metadata of the image, always empty, because it is removed when the image is stored. Null for other files.',
    resolve: async (item, _args, context) => ((await loadFile(item, context))?.mimeType.startsWith('image/') ? emptyImageMeta : null),
  }),
  mediaType: t.string({
    ...oneOf(mediaTypes, 'Whether the file is an image or another file.'),
    resolve: async (item, _args, context) => ((await loadFile(item, context))?.mimeType.startsWith('image/') ? 'image' : 'file'),
  }),
  storedPath: t.string({
    description: 'Path of the file in the uploads folder, or its external URL.',
    resolve: async (item, _args, context) => (await loadFile(item, context))?.file ?? '',
  }),
  renditions: t.field({
    type: [MediaRendition],
    description: 'The image in all its sizes, including the original size; empty for other files.',
    resolve: async (item, _args, context) => {
      const file = await loadFile(item, context);
      return file ? listRenditions(file) : [];
    },
  }),
  missingSizes: t.stringList({
    description: 'Names of the missing sizes of the image; `generateMissingImageSizes` creates them.',
    resolve: async (item, _args, context) => {
      const file = await loadFile(item, context);
      return file ? listMissingSizes(file) : [];
    },
  }),
  attachedToId: t.int({
    nullable: true,
    description: 'ID of the content item to which the file is attached; null if none is set.',
    args: {
      kind: t.arg.string({
        ...legacyOnly('Only links of the REST API differ by the kind of content.'),
        description: 'Kind of content, such as `post`: the field is null unless the file is attached to content of this kind.',
      }),
    },
    resolve: async ({ parentId }, { kind }, { load }) =>
      kind && parentId !== null && (await load.content.load(parentId))?.kind !== kind ? null : parentId,
  }),
  template: t.exposeString('template', { description: 'Template of the page; always empty.' }),
  meta: t.field({
    type: 'JSON',
    description: 'Registered meta keys with their values or defaults.',
    resolve: (item) => applyMetaDefaults(item.meta),
  }),
  classList: t.stringList({
    description: 'CSS classes for the HTML element of the file.',
    resolve: (item) => listClasses({ ...item, status: 'inherit' }, 'attachment').filter((name) => !name.startsWith('format-')),
  }),
}));
