import type { PublishedDocument } from '#app/rest/table.ts';

const commonFields = [
  'id', 'date', 'date_gmt', 'guid', 'modified', 'modified_gmt', 'slug', 'status', 'type', 'link', 'title', 'content', 'excerpt', 'author', 'featured_media', 'template',
];
const commonRequestFields = [
  'date', 'date_gmt', 'slug', 'status', 'title', 'content', 'excerpt', 'author', 'featured_media', 'comment_status', 'ping_status', 'format', 'template', 'tags',
];

function createOperationIds(): Record<string, string> {
  const ids: Record<string, string> = { 'GET /docs': 'getOpenApiDocs' };
  for (const [path, word] of [['/events', 'Event'], ['/organizers', 'Organizer'], ['/venues', 'Venue']] as const) {
    ids[`GET ${path}`] = `get${word}s`;
    ids[`POST ${path}`] = `create${word}`;
    ids[`GET ${path}/{id}`] = `get${word}`;
    ids[`PUT ${path}/{id}`] = `update${word}`;
    ids[`DELETE ${path}/{id}`] = `delete${word}`;
  }
  return ids;
}

/** The response of `GET /docs` (docs/behaviour/events.md 3.7). */
export const document: PublishedDocument = {
  openapi: '3.0.4',
  info: {
    title: 'Event calendar REST API', version: '1.0.0', description: 'Reads and writes events, venues and organizers.',
    contact: { name: 'The operators of this site', email: 'webmaster@example.org' },
  },
  serverSuffix: '',
  tags: [
    { name: 'Docs', description: 'The OpenAPI document of this API.' },
    { name: 'Events', description: 'Events and their dates.' },
    { name: 'Organizers', description: 'Organizers of events.' },
    { name: 'Venues', description: 'Venues where events take place.' },
  ],
  operations: createOperationIds(),
  schemas: {
    TEC_Post_Entity: { route: 'GET /events/{id}', only: commonFields },
    TEC_Post_Entity_Request_Body: { route: 'POST /events', body: true, only: commonRequestFields },
    Date: { route: 'GET /events/{id}', at: ['dates', 'start'] },
    DateDetails: { route: 'GET /events/{id}', at: ['dates'] },
    Event: { route: 'GET /events/{id}', extends: 'TEC_Post_Entity' },
    Event_Request_Body: { route: 'POST /events', body: true, extends: 'TEC_Post_Entity_Request_Body' },
    Organizer: { route: 'GET /organizers/{id}', extends: 'TEC_Post_Entity' },
    Organizer_Request_Body: { route: 'POST /organizers', body: true, extends: 'TEC_Post_Entity_Request_Body' },
    Venue: { route: 'GET /venues/{id}', extends: 'TEC_Post_Entity' },
    Venue_Request_Body: { route: 'POST /venues', body: true, extends: 'TEC_Post_Entity_Request_Body' },
    OpenApi: {
      route: 'GET /docs',
      literal: {
        type: 'object', description: 'An OpenAPI document.',
        properties: { openapi: { type: 'string' }, info: { type: 'object' }, paths: { type: 'object', additionalProperties: { $ref: '#/components/schemas/OpenApiPath' } } },
      },
    },
    OpenApiPath: { literal: { type: 'object', description: 'Operations of a path, by HTTP method.', additionalProperties: { type: 'object' } } },
  },
  security: 'BasicAuth',
};
