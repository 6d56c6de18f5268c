import { integer, listOf, text } from '#app/rest/table.ts';
import { createPost, editPost, listPosts } from './fields.ts';
import { without } from './parameters.ts';

/** Parameters of `core/v2/pages`: those of posts without terms, format and sticky, and those that only pages have. */
const ids = (description: string) => listOf(integer(), { default: [], description });
const ofPosts = ['tax_relation', 'categories', 'categories_exclude', 'tags', 'tags_exclude', 'sticky', 'ignore_sticky', 'format'] as const;

export const listPages = {
  ...without(listPosts, ...ofPosts),
  menu_order: integer({ description: 'Pages with this place.' }),
  orderby: text({
    enum: ['author', 'date', 'id', 'include', 'modified', 'parent', 'relevance', 'slug', 'include_slugs', 'title', 'menu_order'],
    default: 'date',
  }),
  parent: ids('Pages directly below these; 0 = pages below none.'),
  parent_exclude: ids('No pages directly below these.'),
};

export const createPage = {
  ...without(createPost, 'sticky', 'format', 'categories', 'tags'),
  parent: integer({ phase: 'A', onNull: 0, description: 'Page above; 0 = none.' }),
  menu_order: integer({ phase: 'A', onNull: 0, description: 'Place where order is set by hand.' }),
};
export const editPage = { id: editPost.id, ...createPage, status: editPost.status };
