import { type Field, filled, flag, integer, listOf, positiveInteger } from '#app/rest/table.ts';
import { page, perPage } from './list-fields.ts';
import { oneOfOr, numberOrMinusOne } from './parameters.ts';

const ids = (description: string): Field => ({ ...listOf(integer(), { phase: 'A', description }), onNull: 'absent' });
const id = (description: string): Field => positiveInteger({ type: 'integer', description });

/** Document 1, "Event category and event tag"; events.md 2.8. */
export const listTags = {
  page,
  per_page: perPage,
  search: { ...filled({ description: 'Part of name or slug.' }), schema: { description: 'Part of name or slug.' } },
  exclude: ids('Not these terms.'),
  include: ids('Only these terms.'),
  order: oneOfOr(['asc', 'desc'], { description: 'Direction of the order; `asc` or `desc`.' }),
  orderby: oneOfOr(['name', 'id', 'include', 'slug', 'include_slugs', 'term_group', 'description', 'count'], { description: 'What to order by; by name for any other word.' }),
  hide_empty: flag({ phase: 'A', default: true, description: 'Leave out terms that no published content carries.' }),
  post: id('Terms of this event.'),
  event: id('Terms of this event; wins over `post`.'),
  slug: filled({ description: 'The term with this slug.' }),
};
export const listCategories = {
  page, per_page: perPage, search: listTags.search, exclude: listTags.exclude, include: listTags.include, order: listTags.order, orderby: listTags.orderby,
  hide_empty: listTags.hide_empty, parent: id('Direct children of this category.'), post: listTags.post, event: listTags.event, slug: listTags.slug,
};

export const termRef = { id: integer({ phase: 'A', required: true, description: 'Id of the term.' }) };

const written = { description: filled({ description: 'What it is about.' }), slug: filled({ description: 'Name in addresses.' }) };
const named = { name: { ...filled({ description: 'Its name.' }), required: true } };

/** ID of an existing category. Other values are refused. */
const parent = id('The category it stands below.');
export const createTag = { ...named, ...written };
export const createCategory = { ...createTag, parent };
export const editTag = { ...termRef, name: filled({ description: 'Its name.' }), ...written };
export const editCategory = { ...editTag, parent };

/** Undocumented: refuses a parent for tags. */
export const refusedParent = { parent: numberOrMinusOne() };
