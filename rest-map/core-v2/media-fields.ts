import { flag, integer, listOf, number, object, text, upload } from '#app/rest/table.ts';
import { createPost, deletePost, listPosts, readPost } from './fields.ts';
import { rawText, taggedList, omitFields } from './parameters.ts';

/** Parameters of `core/v2/media`: parameters that files share with posts, and their own. */
const ids = (description: string) => listOf(integer(), { default: [], description });
const postParameters = [
  'tax_relation',
  'categories',
  'categories_exclude',
  'tags',
  'tags_exclude',
  'sticky',
  'ignore_sticky',
  'format',
  'status',
] as const;
const families = ['image', 'video', 'text', 'application', 'audio'] as const;

export const listMedia = {
  ...omitFields(listPosts, ...postParameters),
  parent: ids('Returns only files attached to posts with these IDs. 0 selects unattached files.'),
  parent_exclude: ids('Excludes files attached to posts with these IDs.'),
  status: listOf(text({ enum: ['inherit', 'private', 'trash'] }), {
    default: 'inherit',
    description: 'Status of the files. Files have no status of their own; `inherit` selects all of them.',
  }),
  media_type: listOf(text({ enum: [...families] }), { description: 'Returns only files of these media types.' }),
  mime_type: listOf(text(), { description: 'Returns only files of these MIME types, such as `image/png`.' }),
};

export const readMedia = { id: readPost.id, context: readPost.context };

const mediaFields = {
  ...omitFields(createPost, 'status', 'password', 'content', 'excerpt', 'featured_media', 'format', 'sticky', 'categories', 'tags'),
  alt_text: text({ phase: 'early', onNull: '', description: 'Alternative text of the image.' }),
  caption: rawText({ raw: text(), rendered: text() }),
  description: rawText({ raw: text(), rendered: text() }),
  post: integer({ phase: 'early', onNull: 0, description: 'ID of the post to which the file is attached. 0 means none.' }),
};

export const uploadMedia = mediaFields;
/** Undocumented parameter: the uploaded file. */
export const file = { file: upload() };
export const editMedia = { id: readPost.id, ...mediaFields };

const required = (description: string) => number({ required: true, description });
const percent = (description: string) => number({ minimum: 0, maximum: 100, description: `${description} Deprecated: use \`modifiers\`.` });
/** Parameters for an edited copy of an image: the edits (in the current form, or as one rotation and one crop) and the fields of the new file. */
export const editImage = {
  id: readPost.id,
  src: text({ format: 'uri', required: true, description: 'URL of the image to edit, in any of its sizes.' }),
  modifiers: taggedList(
    {
      flip: {
        title: 'Flip',
        args: {
          flip: object(
            {
              horizontal: flag({ required: true, description: 'Whether to mirror the image from left to right.' }),
              vertical: flag({ required: true, description: 'Whether to mirror the image from top to bottom.' }),
            },
            { required: true },
          ),
        },
      },
      rotate: { title: 'Rotation', args: { angle: required('Angle of the rotation in degrees, clockwise.') } },
      crop: {
        title: 'Crop',
        args: {
          left: required('Left edge of the crop, in percent of the image width.'),
          top: required('Top edge of the crop, in percent of the image height.'),
          width: required('Width of the crop, in percent of the image width.'),
          height: required('Height of the crop, in percent of the image height.'),
        },
      },
    },
    { description: 'Edits to apply, in this order. If present, the deprecated parameters are ignored.' },
  ),
  rotation: integer({
    minimum: 0,
    exclusiveMinimum: true,
    maximum: 360,
    exclusiveMaximum: true,
    description: 'Angle of the rotation in degrees, clockwise. Deprecated: use `modifiers`.',
  }),
  x: percent('Left edge of the crop, in percent of the image width.'),
  y: percent('Top edge of the crop, in percent of the image height.'),
  width: percent('Width of the crop, in percent of the image width.'),
  height: percent('Height of the crop, in percent of the image height.'),
  title: rawText({ raw: text(), rendered: text() }),
  alt_text: mediaFields.alt_text,
  caption: mediaFields.caption,
  description: mediaFields.description,
  post: mediaFields.post,
};
export const makeSizes = {
  id: readPost.id,
  action: text({ enum: ['create-image-subsizes'], required: true, description: 'Action to run. `create-image-subsizes` creates missing image sizes.' }),
};
export const deleteMedia = deletePost;
