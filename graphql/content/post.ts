import { page as pageKind, post as postKind } from '#app/domains/content/kinds.ts';
import { applyMetaDefaults } from '#app/domains/content/meta.registry.ts';
import { type ContentRecord, listTermIds } from '#app/domains/content/record.ts';
import { listClasses } from '#app/domains/content/rendering.ts';
import { category, tag } from '#app/domains/content/terms/taxonomies.ts';
import { addPlacesLeft } from '#app/domains/tickets/post-meta.ts';
import { builder } from '../builder.ts';
import { legacy } from '../compatibility.ts';
import { Term } from '../terms/term.ts';
import { createNodeOptions, Content } from './content.ts';
import { PostFormat } from './enums.ts';
import { ticketProviders } from './enum-definitions.ts';
import { oneOf } from '../public/public-mapping.ts';

const filterTerms = ({ terms }: ContentRecord, taxonomy: string) => terms.filter((term) => term.taxonomy === taxonomy);

/** GraphQL type of the model `Content` for posts. */
export const Post = builder.prismaObject('Content', {
  variant: 'Post',
  description: 'An article of the blog.',
  interfaces: [Content],
  fields: (t) => ({
    isSticky: t.exposeBoolean('sticky', { description: 'Whether the post stays at the top of lists.' }),
    format: t.field({ type: PostFormat, description: 'Post format, which a theme may use.', resolve: (post) => post.format as never }),
    formatSlug: t.exposeString('format', {
      ...legacy({ use: 'format' }),
      description: 'The format in lower case, as style sheets and the REST API use it.',
    }),
    template: t.exposeString('template', { description: 'Template of the page; empty for the default template.' }),
    meta: t.field({
      type: 'JSON',
      description: 'Registered meta keys with their values or defaults.',
      resolve: (post, _args, { load }) => addPlacesLeft(applyMetaDefaults(post.meta), post.id, load.tickets),
    }),
    ticketProviders: t.stringList({
      ...oneOf(ticketProviders, 'Providers of the tickets of the post; empty for a post without tickets.', {
        old: 'Providers of the tickets of the post: `rsvp`, `tc`, `tribe-commerce`; empty for a post without tickets.',
      }),
      resolve: (post) => [...post.ticketed],
    }),
    categoryIds: t.intList({
      description: 'IDs of the categories of the post, sorted by name.',
      resolve: (post) => listTermIds(post, category.name),
    }),
    tagIds: t.intList({ description: 'IDs of the tags of the post, sorted by name.', resolve: (post) => listTermIds(post, tag.name) }),
    categories: t.field({
      type: [Term],
      description: 'Categories of the post, sorted by name.',
      resolve: (post) => filterTerms(post, category.name),
    }),
    tags: t.field({ type: [Term], description: 'Tags of the post, sorted by name.', resolve: (post) => filterTerms(post, tag.name) }),
    classList: t.stringList({
      description: 'CSS classes for the HTML element of the post.',
      resolve: (post) => listClasses(post, postKind.typeName),
    }),
  }),
});

builder.nodeRef(Post, createNodeOptions(postKind.name));

/** GraphQL type of the model `Content` for pages. */
export const Page = builder.prismaObject('Content', {
  variant: 'Page',
  description: 'A static page, which is not part of the blog.',
  interfaces: [Content],
  fields: (t) => ({
    template: t.exposeString('template', { description: 'Template of the page; empty for the default template.' }),
  }),
});

builder.nodeRef(Page, createNodeOptions(pageKind.name));
