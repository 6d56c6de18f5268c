import type { LinkTable } from '#app/rest/table.ts';

const createAction = (when: string, title: string, takes: readonly string[], as?: Readonly<Record<string, object>>) => ({
  href: '/core/v2/posts/{id}',
  when,
  contexts: ['edit'],
  action: { title: `The current user can ${title}.`, takes, ...(as && { as }) },
});
const published = { status: { type: 'string', enum: ['publish', 'future'] } };
const raw = { content: { raw: { type: 'string' } } };
const createPageAction = (...args: Parameters<typeof createAction>) => ({ ...createAction(...args), href: '/core/v2/pages/{id}' });
const createMediaAction = (...args: Parameters<typeof createAction>) => ({ ...createAction(...args), href: '/core/v2/media/{id}' });

/** Links of a post (docs/behaviour/core-rest.md 7.9). */
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
  'core:featuredmedia': { href: '/core/v2/media/{featured_media}', embeddable: true, when: '_featuredMedia.databaseId' },
  'core:attachment': { href: '/core/v2/media?parent={id}' },
  'core:term': [
    { href: '/core/v2/categories?post={id}', embeddable: true, attributes: { taxonomy: { text: 'category' } } },
    { href: '/core/v2/tags?post={id}', embeddable: true, attributes: { taxonomy: { text: 'post_tag' } } },
  ],
  'core:action-publish': createAction('_can.publish', 'publish this post', ['status'], published),
  'core:action-unfiltered-html': createAction('_can.writeUnfilteredHtml', 'post unfiltered HTML markup and JavaScript', ['content'], raw),
  'core:action-sticky': createAction('_can.assignSticky', 'sticky this post', ['sticky']),
  'core:action-assign-author': createAction('_can.assignAuthor', 'change the author on this post', ['author']),
  'core:action-create-categories': createAction('_can.createCategories', 'create terms in the category taxonomy', ['categories']),
  'core:action-assign-categories': createAction('_can.assignCategories', 'assign terms in the category taxonomy', ['categories']),
  'core:action-create-tags': createAction('_can.createTags', 'create terms in the post_tag taxonomy', ['tags']),
  'core:action-assign-tags': createAction('_can.assignTags', 'assign terms in the post_tag taxonomy', ['tags']),
};

export const revisionLinks: LinkTable = {
  parent: { href: '/core/v2/posts/{parent}' },
};

/** Links of a user (docs/behaviour/core-rest.md 10). */
export const userLinks: LinkTable = {
  self: { href: '/core/v2/users/{id}', hints: [[['GET']], [['POST', 'PUT', 'PATCH'], '_can.edit'], [['DELETE'], '_can.delete']] },
  collection: { href: '/core/v2/users' },
};

export const applicationPasswordLinks: LinkTable = {
  self: { href: '/core/v2/users/{_userId}/application-passwords/{uuid}' },
};

export const createdApplicationPasswordLinks: LinkTable = {
  self: { href: '/core/v2/users/{applicationPassword._userId}/application-passwords/{applicationPassword.uuid}' },
};

function createTermLinks(collection: string, taxonomy: string): LinkTable {
  return {
    self: { href: `/core/v2/${collection}/{id}`, hints: [[['GET']], [['POST', 'PUT', 'PATCH'], '_can.edit'], [['DELETE'], '_can.delete']] },
    collection: { href: `/core/v2/${collection}` },
    about: { href: `/core/v2/taxonomies/${taxonomy}` },
    up: { href: `/core/v2/${collection}/{_parent}`, embeddable: true, when: '_parent' },
    'core:post_type': { href: `/core/v2/posts?${collection}={id}` },
  };
}
export const categoryLinks = createTermLinks('categories', 'category');
export const tagLinks = createTermLinks('tags', 'post_tag');

