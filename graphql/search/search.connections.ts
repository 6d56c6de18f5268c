import { createSearchKeyset } from '#app/domains/content/search/search.keyset.ts';
import { publicAccess } from '../access.ts';
import { builder } from '../builder.ts';
import { connectionArguments, computeConnectionComplexity } from '../connections/arguments.ts';
import { createListConnection } from '../connections/connection.ts';
import { createConnectionType } from '../connections/types.ts';
import { SearchResult, SearchType } from './search.ts';
import { searchSubtypeFilters } from './enum-definitions.ts';
import { oneOf } from '../public/public-mapping.ts';

const SearchResultConnection = createConnectionType('SearchResult', SearchResult, 'search results');

builder.queryField('searchResults', (t) =>
  t.field({
    type: SearchResultConnection,
    ...publicAccess,
    description:
      'Searches the whole site for content and terms to link to. Content with the text in its title comes first, then other content, both newest first. Terms are sorted by name.',
    args: {
      ...connectionArguments,
      text: t.arg.string({ description: 'Search words. Only objects with all of them are returned; all objects if omitted.' }),
      type: t.arg({ type: SearchType, defaultValue: 'post', description: 'Type of the objects to search.' }),
      subtypes: t.arg.stringList({
        ...oneOf(searchSubtypeFilters, 'Only objects of these subtypes; all subtypes by default.', {
          old: 'Only these content types or taxonomies; all by default and for `any`.',
        }),
      }),
      include: t.arg.intList({ description: 'Only the objects with these IDs.' }),
      exclude: t.arg.intList({ description: 'Excludes the objects with these IDs.' }),
    },
    complexity: computeConnectionComplexity,
    resolve: async (_root, { text, type, subtypes, include, exclude, ...args }, context) => {
      const query = {
        type: type ?? 'post',
        subtypes: subtypes ?? undefined,
        search: text ?? undefined,
        include: include ?? undefined,
        exclude: exclude ?? undefined,
      };
      const order = `search ${query.type} ${text?.trim() ? 'text' : ''}`;
      return createListConnection(context, createSearchKeyset(context.site, query), order, args);
    },
  }),
);
