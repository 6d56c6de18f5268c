import type { LinkRow, LinkTable } from '#app/rest/table.ts';

const action = (when: string): LinkRow => ({ href: '/core/v2/posts/{id}', when, contexts: ['edit'] });

/** Links of a post (core-rest.md 7.9). */
export const postLinks: LinkTable = {
  self: {
    href: '/core/v2/posts/{id}',
    hints: [[['GET']], [['POST', 'PUT', 'PATCH'], '_can.edit'], [['DELETE'], '_can.delete']],
  },
  collection: { href: '/core/v2/posts' },
  about: { href: '/core/v2/types/post' },
  author: { href: '/core/v2/users/{author}', embeddable: true, when: 'author' },
  replies: { href: '/core/v2/comments?post={id}', embeddable: true },
  'version-history': { href: '/core/v2/posts/{id}/revisions', attributes: { count: '_revisionCount' } },
  'predecessor-version': { href: '/core/v2/posts/{id}/revisions/{_latestRevisionId}', when: '_latestRevisionId', attributes: { id: '_latestRevisionId' } },
  'core:featuredmedia': { href: '/core/v2/media/{featured_media}', embeddable: true, when: 'featured_media' },
  'core:attachment': { href: '/core/v2/media?parent={id}' },
  'core:term': [
    { href: '/core/v2/categories?post={id}', embeddable: true, attributes: { taxonomy: { text: 'category' } } },
    { href: '/core/v2/tags?post={id}', embeddable: true, attributes: { taxonomy: { text: 'post_tag' } } },
  ],
  'core:action-publish': action('_can.publish'),
  'core:action-unfiltered-html': action('_can.writeUnfilteredHtml'),
  'core:action-sticky': action('_can.assignSticky'),
  'core:action-assign-author': action('_can.assignAuthor'),
  'core:action-create-categories': action('_can.createCategories'),
  'core:action-assign-categories': action('_can.assignCategories'),
  'core:action-create-tags': action('_can.createTags'),
  'core:action-assign-tags': action('_can.assignTags'),
};

export const revisionLinks: LinkTable = {
  parent: { href: '/core/v2/posts/{parent}' },
};

/** Links of a user (core-rest.md 10). */
export const userLinks: LinkTable = {
  self: { href: '/core/v2/users/{id}' },
  collection: { href: '/core/v2/users' },
};

export const applicationPasswordLinks: LinkTable = {
  self: { href: '/core/v2/users/{_userId}/application-passwords/{uuid}' },
};

export const createdApplicationPasswordLinks: LinkTable = {
  self: { href: '/core/v2/users/{applicationPassword._userId}/application-passwords/{applicationPassword.uuid}' },
};

function termLinks(collection: string, taxonomy: string): LinkTable {
  return {
    self: { href: `/core/v2/${collection}/{id}` },
    collection: { href: `/core/v2/${collection}` },
    about: { href: `/core/v2/taxonomies/${taxonomy}` },
    up: { href: `/core/v2/${collection}/{parent}`, embeddable: true, when: 'parent' },
    'core:post_type': { href: `/core/v2/posts?${collection}={id}` },
  };
}
export const categoryLinks = termLinks('categories', 'category');
export const tagLinks = termLinks('tags', 'post_tag');
