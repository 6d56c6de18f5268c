import { buildSchema, parse, validate } from 'graphql';
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { acts } from '../../src/domains/organize/pages/acts.route.ts';
import { mountOrganize } from '../../src/domains/organize/pages/mount.ts';
import { buttons, otherPages, pagesOfEvent, type Things } from './counterparts.ts';

const EVENT = '/organize/events/:event';
/** One route of each page with buttons. Its actions are listed by the names of their buttons. */
const withButtons = new Set(['', '/orders', '/attendees', '/waiting']);

/** Returns method and path of every organizer route, without patterns of its parameters. */
function routes(): string[] {
  const found: string[] = [];
  const app = {
    get: (path: string) => void found.push(`GET ${path}`),
    post: (path: string) => void found.push(`POST ${path}`),
    register: (work: (inner: unknown) => void) => work(app),
    addContentTypeParser: () => undefined,
    addHook: () => undefined,
    route: () => undefined,
  };
  mountOrganize(app as never, { config: {} } as never);
  return found.map((route) => route.replace(/\(\^[^)]*\)/g, '')).filter((route) => !/\.(css|js)$/.test(route));
}

describe('Every action of the organizer pages', () => {
  it('has a listed counterpart in GraphQL, for each page and each button', () => {
    const pages = routes()
      .filter((route) => route.includes(EVENT))
      .map((route) => route.replace(EVENT, ''))
      .filter((route) => !(route.startsWith('POST ') && withButtons.has(route.slice(5))));
    expect(pages.toSorted()).toEqual(Object.keys(pagesOfEvent).toSorted());
    expect(
      routes()
        .filter((route) => !route.includes(EVENT))
        .toSorted(),
    ).toEqual(Object.keys(otherPages).toSorted());
    expect([...Object.keys(acts), 'duplicate'].toSorted()).toEqual(Object.keys(buttons).toSorted());
  });

  it('names an existing member of the public schema', () => {
    const schema = buildSchema(readFileSync('graphql/schema.graphql', 'utf8'), { assumeValidSDL: true });
    const things: Things = { event: 1, ticket: 2, order: 3, attendee: 4, entry: 5, code: 6 };
    const documents = [
      ...Object.values(buttons).map(({ id, graphql }) => graphql(things[id], things)),
      ...Object.values(pagesOfEvent).flatMap(({ graphql }) => graphql(things)),
      ...Object.values(otherPages),
    ];
    const faults = documents.flatMap((document) => validate(schema, parse(document)).map(({ message }) => `${document}: ${message}`));
    expect(faults).toEqual([]);
  });
});
