import { CREATE, DELETE, EDIT, item, list, namespace, READ } from '#app/rest/table.ts';
import { createPost, deletePost, editPost, excerptLength as also, listPosts, readPost, refusedId } from './fields.ts';
import { applicationPasswordLinks, categoryLinks, createdApplicationPasswordLinks, postLinks, revisionLinks, tagLinks, userLinks } from './links.ts';
import { listRevisions } from './revision-fields.ts';
import { createCategory, createTag, editCategory, editTag, listCategories, listTags, readTerm } from './term-fields.ts';
import {
  createApplicationPassword, deleteApplicationPassword, deleteApplicationPasswords, editApplicationPassword, introspect, listApplicationPasswords,
  readApplicationPassword, readUser, readViewer,
} from './user-fields.ts';

const post = item({ links: postLinks });
const editedPost = item({ links: postLinks, context: 'edit' });
const category = item({ links: categoryLinks });
const tag = item({ links: tagLinks });
const user = item({ links: userLinks });
const applicationPassword = item({ links: applicationPasswordLinks });
const renamedApplicationPassword = item({ links: applicationPasswordLinks, context: 'edit', at: ['applicationPassword'] });
const createdApplicationPassword = item({ links: createdApplicationPasswordLinks, context: 'edit' });
const createdAt = '{rest}/core/v2/users/{applicationPassword._userId}/application-passwords/{applicationPassword.uuid}';
const passwords = '/users/{user_id}/application-passwords';
const alternate = { Link: '<{link}>; rel="alternate"; type=text/html' };

/** Document 1, "Batch, embed and core content"; behaviour: core-rest.md 7, and 6.3 and 10 for the rows below the posts. */
export default namespace('core/v2', [
  // methods  path                     parameters                    runs                                 answers with                 options
  [READ,      '/posts',                listPosts,                    'coreV2Posts',                       list({ links: postLinks }),  { batch: true, title: 'post', also }],
  [CREATE,    '/posts',                createPost,                   'coreV2CreatePost',                  editedPost,                  { batch: true, status: 201, also: refusedId, headers: { Location: '{rest}/core/v2/posts/{id}' } }],
  [READ,      '/posts/{id}',           readPost,                     'coreV2Post',                        post,                        { batch: true, title: 'post', headers: alternate }],
  [EDIT,      '/posts/{id}',           editPost,                     'coreV2UpdatePost',                  editedPost,                  { batch: true, also }],
  [DELETE,    '/posts/{id}',           deletePost,                   'coreV2DeletePost',                  editedPost,                  { batch: true, also }],
  [READ,      '/posts/{id}/revisions', listRevisions,                'coreV2Revisions',                   item({ links: revisionLinks }), { title: 'post-revision' }],

  [READ,      '/categories',           listCategories,               'coreV2Categories',                  list({ links: categoryLinks }), { batch: true, title: 'category' }],
  [CREATE,    '/categories',           createCategory,               'coreV2CreateCategory',              category,                    { batch: true, status: 201, headers: { Location: '{rest}/core/v2/categories/{id}' } }],
  [READ,      '/categories/{id}',      readTerm,                     'coreV2Category',                    category,                    { batch: true, title: 'category' }],
  [EDIT,      '/categories/{id}',      editCategory,                 'coreV2UpdateCategory',              category,                    { batch: true }],
  [READ,      '/tags',                 listTags,                     'coreV2Tags',                        list({ links: tagLinks }),   { batch: true, title: 'tag' }],
  [CREATE,    '/tags',                 createTag,                    'coreV2CreateTag',                   tag,                         { batch: true, status: 201, headers: { Location: '{rest}/core/v2/tags/{id}' } }],
  [READ,      '/tags/{id}',            readTerm,                     'coreV2Tag',                         tag,                         { batch: true, title: 'tag' }],
  [EDIT,      '/tags/{id}',            editTag,                      'coreV2UpdateTag',                   tag,                         { batch: true }],

  [READ,      '/users/me',             readViewer,                   'coreV2Viewer',                      user],
  [READ,      '/users/{id}',           readUser,                     'coreV2User',                        user,                        { title: 'user' }],
  [READ,      passwords,               listApplicationPasswords,     'coreV2ApplicationPasswords',        applicationPassword,         { title: 'application-password' }],
  [CREATE,    passwords,               createApplicationPassword,    'coreV2CreateApplicationPassword',   createdApplicationPassword,  { status: 201, headers: { Location: createdAt } }],
  [DELETE,    passwords,               deleteApplicationPasswords,   'coreV2DeleteApplicationPasswords',  item()],
  [READ,      `${passwords}/introspect`, introspect,                 'coreV2CurrentApplicationPassword',  applicationPassword],
  [READ,      `${passwords}/{uuid}`,   readApplicationPassword,      'coreV2ApplicationPassword',         applicationPassword,         { title: 'application-password' }],
  [EDIT,      `${passwords}/{uuid}`,   editApplicationPassword,      'coreV2RenameApplicationPassword',   renamedApplicationPassword],
  [DELETE,    `${passwords}/{uuid}`,   deleteApplicationPassword,    'coreV2DeleteApplicationPassword',   item()],
], { segments: { user_id: '(?:[\\d]+|me)', uuid: '[\\w\\-]+' } });
