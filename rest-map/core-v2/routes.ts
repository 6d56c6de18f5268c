import { item, list, namespace } from '#app/rest/table.ts';
import { saveAutosave, listAutosaves, readAutosave } from './autosave-fields.ts';
import { createComment, deleteComment, editComment, listComments, readComment, refusedCommentId } from './comments-fields.ts';
import { createPost, deletePost, editPost, excerptLength as undocumentedParams, undocumentedListParams, listPosts, readPost, refusedId } from './fields.ts';
import {
  applicationPasswordLinks, categoryLinks, commentLinks, createdApplicationPasswordLinks, mediaLinks, pageLinks, pageRevisionLinks, postLinks,
  revisionLinks, searchLinks, statusLinks, tagLinks, taxonomyLinks, typeLinks, userLinks,
} from './links.ts';
import { deleteMedia, editImage, editMedia, file, listMedia, makeSizes, readMedia, uploadMedia } from './media-fields.ts';
import { createPage, editPage, listPages } from './pages-fields.ts';
import { deleteRevision, listRevisions, readRevision } from './revision-fields.ts';
import { searchAll } from './search-fields.ts';
import { editSettings } from './settings-fields.ts';
import { createCategory, createTag, deleteTerm, editCategory, editTag, listCategories, listTags, readTerm, refusedParent } from './term-fields.ts';
import { forceRequirement } from './parameters.ts';
import { listStatuses, listTaxonomies, listTypes, readStatus, readTaxonomy, readType } from './types-fields.ts';
import {
  createApplicationPassword, deleteApplicationPassword, deleteApplicationPasswords, editApplicationPassword, introspect, listApplicationPasswords,
  readApplicationPassword, readUser, readViewer,
} from './user-fields.ts';
import { createUser, deleteUser, deleteViewer, editUser, editViewer, listUsers, refusedUserId } from './users-fields.ts';

const autosave = item({ links: revisionLinks });
const savedAutosave = item({ links: revisionLinks, context: 'edit' });
const pageAutosave = item({ links: pageRevisionLinks });
const savedPageAutosave = item({ links: pageRevisionLinks, context: 'edit' });
const post = item({ links: postLinks });
const editedPost = item({ links: postLinks, context: 'edit' });
const category = item({ links: categoryLinks });
const tag = item({ links: tagLinks });
const deletedTerm = item({ as: 'previous', extra: { deleted: true } });
const page = item({ links: pageLinks });
const editedPage = item({ links: pageLinks, context: 'edit' });
const media = item({ links: mediaLinks });
const editedMedia = item({ links: mediaLinks, context: 'edit' });
const comment = item({ links: commentLinks });
const editedComment = item({ links: commentLinks, context: 'edit' });
const user = item({ links: userLinks });
const editedUser = item({ links: userLinks, context: 'edit' });
const managedUser = item({ links: userLinks, context: 'edit', at: ['user'] });
const examplePost = { title: { raw: 'The season opens' }, content: { raw: '<p>On Saturday.</p>' }, status: 'publish' };
const exampleEdit = { src: 'https://example.org/uploads/2026/11/photo.jpg', modifiers: [{ type: 'rotate', args: { angle: 90 } }] };
const applicationPassword = item({ links: applicationPasswordLinks });
const renamedApplicationPassword = item({ links: applicationPasswordLinks, context: 'edit', at: ['applicationPassword'] });
const createdApplicationPassword = item({ links: createdApplicationPasswordLinks, context: 'edit' });
const createdAt = '{rest}/core/v2/users/{applicationPassword._userId}/application-passwords/{applicationPassword.uuid}';
const passwords = '/users/{user_id}/application-passwords';
const alternate = { Link: '<{link}>; rel="alternate"; type=text/html' };
/**
 * Published REST interface (document 1), "Batch, embed and core content"; behavior: docs/behaviour/core-rest.md 7, and 6.3 and 10 for the routes
 * below the posts.
 */
