import { CREATE, DELETE, EDIT, item, namespace, page, READ } from '#app/rest/table.ts';
import { createCategory, createTag, editCategory, editTag, listCategories, listTags, refusedParent as also, termRef } from './term-fields.ts';

const addresses = { neighbours: true };
const terms = (key: string) => page(key, { headers: 'X-TEC', addresses });
const located = (collection: string) => ({ status: 201, headers: { Location: `{rest}/vendor/events/v1/${collection}/{id}` } });

/** Document 1, "Event calendar, legacy version"; behaviour: events.md 2. */
export default namespace('vendor/events/v1', [
  // methods  path                parameters      runs                             answers with         options
  [READ,      '/categories',      listCategories, 'vendorEventsV1Categories',      terms('categories'), { title: 'event-category' }],
  [CREATE,    '/categories',      createCategory, 'vendorEventsV1CreateCategory',  item(),              located('categories')],
  [READ,      '/categories/{id}', termRef,        'vendorEventsV1Category',        item(),              { title: 'event-category' }],
  [DELETE,    '/categories/{id}', termRef,        'vendorEventsV1DeleteCategory',  item()],
  [EDIT,      '/categories/{id}', editCategory,   'vendorEventsV1UpdateCategory',  item()],
  [READ,      '/tags',            listTags,       'vendorEventsV1Tags',            terms('tags'),       { title: 'event-tag' }],
  [CREATE,    '/tags',            createTag,      'vendorEventsV1CreateTag',       item(),              { ...located('tags'), also }],
  [READ,      '/tags/{id}',       termRef,        'vendorEventsV1Tag',             item(),              { title: 'event-tag' }],
  [DELETE,    '/tags/{id}',       termRef,        'vendorEventsV1DeleteTag',       item()],
  [EDIT,      '/tags/{id}',       editTag,        'vendorEventsV1UpdateTag',       item(),              { also }],
], { segments: { id: '\\d+' } });
