import type { PublishedDocument } from '#app/rest/table.ts';

const kinds = ['events', 'venues', 'organizers'] as const;

/** Returns the operation IDs. The document contains only GET for collections, and all methods for items (docs/behaviour/events.md 2.11). */
function createOperationIds(): Record<string, string> {
  const ids: Record<string, string> = { 'GET /doc': 'getDocumentation' };
  const add = (path: string, word: string) => {
    ids[`GET ${path}`] = `get${word}`;
    ids[`POST ${path}`] = `update${word}`;
    ids[`DELETE ${path}`] = `delete${word}`;
  };
  for (const kind of kinds) {
    const plural = kind.charAt(0).toUpperCase() + kind.slice(1);
    ids[`GET /${kind}`] = `get${plural}`;
    add(`/${kind}/{id}`, plural.slice(0, -1));
    add(`/${kind}/by-slug/{slug}`, `${plural.slice(0, -1)}BySlug`);
  }
  for (const [path, word] of [['/categories', 'Category'], ['/tags', 'Tag']] as const) {
    ids[`GET ${path}`] = word === 'Category' ? 'getCategories' : 'getTags';
    add(`${path}/{id}`, word);
  }
  return ids;
}

const operationIds = createOperationIds();

/** The response of `GET /doc`. Older installations returned another version of OpenAPI. */
export const document: PublishedDocument = {
  openapi: '3.0.0',
  info: { version: '1.0.0', title: 'Event calendar REST API', description: 'Reads and writes events, venues, organizers, and the categories and tags of events.' },
  serverSuffix: '/',
  tags: [
    { name: 'Documentation', description: 'The OpenAPI document of this API.' },
    { name: 'Events', description: 'Events and their dates.' },
    { name: 'Venues', description: 'Venues where events take place.' },
    { name: 'Organizers', description: 'Organizers of events.' },
    { name: 'Categories', description: 'Hierarchical categories of events.' },
    { name: 'Tags', description: 'Tags shared by events and posts.' },
  ],
  operations: operationIds,
  formsOnly: true,
  // the document describes creating and changing as one operation
  extraStatuses: Object.fromEntries(Object.keys(operationIds).filter((key) => key.startsWith('POST')).map((key) => [key, [201]])),
  schemas: {
    ImageSize: { route: 'GET /events', at: ['events', 'items', 'image', 'sizes', 'additionalProperties'] },
    CostDetails: { route: 'GET /events', at: ['events', 'items', 'cost_details'] },
    Term: { route: 'GET /categories/{id}' },
    Image: { route: 'GET /events', at: ['events', 'items', 'image'] },
    DateDetails: { route: 'GET /events', at: ['events', 'items', 'start_date_details'] },
    Event: { route: 'GET /events', at: ['events', 'items'] },
    Venue: { route: 'GET /venues', at: ['venues', 'items'] },
    Organizer: { route: 'GET /organizers', at: ['organizers', 'items'] },
  },  security: 'BasicAuth',
};
