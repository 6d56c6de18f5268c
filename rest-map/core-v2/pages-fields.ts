import { integer, listOf, text } from '#app/rest/table.ts';
import { createPost, editPost, listPosts } from './fields.ts';
import { omitFields } from './parameters.ts';

/** Parameters of `core/v2/pages`: the parameters of posts except terms, format and sticky, and parameters that only pages have. */
const ids = (description: string) => listOf(integer(), { default: [], description });
const postParameters = ['tax_relation', 'categories', 'categories_exclude', 'tags', 'tags_exclude', 'sticky', 'ignore_sticky', 'format'] as const;

export const listPages = {
  ...omitFields(listPosts, ...postParameters),
  menu_order: integer({ description: 'Returns only pages with this `menu_order`.' }),
  orderby: text({
    enum: ['author', 'date', 'id', 'include', 'modified', 'parent', 'relevance', 'slug', 'include_slugs', 'title', 'menu_order'],
    default: 'date',
  }),
  parent: ids('Returns only direct children of pages with these IDs. 0 selects top-level pages.'),
  parent_exclude: ids('Excludes direct children of pages with these IDs.'),
};

export const createPage = {
  ...omitFields(createPost, 'sticky', 'format', 'categories', 'tags'),
  parent: integer({ phase: 'early', onNull: 0, description: 'ID of the parent page. 0 means none.' }),
  menu_order: integer({ phase: 'early', onNull: 0, description: 'Position of the page when sorted by `menu_order`.' }),
};
export const editPage = { id: editPost.id, ...createPage, status: editPost.status };
