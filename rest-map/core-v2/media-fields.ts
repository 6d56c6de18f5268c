import { integer, listOf, rawText, text, upload, without } from '#app/rest/table.ts';
import { createPost, deletePost, listPosts, readPost } from './fields.ts';

/** Parameters of `core/v2/media`: those of posts where a file has the same, and its own. */
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
    description: 'Files have no status of their own: every word means all.',
  }),
  media_type: listOf(text({ enum: [...families] }), { description: 'Files of these kinds.' }),
  mime_type: listOf(text(), { description: 'Files of these types, such as `image/png`.' }),
};

export const readMedia = { id: readPost.id, context: readPost.context };

const described = {
  ...without(createPost, 'status', 'password', 'content', 'excerpt', 'featured_media', 'format', 'sticky', 'categories', 'tags'),
  alt_text: text({ phase: 'A', onNull: 'absent', description: 'What to say where the image cannot be seen.' }),
  caption: rawText({ raw: text(), rendered: text() }),
  description: rawText({ raw: text(), rendered: text() }),
  post: integer({ phase: 'A', onNull: 0, description: 'Content the file belongs to; 0 = none.' }),
};

export const uploadMedia = described;
/** The file itself, which no text can be. */
export const file = { file: upload() };
export const editMedia = { id: readPost.id, ...described };
export const deleteMedia = deletePost;
