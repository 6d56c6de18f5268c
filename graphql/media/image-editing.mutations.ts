import { checkUpdate, requireKind } from '#app/domains/content/content.access.ts';
import { attachment } from '#app/domains/content/kinds.ts';
import type { ContentRecord } from '#app/domains/content/record.ts';
import type { ImageEdit } from '#app/domains/media/decoding/image-edits.ts';
import { editImage, createMissingSizes } from '#app/domains/media/image-editing.service.ts';
import { checkEditImage, checkParent } from '#app/domains/media/media.access.ts';
import { guard } from '../access.ts';
import { builder } from '../builder.ts';
import { legacyOnly } from '../compatibility.ts';
import { MediaItem } from '../content/content.ts';
import type { Context } from '../context.ts';
import { MediaDraft, toMediaInput } from './media.inputs.ts';
import { declareFormerName } from '../public/former-names.ts';

const ImageRotation = builder.inputType('ImageRotation', {
  description: 'Rotation of an image.',
  fields: (t) => ({
    angle: t.float({ required: true, description: 'Angle in degrees, clockwise. Uncovered corners become transparent, or white.' }),
  }),
});

const ImageCrop = builder.inputType('ImageCrop', {
  description: 'The part of an image to keep, in percent of its width and height.',
  fields: (t) => ({
    left: t.float({ required: true, description: 'Distance of the part from the left edge.' }),
    top: t.float({ required: true, description: 'Distance of the part from the top edge.' }),
    width: t.float({ required: true, description: 'Width of the part.' }),
    height: t.float({ required: true, description: 'Height of the part.' }),
  }),
});

const ImageFlip = builder.inputType('ImageFlip', {
  description: 'How to mirror an image.',
  fields: (t) => ({
    horizontal: t.boolean({ required: true, description: 'Whether to swap left and right.' }),
    vertical: t.boolean({ required: true, description: 'Whether to swap top and bottom.' }),
  }),
});

const ImageEdit = builder.inputType('ImageEdit', {
  description: 'A change of an image. Several changes in one object are applied in the order of these fields.',
  fields: (t) => ({
    rotate: t.field({ type: ImageRotation, description: 'Rotates the image.' }),
    flip: t.field({ type: ImageFlip, description: 'Mirrors the image.' }),
    crop: t.field({ type: ImageCrop, description: 'Crops the image.' }),
  }),
});

interface EditOptions {
  rotate?: { angle: number } | null | undefined;
  flip?: { horizontal: boolean; vertical: boolean } | null | undefined;
  crop?: { left: number; top: number; width: number; height: number } | null | undefined;
}

function toEdits({ rotate, flip, crop }: EditOptions): ImageEdit[] {
  return [...(rotate ? [{ rotate }] : []), ...(flip ? [{ flip }] : []), ...(crop ? [{ crop }] : [])];
}

/** Options of old clients: a rotation, and a crop with all four values. */
interface FlatEditOptions {
  rotation?: number | null | undefined;
  left?: number | null | undefined;
  top?: number | null | undefined;
  width?: number | null | undefined;
  height?: number | null | undefined;
}

function toFlatEdits({ rotation, left, top, width, height }: FlatEditOptions): ImageEdit[] {
  const part = [left, top, width, height].every((value) => value !== null && value !== undefined)
    ? { left: left as number, top: top as number, width: width as number, height: height as number }
    : undefined;
  return toEdits({ rotate: rotation ? { angle: rotation } : null, crop: part });
}

const requireFile = async (id: number, { load }: Context): Promise<ContentRecord> => requireKind(attachment, await load.content.load(id));

const describeFlatArgument = (description: string) => ({ ...legacyOnly('Use `rotate` or `crop` of `edits`.'), description });

builder.mutationFields((t) => ({
  editImage: t.field({
    type: MediaItem,
    description: 'Creates a rotated, mirrored or cropped copy of an image. The original image is kept.',
    args: {
      id: t.arg.int({ required: true, description: 'ID of the original image.' }),
      edits: t.arg({ type: [ImageEdit], description: 'The changes, which are applied in order; at most 20.' }),
      draft: t.arg({ type: MediaDraft, description: 'Metadata of the new image; absent fields are copied from the original.' }),
      shownAt: t.arg.string({
        description: 'URL of the image that the user edited, in any size. If the image has another URL, the edit is refused.',
      }),
      rotation: t.arg.float(describeFlatArgument('Rotation in degrees, clockwise; used without `edits`.')),
      left: t.arg.float(describeFlatArgument('Value of a crop as in `ImageCrop`; used without `edits`.')),
      top: t.arg.float(describeFlatArgument('Value of a crop as in `ImageCrop`; used without `edits`.')),
      width: t.arg.float(describeFlatArgument('Value of a crop as in `ImageCrop`; used without `edits`.')),
      height: t.arg.float(describeFlatArgument('Value of a crop as in `ImageCrop`; used without `edits`.')),
    },
    ...guard(async ({ id, draft }: { id: number; draft?: object | null | undefined }, context) => {
      const { site, viewer, load } = context;
      checkEditImage(viewer);
      await checkUpdate(site, viewer, attachment, await requireFile(id, context), {});
      await checkParent(viewer, toMediaInput(draft ?? {}).parentId, (parent) => load.content.load(parent), 'draft');
    }),
    resolve: async (_root, { id, edits, draft, shownAt, ...flatOptions }, context) => {
      const { site, viewer, load } = context;
      const allEdits = edits ? edits.flatMap(toEdits) : toFlatEdits(flatOptions);
      const item = await editImage(site, viewer, await requireFile(id, context), allEdits, toMediaInput(draft ?? {}), shownAt);
      load.updateCachedContent(item.id, item);
      return item;
    },
  }),
  generateMissingImageSizes: t.field({
    ...declareFormerName('makeMissingImageSizes'),
    type: MediaItem,
    description: 'Creates the missing sizes of an image, for example after an import. Other files are not changed.',
    args: { id: t.arg.int({ required: true, description: 'ID of the image.' }) },
    ...guard(async ({ id }: { id: number }, context) => {
      await checkUpdate(context.site, context.viewer, attachment, await requireFile(id, context), {});
    }),
    resolve: async (_root, { id }, context) => {
      await createMissingSizes(context.site, id);
      context.load.media.clear(id);
      return await requireFile(id, context);
    },
  }),
}));
