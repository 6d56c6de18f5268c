import { type Field, filled, flag, integer, listOf, numberOrMinusOne, positiveInteger } from '#app/rest/table.ts';
import { page, perPage } from './list-fields.ts';
import { wordOrFirst } from './parameters.ts';

const ids = (description: string): Field => ({ ...listOf(integer(), { phase: 'early', description }), onNull: 'absent' });
const id = (description: string): Field => positiveInteger({ type: 'integer', description });

/** Published REST interface (document 1), "Event category and event tag"; docs/behaviour/events.md 2.8. */
export const listTags = {
  page,
  per_page: perPage,
  search: { ...filled({ description: 'Search text. Returns only terms whose name or slug contains it.' }), schema: { description: 'Search text. Returns only terms whose name or slug contains it.' } },
  exclude: ids('Excludes terms with these IDs.'),
  include: ids('Returns only terms with these IDs.'),
  order: wordOrFirst(['asc', 'desc'], { description: 'Sort order: `asc` (ascending) or `desc` (descending).' }),
  orderby: wordOrFirst(['name', 'id', 'include', 'slug', 'include_slugs', 'term_group', 'description', 'count'], { description: 'Field to sort by. Other values sort by name.' }),
  hide_empty: flag({ phase: 'early', default: true, description: 'Whether to exclude terms without published content.' }),
  post: id('Returns only terms of the event with this ID.'),
  event: id('Returns only terms of the event with this ID. Overrides `post`.'),
  slug: filled({ description: 'Returns only the term with this slug.' }),
};
export const listCategories = {
  page, per_page: perPage, search: listTags.search, exclude: listTags.exclude, include: listTags.include, order: listTags.order, orderby: listTags.orderby,
  hide_empty: listTags.hide_empty, parent: id('Returns only direct children of the category with this ID.'), post: listTags.post, event: listTags.event, slug: listTags.slug,
};

export const termRef = { id: integer({ phase: 'early', required: true, description: 'ID of the term.' }) };

const optionalParameters = { description: filled({ description: 'Description of the term.' }), slug: filled({ description: 'Slug used in the URL.' }) };
const requiredName = { name: { ...filled({ description: 'Name of the term.' }), required: true } };

/** ID of an existing category. Other values are refused. */
const parent = id('ID of the parent category.');
export const createTag = { ...requiredName, ...optionalParameters };
export const createCategory = { ...createTag, parent };
export const editTag = { ...termRef, name: filled({ description: 'Name of the term.' }), ...optionalParameters };
export const editCategory = { ...editTag, parent };

/** Undocumented parameter of tags. Tags cannot have a parent, so it is refused. */
export const refusedParent = { parent: numberOrMinusOne() };
