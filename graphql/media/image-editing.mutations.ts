import { checkUpdate, ofKind } from '#app/domains/content/content.access.ts';
import { attachment } from '#app/domains/content/kinds.ts';
import type { ContentRecord } from '#app/domains/content/record.ts';
import type { ImageEdit } from '#app/domains/media/decoding/image-edits.ts';
import { editImage, makeMissingSizes } from '#app/domains/media/image-editing.service.ts';
import { checkEditImage, checkParent } from '#app/domains/media/media.access.ts';
import { guard } from '../access.ts';
import { builder } from '../builder.ts';
import { legacyOnly } from '../compatibility.ts';
import { MediaItem } from '../content/content.ts';
import type { Context } from '../context.ts';
import { MediaDraft, mediaInput } from './media.inputs.ts';
import { formerly } from '../public/former-names.ts';

const ImageRotation = builder.inputType('ImageRotation', {
  description: 'Rotation of an image.',
  fields: (t) => ({
    angle: t.float({ required: true, description: 'Angle in degrees, clockwise. Uncovered corners become transparent, or white.' }),
  }),
});

const ImageCrop = builder.inputType('ImageCrop', {
  description: 'The part of an image to keep, in percent of its width and height.',
  fields: (t) => ({
    left: t.float({ required: true, description: 'Distance of the part from the left or the top edge.' }),
    top: t.float({ required: true, description: 'Distance of the part from the left or the top edge.' }),
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

function editsOf({ rotate, flip, crop }: EditOptions): ImageEdit[] {
  return [...(rotate ? [{ rotate }] : []), ...(flip ? [{ flip }] : []), ...(crop ? [{ crop }] : [])];
}

/** The legacy form of the options: a rotation, and a crop with all four values. */
interface FlatEditOptions {
  rotation?: number | null | undefined;
  left?: number | null | undefined;
  top?: number | null | undefined;
  width?: number | null | undefined;
  height?: number | null | undefined;
}

function flatEditsOf({ rotation, left, top, width, height }: FlatEditOptions): ImageEdit[] {
  const part = [left, top, width, height].every((value) => value !== null && value !== undefined)
    ? { left: left as number, top: top as number, width: width as number, height: height as number }
    : undefined;
  return editsOf({ rotate: rotation ? { angle: rotation } : null, crop: part });
}

const fileOf = async (id: number, { load }: Context): Promise<ContentRecord> => ofKind(attachment, await load.content.load(id));

const flat = (description: string) => ({ ...legacyOnly('One of `edits` says it: `rotate` or `crop`.'), description });

builder.mutationField('editImage', (t) =>
  t.field({
    type: MediaItem,
    description: 'Creates a rotated, mirrored or cropped copy of an image. The original image is kept.',
    args: {
      id: t.arg.int({ required: true, description: 'ID of the original image.' }),
      edits: t.arg({ type: [ImageEdit], description: 'The changes, which are applied in order; at most 20.' }),
      draft: t.arg({ type: MediaDraft, description: 'Metadata of the new image; absent fields are copied from the original.' }),
      shownAt: t.arg.string({ description: 'If given, the edit is refused unless the image has this URL, in one of its sizes.' }),
      rotation: t.arg.float(flat('Degrees, clockwise; where there are no `edits`.')),
      left: t.arg.float(flat('As of a crop; where there are no `edits`.')),
      top: t.arg.float(flat('As of a crop; where there are no `edits`.')),
      width: t.arg.float(flat('As of a crop; where there are no `edits`.')),
      height: t.arg.float(flat('As of a crop; where there are no `edits`.')),
    },
    ...guard(async ({ id, draft }: { id: number; draft?: object | null | undefined }, context) => {
      const { site, viewer, load } = context;
      checkEditImage(viewer);
      await checkUpdate(site, viewer, attachment, await fileOf(id, context), {});
      await checkParent(viewer, mediaInput(draft ?? {}).parentId, (parent) => load.content.load(parent), 'draft');
    }),
    resolve: async (_root, { id, edits, draft, shownAt, ...older }, context) => {
      const { site, viewer, load } = context;
      const wished = edits ? edits.flatMap(editsOf) : flatEditsOf(older);
      const item = await editImage(site, viewer, await fileOf(id, context), wished, mediaInput(draft ?? {}), shownAt);
      load.renew(item.id, item);
      return item;
    },
  }),
);

builder.mutationField('generateMissingImageSizes', (t) =>
  t.field({
    ...formerly('makeMissingImageSizes'),
    type: MediaItem,
    description: 'Creates missing sizes of an image, such as one that was imported. Other files are not changed.',
    args: { id: t.arg.int({ required: true, description: 'ID of the image.' }) },
    ...guard(async ({ id }: { id: number }, context) => {
      await checkUpdate(context.site, context.viewer, attachment, await fileOf(id, context), {});
    }),
    resolve: async (_root, { id }, context) => {
      await makeMissingSizes(context.site, id);
      context.load.media.clear(id);
      return await fileOf(id, context);
    },
  }),
);
