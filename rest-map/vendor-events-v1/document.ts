import type { PublishedDocument } from '#app/rest/table.ts';

const kinds = ['events', 'venues', 'organizers'] as const;

/** Returns the operation IDs. The document describes collections by their lists and items by all their methods (docs/behaviour/events.md 2.11). */
function operations(): Record<string, string> {
  const named: Record<string, string> = { 'GET /doc': 'getDocumentation' };
  const add = (path: string, word: string) => {
    named[`GET ${path}`] = `get${word}`;
    named[`POST ${path}`] = `update${word}`;
    named[`DELETE ${path}`] = `delete${word}`;
  };
  for (const kind of kinds) {
    const many = kind.charAt(0).toUpperCase() + kind.slice(1);
    named[`GET /${kind}`] = `get${many}`;
    add(`/${kind}/{id}`, many.slice(0, -1));
    add(`/${kind}/by-slug/{slug}`, `${many.slice(0, -1)}BySlug`);
  }
  for (const [path, word] of [['/categories', 'Category'], ['/tags', 'Tag']] as const) {
    named[`GET ${path}`] = word === 'Category' ? 'getCategories' : 'getTags';
    add(`${path}/{id}`, word);
  }
  return named;
}

const named = operations();

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
  operations: named,
  formsOnly: true,
  // creating and changing share one description
  extraStatuses: Object.fromEntries(Object.keys(named).filter((key) => key.startsWith('POST')).map((key) => [key, [201]])),
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
