import { readFileSync } from 'node:fs';
import SwaggerParser from '@apidevtools/swagger-parser';
import { validate } from '@readme/openapi-parser';
import { createSchema } from '#graphql/schema.ts';
import { describe, expect, it } from 'vitest';
import evtV1 from '../../rest-map/evt-v1/routes.ts';
import vendorEventsV1 from '../../rest-map/vendor-events-v1/routes.ts';
import { document as current } from '../../rest-map/evt-v1/document.ts';
import { document as legacy } from '../../rest-map/vendor-events-v1/document.ts';
import siteIndex from '../../rest-map/site-index/routes.ts';
import { createRestEngine } from '../../src/rest/create-engine.ts';
import { createPublishedDocument } from '../../src/rest/openapi/create-published-document.ts';

const sources = ['site-index', 'vendor-events-v1', 'evt-v1'].map((folder) => {
  const file = `rest-map/${folder}/shapes.graphql`;
  return { file, text: readFileSync(new URL(`../../${file}`, import.meta.url), 'utf8') };
});
const { plans } = createRestEngine({
  schema: createSchema(),
  restUrl: 'https://site.example/rest',
  relationBase: 'https://site.example/rel/',
  map: { tables: [siteIndex, vendorEventsV1, evtV1], sources, advertised: [], indexOperation: 'siteIndex', authentication: () => ({}) },
});

interface Document {
  openapi: string;
  info: { version: string };
  servers: { url: string }[];
  paths: Record<
    string,
    Record<string, { operationId: string; parameters: object[]; requestBody?: { content: object }; responses: object }>
  >;
  components: { schemas: Record<string, { allOf?: unknown[]; properties?: object }>; securitySchemes?: object };
}

const documents = {
  legacy: createPublishedDocument(plans, 'vendor/events/v1', 'https://site.example/rest', legacy) as unknown as Document,
  current: createPublishedDocument(plans, 'evt/v1', 'https://site.example/rest', current) as unknown as Document,
};

describe.each(Object.entries(documents))('Published document of the %s calendar', (_name, document) => {
  it('is valid for two independent parsers', async () => {
    await expect(SwaggerParser.validate(structuredClone(document) as never)).resolves.toBeDefined();
    expect(await validate(structuredClone(document) as never)).toMatchObject({ valid: true });
  });
});

describe('GET /doc (docs/behaviour/events.md 2.11)', () => {
  const { openapi, info, servers, paths, components } = documents.legacy;

  it('has version and server', () => {
    expect({ openapi, version: info.version, servers }).toEqual({
      openapi: '3.0.0',
      version: '1.0.0',
      servers: [{ url: 'https://site.example/rest/vendor/events/v1/' }],
    });
  });

  it('describes lists for collections, and reading, writing and deleting for items', () => {
    expect(Object.fromEntries(Object.entries(paths).map(([path, item]) => [path, Object.keys(item)]))).toEqual({
      '/doc': ['get'],
      '/events': ['get'],
      '/events/{id}': ['get', 'post', 'delete'],
      '/events/by-slug/{slug}': ['get', 'post', 'delete'],
      '/venues': ['get'],
      '/venues/{id}': ['get', 'post', 'delete'],
      '/venues/by-slug/{slug}': ['get', 'post', 'delete'],
      '/organizers': ['get'],
      '/organizers/{id}': ['get', 'post', 'delete'],
      '/organizers/by-slug/{slug}': ['get', 'post', 'delete'],
      '/categories': ['get'],
      '/categories/{id}': ['get', 'post', 'delete'],
      '/tags': ['get'],
      '/tags/{id}': ['get', 'post', 'delete'],
    });
    expect(Object.keys(paths['/events/{id}']?.['post']?.requestBody?.content ?? {})).toEqual(['application/x-www-form-urlencoded']);
    expect(Object.keys(paths['/events/{id}']?.['post']?.responses ?? {})).toEqual(expect.arrayContaining(['200', '201']));
  });

  it('describes every parameter, and which ones are comma-separated lists', () => {
    const allParameters = Object.values(paths).flatMap((item) => Object.values(item).flatMap(({ parameters }) => parameters));
    for (const parameter of allParameters)
      for (const name of ['name', 'in', 'description', 'required', 'schema']) expect(parameter).toHaveProperty(name);
    const lists = paths['/events']?.['get']?.parameters.filter((parameter) => 'explode' in parameter && parameter.explode === false);
    expect(lists?.map((parameter) => 'name' in parameter && parameter.name)).toEqual([
      'categories',
      'tags',
      'venue',
      'organizer',
      'include',
    ]);
  });

  it('has the schema names that clients use', () => {
    expect(Object.keys(components.schemas)).toEqual(
      expect.arrayContaining(['ImageSize', 'CostDetails', 'Term', 'Image', 'DateDetails', 'Event', 'Venue', 'Organizer']),
    );
    expect(JSON.stringify(components.schemas['Event'])).toContain('#/components/schemas/Venue');
    expect(JSON.stringify(paths['/events'])).toContain('#/components/schemas/Event');
  });
});

describe('GET /docs (docs/behaviour/events.md 3.7)', () => {
  const { openapi, servers, paths, components } = documents.current;

  it('has version, server and authentication', () => {
    expect({ openapi, servers }).toEqual({ openapi: '3.0.4', servers: [{ url: 'https://site.example/rest/evt/v1' }] });
    expect(components.securitySchemes).toEqual({ BasicAuth: { type: 'http', scheme: 'basic' } });
  });

  it('has the operation IDs and schema names that clients use', () => {
    expect(Object.values(paths).flatMap((item) => Object.values(item).map(({ operationId }) => operationId))).toEqual([
      'getOpenApiDocs',
      'getEvents',
      'createEvent',
      'getEvent',
      'updateEvent',
      'deleteEvent',
      'getOrganizers',
      'createOrganizer',
      'getOrganizer',
      'updateOrganizer',
      'deleteOrganizer',
      'getVenues',
      'createVenue',
      'getVenue',
      'updateVenue',
      'deleteVenue',
    ]);
    expect(Object.keys(components.schemas)).toEqual(
      expect.arrayContaining([
        'TEC_Post_Entity',
        'TEC_Post_Entity_Request_Body',
        'Date',
        'DateDetails',
        'Event',
        'Event_Request_Body',
        'Organizer',
        'Organizer_Request_Body',
        'Venue',
        'Venue_Request_Body',
        'OpenApi',
        'OpenApiPath',
      ]),
    );
    for (const name of ['Event', 'Organizer', 'Venue'])
      expect(components.schemas[name]?.allOf?.[0]).toEqual({ $ref: '#/components/schemas/TEC_Post_Entity' });
  });
});