/** Links of a page. They include the links of a post that pages support. */
export const pageLinks: LinkTable = {
  self: { href: '/core/v2/pages/{id}', hints: [[['GET']], [['POST', 'PUT', 'PATCH'], '_can.edit'], [['DELETE'], '_can.delete']] },
  collection: { href: '/core/v2/pages' },
  about: { href: '/core/v2/types/page' },
  author: { href: '/core/v2/users/{author}', embeddable: true, when: 'author' },
  replies: { href: '/core/v2/comments?post={id}', embeddable: true },
  'version-history': { href: '/core/v2/pages/{id}/revisions', attributes: { count: '_revisionCount' } },
  'predecessor-version': { href: '/core/v2/pages/{id}/revisions/{_latestRevisionId}', when: '_latestRevisionId', attributes: { id: '_latestRevisionId' } },
  up: { href: '/core/v2/pages/{_parent}', embeddable: true, when: '_parent' },
  'core:featuredmedia': { href: '/core/v2/media/{featured_media}', embeddable: true, when: '_featuredMedia.databaseId' },
  'core:attachment': { href: '/core/v2/media?parent={id}' },
  'core:action-publish': createPageAction('_can.publish', 'publish this post', ['status'], published),
  'core:action-unfiltered-html': createPageAction('_can.writeUnfilteredHtml', 'post unfiltered HTML markup and JavaScript', ['content'], raw),
  'core:action-assign-author': createPageAction('_can.assignAuthor', 'change the author on this post', ['author']),
};
export const pageRevisionLinks: LinkTable = { parent: { href: '/core/v2/pages/{parent}' } };

const createAttachedLink = (type: string, collection: string, id: string) => ({
  href: `/core/v2/${collection}/{${id}}`,
  embeddable: true,
  when: id,
  attributes: { post_type: { text: type }, id },
});

/** Links of a file of the library. */
export const mediaLinks: LinkTable = {
  self: { href: '/core/v2/media/{id}', hints: [[['GET']], [['POST', 'PUT', 'PATCH'], '_can.edit'], [['DELETE'], '_can.delete']] },
  collection: { href: '/core/v2/media' },
  about: { href: '/core/v2/types/attachment' },
  author: { href: '/core/v2/users/{author}', embeddable: true, when: 'author' },
  replies: { href: '/core/v2/comments?post={id}', embeddable: true },
  'core:attached-to': [createAttachedLink('post', 'posts', '_attachedToPost'), createAttachedLink('page', 'pages', '_attachedToPage')],
  'core:action-unfiltered-html': createMediaAction('_can.writeUnfilteredHtml', 'post unfiltered HTML markup and JavaScript', ['description']),
  'core:action-assign-author': createMediaAction('_can.assignAuthor', 'change the author on this post', ['author']),
};

/** Links of a comment. */
export const commentLinks: LinkTable = {
  self: { href: '/core/v2/comments/{id}', hints: [[['GET']], [['POST', 'PUT', 'PATCH'], '_canModerate'], [['DELETE'], '_canModerate']] },
  collection: { href: '/core/v2/comments' },
  author: { href: '/core/v2/users/{author}', embeddable: true, when: 'author' },
  up: [
    { href: '/core/v2/posts/{_onPost}', embeddable: true, when: '_onPost', attributes: { post_type: { text: 'post' } } },
    { href: '/core/v2/pages/{_onPage}', embeddable: true, when: '_onPage', attributes: { post_type: { text: 'page' } } },
    { href: '/core/v2/media/{_onMedia}', embeddable: true, when: '_onMedia', attributes: { post_type: { text: 'attachment' } } },
  ],
  'in-reply-to': { href: '/core/v2/comments/{parent}', embeddable: true, when: 'parent' },
  children: [
    { href: '/core/v2/comments?parent={id}', embeddable: true, when: '_isAnswered' },
    { href: '/core/v2/comments?parent={id}&type=note&status=all', embeddable: true, when: '_isAnsweredNote' },
  ],
};

/** Links of a search result. */
export const searchLinks: LinkTable = {
  self: [
    { href: '/core/v2/posts/{_post}', embeddable: true, when: '_post' },
    { href: '/core/v2/pages/{_page}', embeddable: true, when: '_page' },
    { href: '/core/v2/categories/{_category}', embeddable: true, when: '_category' },
    { href: '/core/v2/tags/{_tag}', embeddable: true, when: '_tag' },
  ],
  about: [
    { href: '/core/v2/types/post', when: '_post' },
    { href: '/core/v2/types/page', when: '_page' },
    { href: '/core/v2/taxonomies/category', when: '_category' },
    { href: '/core/v2/taxonomies/post_tag', when: '_tag' },
  ],
  collection: { href: '/core/v2/search' },
};

export const typeLinks: LinkTable = {
  collection: { href: '/core/v2/types' },
  'core:items': { href: '/core/v2/{rest_base}' },
};
export const statusLinks: LinkTable = {
  archives: [
    { href: '/core/v2/posts', when: '_isPublic' },
    { href: '/core/v2/posts?status={slug}', when: '_isAskedFor' },
  ],
};
export const taxonomyLinks: LinkTable = {
  collection: { href: '/core/v2/taxonomies' },
  'core:items': { href: '/core/v2/{rest_base}' },
};
