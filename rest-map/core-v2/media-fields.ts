import { flag, integer, listOf, number, object, text, upload } from '#app/rest/table.ts';
import { createPost, deletePost, listPosts, readPost } from './fields.ts';
import { rawText, taggedList, without } from './parameters.ts';

/** Parameters of `core/v2/media`: those that files share with posts, and their own. */
const ids = (description: string) => listOf(integer(), { default: [], description });
const ofPosts = [
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
  ...without(listPosts, ...ofPosts),
  parent: ids('Files of these contents; 0 = of none.'),
  parent_exclude: ids('Not files of these contents.'),
  status: listOf(text({ enum: ['inherit', 'private', 'trash'] }), {
    default: 'inherit',
    description: 'Files have no status of their own: `inherit` has all of them.',
  }),
  media_type: listOf(text({ enum: [...families] }), { description: 'Files of these kinds.' }),
  mime_type: listOf(text(), { description: 'Files of these types, such as `image/png`.' }),
};

export const readMedia = { id: readPost.id, context: readPost.context };

const described = {
  ...without(createPost, 'status', 'password', 'content', 'excerpt', 'featured_media', 'format', 'sticky', 'categories', 'tags'),
  alt_text: text({ phase: 'A', onNull: '', description: 'What to say where the image cannot be seen.' }),
  caption: rawText({ raw: text(), rendered: text() }),
  description: rawText({ raw: text(), rendered: text() }),
  post: integer({ phase: 'A', onNull: 0, description: 'Content the file belongs to; 0 = none.' }),
};

export const uploadMedia = described;
/** The uploaded file. */
export const file = { file: upload() };
export const editMedia = { id: readPost.id, ...described };

const whole = (description: string) => number({ required: true, description });
const percent = (description: string) => number({ minimum: 0, maximum: 100, description: `${description} Older form of \`modifiers\`.` });
/** A new file that is an edited copy: its description, and the legacy form of one rotation and one crop. */
export const editImage = {
  id: readPost.id,
  src: text({ format: 'uri', required: true, description: 'Address of the image that is edited, in one of its sizes.' }),
  modifiers: taggedList(
    {
      flip: {
        title: 'Flip',
        args: {
          flip: object(
            {
              horizontal: flag({ required: true, description: 'Whether left and right change places.' }),
              vertical: flag({ required: true, description: 'Whether top and bottom change places.' }),
            },
            { required: true },
          ),
        },
      },
      rotate: { title: 'Rotation', args: { angle: whole('Degrees, clockwise.') } },
      crop: {
        title: 'Crop',
        args: {
          left: whole('Where the part begins, in percent of the width.'),
          top: whole('Where the part begins, in percent of the height.'),
          width: whole('Width of the part, in percent.'),
          height: whole('Height of the part, in percent.'),
        },
      },
    },
    { description: 'Changes, made one after the other; the newer form, which counts alone.' },
  ),
  rotation: integer({
    minimum: 0,
    exclusiveMinimum: true,
    maximum: 360,
    exclusiveMaximum: true,
    description: 'Degrees, clockwise. Older form of `modifiers`.',
  }),
  x: percent('Where the part begins, in percent of the width.'),
  y: percent('Where the part begins, in percent of the height.'),
  width: percent('Width of the part, in percent.'),
  height: percent('Height of the part, in percent.'),
  title: rawText({ raw: text(), rendered: text() }),
  alt_text: described.alt_text,
  caption: described.caption,
  description: described.description,
  post: described.post,
};
export const makeSizes = {
  id: readPost.id,
  action: text({ enum: ['create-image-subsizes'], required: true, description: 'What to do: make the sizes that are missing.' }),
};
export const deleteMedia = deletePost;
