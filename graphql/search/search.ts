import { searchSite, type SearchResult as Result } from '#app/domains/content/search/search.service.ts';
import { publicAccess } from '../access.ts';
import { builder } from '../builder.ts';
import { legacyOnly, legacy } from '../compatibility.ts';
import { pageArguments, pageComplexity, selectPage } from '../connections/page.ts';
import { createPageType } from '../connections/types.ts';
import { searchSubtypes, searchSubtypeFilters } from './enum-definitions.ts';
import { nullWhen, oneOf } from '../public/public-mapping.ts';

export const SearchType = builder.enumType('SearchType', {
  description: 'Type of the objects that a search looks for.',
  values: {
    POST: { value: 'post', description: 'Published content: posts, pages, events.' },
    TERM: { value: 'term', description: 'Categories and tags.' },
    POST_FORMAT: { value: 'post-format', description: 'Post formats, each of which has a list of its posts.' },
  } as const,
});

export const SearchResult = builder.objectRef<Result>('SearchResult').implement({
  description: 'A result of a search, with the data for a link to it.',
  fields: (t) => ({
    databaseId: t.int({
      ...nullWhen(({ type }: Result) => type === 'post-format', 'ID of the object. Null for a post format, whose slug is in `subtype`.'),
      args: {
        subtype: t.arg.string({
          ...legacyOnly('Use the argument `subtypes` of the search instead.'),
          description: 'Subtype such as `post`, `page` or `category`: the ID is 0 for results of another subtype.',
        }),
      },
      resolve: ({ id, subtype }, args) => (args.subtype && args.subtype !== subtype ? 0 : id),
    }),
    restId: t.field({
      type: 'JSON',
      ...legacy({ use: 'databaseId' }),
      description: 'ID of the object, or the slug of a post format.',
      resolve: ({ id, type, subtype }) => (type === 'post-format' ? subtype : id),
    }),
    title: t.exposeString('title', { description: 'Title or name, as HTML; empty for content without a title.' }),
    url: t.exposeString('url', { description: 'URL of the page of the result.' }),
    type: t.expose('type', { type: SearchType, description: 'Type of the result.' }),
    typeName: t.string({
      ...legacy({ use: 'type' }),
      description: 'Type for old clients: `post` for all content, or the taxonomy of a term.',
      resolve: ({ type, subtype }) => (type === 'term' ? subtype : type),
    }),
    contentKind: t.string({
      nullable: true,
      ...legacy({ use: 'type' }),
      description: 'Content type; null for terms.',
      resolve: ({ type, subtype }) => (type === 'post' ? subtype : null),
    }),
    subtype: t.exposeString('subtype', {
      ...oneOf(searchSubtypes, 'Content type or taxonomy of the result.', {
        old: 'Content type, taxonomy or format: `post`, `page`, `category`, `aside`, …',
      }),
    }),
  }),
});

const SearchPage = createPageType('Search', SearchResult, 'search results');

builder.queryField('search', (t) =>
  t.field({
    type: SearchPage,
    ...publicAccess,
    description: 'Searches the whole site for content and terms to link to.',
    args: {
      text: t.arg.string({ description: 'Search words. Only objects with all of them are returned; all objects if omitted.' }),
      type: t.arg({ type: SearchType, defaultValue: 'post', description: 'Type of the objects to search.' }),
      subtypes: t.arg.stringList({
        ...oneOf(searchSubtypeFilters, 'Only objects of these subtypes; all subtypes by default.', {
          old: 'Only these content types or taxonomies; all by default and for `any`.',
        }),
      }),
      include: t.arg.intList({ description: 'Only the objects with these IDs.' }),
      exclude: t.arg.intList({ description: 'Excludes the objects with these IDs.' }),
      ...pageArguments,
    },
    complexity: pageComplexity,
    resolve: (_root, args, { site }) =>
      searchSite(site, {
        type: args.type ?? 'post',
        subtypes: args.subtypes ?? undefined,
        search: args.text ?? undefined,
        include: args.include ?? undefined,
        exclude: args.exclude ?? undefined,
        ...selectPage(args),
      }),
  }),
);
