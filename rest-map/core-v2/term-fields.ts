import { flag, integer, listOf, numberOrMinusOne, text } from '#app/rest/table.ts';
import { context, page, perPage, search } from './fields.ts';
import { plainText, numberUnlessZero } from './parameters.ts';

/** Parameters of `core/v2/categories` and `core/v2/tags` (docs/behaviour/core-rest.md 10). */
const ids = () => listOf(integer(), { default: [] });

export const listTags = {
  context,
  page,
  per_page: perPage,
  search,
  exclude: ids(),
  include: ids(),
  offset: integer(),
  order: text({ enum: ['asc', 'desc'], default: 'asc' }),
  orderby: text({ enum: ['id', 'include', 'name', 'slug', 'include_slugs', 'term_group', 'description', 'count'], default: 'name' }),
  hide_empty: flag({ default: false }),
  post: numberUnlessZero(),
  slug: listOf(text()),
};
export const listCategories = { ...listTags, parent: integer() };

export const readTerm = { id: integer(), context };

// null has the effect of an empty string, as for posts (docs/behaviour/core-rest.md 3.6)
const early = { phase: 'early', onNull: '' } as const;
const writeParameters = { description: text(early), name: plainText(early), slug: text(early) };
export const createTag = { ...writeParameters, name: plainText({ phase: 'early', required: true }) };
export const createCategory = { ...createTag, parent: integer({ phase: 'early' }) };
export const editTag = { id: integer(), ...writeParameters };
export const editCategory = { ...editTag, parent: integer({ phase: 'early' }) };

/** Undocumented parameter of tags. Tags cannot have a parent, so it is refused. */
export const refusedParent = { parent: numberOrMinusOne() };

export const deleteTerm = { id: integer(), force: flag({ default: false, description: 'Must be true because terms cannot be moved to the trash.' }) };
