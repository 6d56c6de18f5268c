import { buildSchema, parse, validate } from 'graphql';
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { actions } from '../../src/domains/organize/pages/actions.route.ts';
import { mountOrganize } from '../../src/domains/organize/pages/mount.ts';
import { buttons, otherPages, pagesOfEvent, type EventObjects } from './counterparts.ts';

const EVENT = '/organize/events/:event';
/** Pages whose buttons all submit to one route. `buttons` lists their actions. */
const pagesWithButtons = new Set(['', '/orders', '/attendees', '/waiting']);

/** Returns method and path of every organizer route, without patterns of its parameters. */
function listRoutes(): string[] {
  const routes: string[] = [];
  const app = {
    get: (path: string) => void routes.push(`GET ${path}`),
    post: (path: string) => void routes.push(`POST ${path}`),
    register: (work: (inner: unknown) => void) => work(app),
    addContentTypeParser: () => undefined,
    addHook: () => undefined,
    route: () => undefined,
  };
  mountOrganize(app as never, { config: {} } as never);
  return routes.map((route) => route.replace(/\(\^[^)]*\)/g, '')).filter((route) => !/\.(css|js)$/.test(route));
}

describe('Every action of the organizer pages', () => {
  it('has a listed counterpart in GraphQL, for each page and each button', () => {
    const pages = listRoutes()
      .filter((route) => route.includes(EVENT))
      .map((route) => route.replace(EVENT, ''))
      .filter((route) => !(route.startsWith('POST ') && pagesWithButtons.has(route.slice(5))));
    expect(pages.toSorted()).toEqual(Object.keys(pagesOfEvent).toSorted());
    expect(
      listRoutes()
        .filter((route) => !route.includes(EVENT))
        .toSorted(),
    ).toEqual(Object.keys(otherPages).toSorted());
    expect([...Object.keys(actions), 'duplicate'].toSorted()).toEqual(Object.keys(buttons).toSorted());
  });

  it('names an existing member of the public schema', () => {
    const schema = buildSchema(readFileSync('graphql/schema.graphql', 'utf8'), { assumeValidSDL: true });
    const objects: EventObjects = { event: 1, ticket: 2, order: 3, attendee: 4, entry: 5, code: 6 };
    const documents = [
      ...Object.values(buttons).map(({ id, graphql }) => graphql(objects[id], objects)),
      ...Object.values(pagesOfEvent).flatMap(({ graphql }) => graphql(objects)),
      ...Object.values(otherPages),
    ];
    const errors = documents.flatMap((document) => validate(schema, parse(document)).map(({ message }) => `${document}: ${message}`));
    expect(errors).toEqual([]);
  });
});
