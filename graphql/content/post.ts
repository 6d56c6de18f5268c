import { page as pageKind, post as postKind } from '#app/content/kinds.ts';
import { shownMeta } from '#app/content/meta.registry.ts';
import { type ContentRecord, termIdsOf } from '#app/content/record.ts';
import { classList } from '#app/content/rendering.ts';
import { category, tag } from '#app/terms/taxonomies.ts';
import { withPlacesLeft } from '#app/tickets/post-meta.ts';
import { builder } from '../builder.ts';
import { Term } from '../terms/term.ts';
import { asNode, Content } from './content.ts';
import { PostFormat } from './enums.ts';

const termsOf = ({ terms }: ContentRecord, taxonomy: string) => terms.filter((term) => term.taxonomy === taxonomy);

export const Post = builder.objectRef<ContentRecord>('Post');

builder.node(Post, {
  ...asNode(postKind.name),
  description: 'An article.',
  interfaces: [Content],
  fields: (t) => ({
    isSticky: t.boolean({ description: 'Whether it stays on top of lists.', resolve: (post) => post.sticky }),
    format: t.field({ type: PostFormat, description: 'How a theme may show it.', resolve: (post) => post.format as never }),
    formatSlug: t.string({
      description: 'The format in lower case, as style sheets and the REST interface write it.',
      resolve: (post) => post.format,
    }),
    template: t.string({ description: 'Template of its page; empty = the usual one.', resolve: (post) => post.template }),
    meta: t.field({
      type: 'JSON',
      description: 'Registered extension keys with their values or defaults.',
      resolve: (post, _args, { load }) => withPlacesLeft(shownMeta(post.meta), post.id, load.tickets),
    }),
    ticketProviders: t.stringList({
      description: 'Who has tickets on it: `rsvp`, `tc`, `tribe-commerce`; empty when it sells nothing.',
      resolve: (post) => [...post.ticketed],
    }),
    categoryIds: t.intList({ description: 'Numbers of its categories, by name.', resolve: (post) => termIdsOf(post, category.name) }),
    tagIds: t.intList({ description: 'Numbers of its tags, by name.', resolve: (post) => termIdsOf(post, tag.name) }),
    categories: t.field({ type: [Term], description: 'Its categories, by name.', resolve: (post) => termsOf(post, category.name) }),
    tags: t.field({ type: [Term], description: 'Its tags, by name.', resolve: (post) => termsOf(post, tag.name) }),
    classList: t.stringList({ description: 'Names for style sheets.', resolve: (post) => classList(post, postKind.typeName) }),
  }),
});

export const Page = builder.objectRef<ContentRecord>('Page');

builder.node(Page, {
  ...asNode(pageKind.name),
  description: 'A page that stands by itself.',
  interfaces: [Content],
  fields: (t) => ({
    template: t.string({ description: 'Template of the page; empty = the usual one.', resolve: (page) => page.template }),
  }),
});