export default namespace('core/v2', [
  // methods  path                     parameters                    runs                                 response                     options
  ['GET',     '/posts',                listPosts,                    'coreV2Posts',                       list({ links: postLinks }),  { batch: true, title: 'post', undocumentedParams: undocumentedListParams, example: { search: 'season' } }],
  ['POST',    '/posts',                createPost,                   'coreV2CreatePost',                  editedPost,                  { batch: true, status: 201, undocumentedParams: refusedId, headers: { Location: '{rest}/core/v2/posts/{id}' }, example: examplePost }],
  ['GET',     '/posts/{id}',           readPost,                     'coreV2Post',                        post,                        { batch: true, title: 'post', headers: alternate }],
  ['EDIT',    '/posts/{id}',           editPost,                     'coreV2UpdatePost',                  editedPost,                  { batch: true, undocumentedParams, example: examplePost }],
  ['DELETE',  '/posts/{id}',           deletePost,                   'coreV2DeletePost',                  editedPost,                  { batch: true, undocumentedParams }],
  ['GET',     '/posts/{id}/revisions', listRevisions,                'coreV2Revisions',                   list({ links: revisionLinks }), { title: 'post-revision' }],
  ['GET',     '/posts/{id}/revisions/{revision}', readRevision,      'coreV2Revision',                    item({ links: revisionLinks }), { title: 'post-revision' }],
  ['DELETE',  '/posts/{id}/revisions/{revision}', deleteRevision,    'coreV2DeleteRevision',              item(),                      { requires: forceRequirement }],
  ['GET',     '/posts/{id}/autosaves', listAutosaves,                'coreV2Autosaves',                   autosave,                    { title: 'post-revision' }],
  ['POST',    '/posts/{id}/autosaves', saveAutosave,                 'coreV2KeepAutosave',                savedAutosave,                { example: { content: { raw: '<p>On Satur</p>' } } }],
  ['GET',     '/posts/{id}/autosaves/{autosave}', readAutosave,      'coreV2Autosave',                    autosave,                    { title: 'post-revision' }],

  ['GET',     '/pages',                listPages,                    'coreV2Pages',                       list({ links: pageLinks }),  { batch: true, title: 'page', undocumentedParams: undocumentedListParams, example: { search: 'season' } }],
  ['POST',    '/pages',                createPage,                   'coreV2CreatePage',                  editedPage,                  { batch: true, status: 201, undocumentedParams: refusedId, headers: { Location: '{rest}/core/v2/pages/{id}' }, example: examplePost }],
  ['GET',     '/pages/{id}',           readPost,                     'coreV2Page',                        page,                        { batch: true, title: 'page', headers: alternate }],
  ['EDIT',    '/pages/{id}',           editPage,                     'coreV2UpdatePage',                  editedPage,                  { batch: true, undocumentedParams, example: examplePost }],
  ['DELETE',  '/pages/{id}',           deletePost,                   'coreV2DeletePage',                  editedPage,                  { batch: true, undocumentedParams }],
  ['GET',     '/pages/{id}/revisions', listRevisions,                'coreV2PageRevisions',               list({ links: pageRevisionLinks }), { title: 'page-revision' }],
  ['GET',     '/pages/{id}/revisions/{revision}', readRevision,      'coreV2PageRevision',                item({ links: pageRevisionLinks }), { title: 'page-revision' }],
  ['DELETE',  '/pages/{id}/revisions/{revision}', deleteRevision,    'coreV2DeletePageRevision',          item(),                      { requires: forceRequirement }],
  ['GET',     '/pages/{id}/autosaves', listAutosaves,                'coreV2PageAutosaves',               pageAutosave,                { title: 'page-revision' }],
  ['POST',    '/pages/{id}/autosaves', saveAutosave,                 'coreV2KeepPageAutosave',            savedPageAutosave,            { example: { content: { raw: '<p>We are</p>' } } }],
  ['GET',     '/pages/{id}/autosaves/{autosave}', readAutosave,      'coreV2PageAutosave',                pageAutosave,                { title: 'page-revision' }],

  ['GET',     '/media',                listMedia,                    'coreV2MediaList',                   list({ links: mediaLinks }), { title: 'attachment' }],
  ['POST',    '/media',                uploadMedia,                  'coreV2UploadMedia',                 editedMedia,                 { status: 201, undocumentedParams: file, headers: { Location: '{rest}/core/v2/media/{id}' } }],
  ['GET',     '/media/{id}',           readMedia,                    'coreV2Media',                       media,                       { title: 'attachment', headers: alternate }],
  ['EDIT',    '/media/{id}',           editMedia,                    'coreV2UpdateMedia',                 editedMedia],
  ['DELETE',  '/media/{id}',           deleteMedia,                  'coreV2DeleteMedia',                 editedMedia,                 { requires: forceRequirement }],

  ['POST',    '/media/{id}/edit',      editImage,                    'coreV2EditImage',                   editedMedia,                 { status: 201, headers: { Location: '{rest}/core/v2/media/{id}' }, example: exampleEdit }],
  ['POST',    '/media/{id}/post-process', makeSizes,                 'coreV2MakeImageSizes',              editedMedia,                 { example: { action: 'create-image-subsizes' } }],

  ['GET',     '/comments',             listComments,                 'coreV2Comments',                    list({ links: commentLinks }), { title: 'comment' }],
  ['POST',    '/comments',             createComment,                'coreV2CreateComment',               editedComment,               { status: 201, undocumentedParams: refusedCommentId, headers: { Location: '{rest}/core/v2/comments/{id}' }, example: { post: 1, content: { raw: 'The lamps were beautiful.' } } }],
  ['GET',     '/comments/{id}',        readComment,                  'coreV2Comment',                     comment,                     { title: 'comment' }],
  ['EDIT',    '/comments/{id}',        editComment,                  'coreV2UpdateComment',               editedComment],
  ['DELETE',  '/comments/{id}',        deleteComment,                'coreV2DeleteComment',               editedComment],

  ['GET',     '/search',               searchAll,                    'coreV2Search',                      list({ links: searchLinks }), { title: 'search-result', example: { search: 'season' }, failures: { page_out_of_range: 'rest_search_invalid_page_number' } }],
  ['GET',     '/settings',             {},                           'coreV2Settings',                    item(),                      { title: 'settings' }],
  ['EDIT',    '/settings',             editSettings,                 'coreV2UpdateSettings',              item(),                      { example: { title: 'Lantern Hall', posts_per_page: 20 } }],
  ['GET',     '/types',                listTypes,                    'coreV2Types',                       item({ links: typeLinks, keyedBy: 'slug' })],
  ['GET',     '/types/{type}',         readType,                     'coreV2Type',                        item({ links: typeLinks }),  { title: 'type', example: { type: 'post' } }],
  ['GET',     '/statuses',             listStatuses,                 'coreV2Statuses',                    item({ links: statusLinks, keyedBy: 'slug' })],
  ['GET',     '/statuses/{status}',    readStatus,                   'coreV2Status',                      item({ links: statusLinks }), { title: 'status', example: { status: 'publish' } }],
  ['GET',     '/taxonomies',           listTaxonomies,               'coreV2Taxonomies',                  item({ links: taxonomyLinks, keyedBy: 'slug' })],
  ['GET',     '/taxonomies/{taxonomy}', readTaxonomy,                'coreV2Taxonomy',                    item({ links: taxonomyLinks }), { title: 'taxonomy', example: { taxonomy: 'category' } }],

  ['GET',     '/categories',           listCategories,               'coreV2Categories',                  list({ links: categoryLinks }), { batch: true, title: 'category', summary: 'Categories, page by page' }],
  ['POST',    '/categories',           createCategory,               'coreV2CreateCategory',              category,                    { batch: true, status: 201, headers: { Location: '{rest}/core/v2/categories/{id}' }, example: { name: 'Interviews' } }],
  ['GET',     '/categories/{id}',      readTerm,                     'coreV2Category',                    category,                    { batch: true, title: 'category' }],
  ['EDIT',    '/categories/{id}',      editCategory,                 'coreV2UpdateCategory',              category,                    { batch: true }],
  ['DELETE',  '/categories/{id}',      deleteTerm,                   'coreV2DeleteCategory',              deletedTerm,                 { batch: true, requires: forceRequirement }],
  ['GET',     '/tags',                 listTags,                     'coreV2Tags',                        list({ links: tagLinks }),   { batch: true, title: 'tag', summary: 'Tags, page by page' }],
  ['POST',    '/tags',                 createTag,                    'coreV2CreateTag',                   tag,                         { batch: true, status: 201, undocumentedParams: refusedParent, headers: { Location: '{rest}/core/v2/tags/{id}' }, example: { name: 'Behind the scenes' } }],
  ['GET',     '/tags/{id}',            readTerm,                     'coreV2Tag',                         tag,                         { batch: true, title: 'tag' }],
  ['EDIT',    '/tags/{id}',            editTag,                      'coreV2UpdateTag',                   tag,                         { batch: true, undocumentedParams: refusedParent }],
  ['DELETE',  '/tags/{id}',            deleteTerm,                   'coreV2DeleteTag',                   deletedTerm,                 { batch: true, requires: forceRequirement }],

  ['GET',     '/users',                listUsers,                    'coreV2Users',                       list({ links: userLinks }),  { title: 'user' }],
  ['POST',    '/users',                createUser,                   'coreV2CreateUser',                  managedUser,                 { status: 201, undocumentedParams: refusedUserId, headers: { Location: '{rest}/core/v2/users/{id}' }, example: { username: 'doris', email: 'doris@example.org', password: 'six words that nobody else knows' } }],
  ['GET',     '/users/me',             readViewer,                   'coreV2Viewer',                      user,                        { summary: 'Your own account' }],
  ['EDIT',    '/users/me',             editViewer,                   'coreV2UpdateViewer',                editedUser],
  ['DELETE',  '/users/me',             deleteViewer,                 'coreV2DeleteViewer',                editedUser,                  { requires: forceRequirement }],
  ['GET',     '/users/{id}',           readUser,                     'coreV2User',                        user,                        { title: 'user' }],
  ['EDIT',    '/users/{id}',           editUser,                     'coreV2UpdateUser',                  managedUser],
  ['DELETE',  '/users/{id}',           deleteUser,                   'coreV2DeleteUser',                  editedUser,                  { requires: forceRequirement }],
  ['GET',     passwords,               listApplicationPasswords,     'coreV2ApplicationPasswords',        applicationPassword,         { title: 'application-password' }],
  ['POST',    passwords,               createApplicationPassword,    'coreV2CreateApplicationPassword',   createdApplicationPassword,  { status: 201, headers: { Location: createdAt }, example: { name: 'Door scanner' } }],
  ['DELETE',  passwords,               deleteApplicationPasswords,   'coreV2DeleteApplicationPasswords',  item()],
  ['GET',     `${passwords}/introspect`, introspect,                 'coreV2CurrentApplicationPassword',  applicationPassword, { example: { user_id: 'me' } }],
  ['GET',     `${passwords}/{uuid}`,   readApplicationPassword,      'coreV2ApplicationPassword',         applicationPassword,         { title: 'application-password' }],
  ['EDIT',    `${passwords}/{uuid}`,   editApplicationPassword,      'coreV2RenameApplicationPassword',   renamedApplicationPassword],
  ['DELETE',  `${passwords}/{uuid}`,   deleteApplicationPassword,    'coreV2DeleteApplicationPassword',   item()],
], {
  segments: { revision: '[\\d]+', autosave: '[\\d]+', user_id: '(?:[\\d]+|me)', uuid: '[\\w\\-]+', type: '[\\w-]+', status: '[\\w-]+', taxonomy: '[\\w-]+' },
  inputMembers: {
    author: 'authorId', author_user_agent: 'authorAgent', content: 'body', date_gmt: 'dateUtc', parent: 'parentId',
    post: ['attachedToId', 'contentId'], featured_media: 'featuredMediaId', sticky: 'isSticky', categories: 'categoryIds', tags: 'tagIds',
    name: 'displayName', username: 'login',
  },
});
