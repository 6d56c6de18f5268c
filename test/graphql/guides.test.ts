import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Guide, readGuides } from '../../src/cli/reference/guides.ts';
import { openWholeSite, type TestUserName, type WholeSite } from '../support/site.ts';

const guides = readGuides();

let site: WholeSite;
/** Values for the placeholders in guides, by placeholder. */
const known = new Map<unknown, unknown>();
beforeAll(async () => {
  site = await openWholeSite();
  const { id } = await site.user('administrator');
  for (const domain of site.site.domains) await domain.demoContent?.()(site.site, id);
  const [event] = await site.site.db.sql<{ id: number }>(
    "SELECT id FROM content WHERE kind = 'event' AND slug = 'vale-quartet-night-pieces'",
  );
  known.set('$EVENT_ID', Buffer.from(`Event:${event?.id}`).toString('base64'));
}, 60_000);
afterAll(() => site.close());

/** Returns the variables of a guide with values in place of its placeholders. */
const fillVariables = ({ variables }: Guide) =>
  JSON.parse(JSON.stringify(variables, (_name, value: unknown) => (known.has(value) ? known.get(value) : value))) as Record<
    string,
    unknown
  >;

const guide = (file: string): Guide => {
  const found = guides.find((one) => one.file === `${file}.graphql`);
  if (!found) throw new Error(`There is no guide ${file}.`);
  tried.add(found.file);
  return found;
};
const tried = new Set<string>();

async function resultOf(file: string, as?: TestUserName) {
  const one = guide(file);
  const { data, errors } = await site.graphql(one.source, fillVariables(one), as);
  expect(errors, file).toEqual([]);
  return data;
}

describe('The guides of docs/graphql, run on the demo content', () => {
  it('list, page, search and refetch', async () => {
    const { events } = await resultOf('01-list-events');
    expect(events.nodes).toHaveLength(3);
    expect(events.totalCount).toBeGreaterThan(3);
    const paging = guide('02-page-through');
    const titles: string[] = [];
    for (let after: string | null = null, more = true; more; ) {
      const { data, errors } = await site.graphql(paging.source, { after });
      expect(errors).toEqual([]);
      titles.push(...data.posts.edges.map(({ node }: { node: { title: { rendered: string } } }) => node.title.rendered));
      ({ hasNextPage: more, endCursor: after } = data.posts.pageInfo);
    }
    expect([titles.length, new Set(titles).size]).toEqual([4, 4]);
    expect((await resultOf('03-read-again')).node).toMatchObject({ __typename: 'Event', id: known.get('$EVENT_ID') });
    expect((await resultOf('04-search')).searchResults.totalCount).toBeGreaterThan(0);
  });

  it('look up records by ID, slug and address', async () => {
    const { event } = await resultOf('14-look-up');
    expect(event.id).toBe(known.get('$EVENT_ID'));
    const { source } = guide('14-look-up');
    for (const by of [{ id: event.id }, { databaseId: event.databaseId }]) {
      const { data, errors } = await site.graphql(source, { by });
      expect([errors, data.event]).toEqual([[], event]);
    }
  });

  it('buy a ticket', async () => {
    const { node } = await resultOf('05-tickets-of-an-event');
    expect(node.tickets.nodes).toHaveLength(2);
    known.set('$TICKET_NUMBER', node.tickets.nodes[0].databaseId);
    const { startCheckout } = await resultOf('06-buy-a-ticket');
    expect(startCheckout.checkout).toMatchObject({
      total: { amount: '48.00', currencyCode: 'USD', formatted: '$48.00' },
      lines: [{ quantity: 2, subtotal: { formatted: '$48.00' } }],
    });
    known.set('$TOKEN', startCheckout.token);
    expect((await resultOf('07-say-who-buys')).updateCheckout.checkout).toMatchObject({ state: 'OPEN', buyerName: 'Ada Lindqvist' });
    expect((await resultOf('08-complete')).completeCheckout).toMatchObject({ paymentUrl: null, checkout: { state: 'COMPLETED' } });
  });

  it('show refusals in payloads and sign in', async () => {
    const refused = await resultOf('09-handle-refusals');
    expect(refused).toEqual({
      startCheckout: { token: null, errors: [{ __typename: 'NotFound', code: 'ticket_not_found', message: expect.any(String), path: [] }] },
      createPost: { post: null, errors: [expect.objectContaining({ __typename: 'SignInRequired', path: [] })] },
    });
    const { data, errors } = await site.graphql(guide('13-partial-answers').source);
    expect(data).toEqual({ site: { name: expect.any(String) }, waitingList: null });
    expect(errors).toMatchObject([{ path: ['waitingList'], extensions: { code: expect.any(String), status: 401 } }]);
    expect((await resultOf('12-who-am-i')).viewer).toBeNull();
    expect((await resultOf('12-who-am-i', 'editor')).viewer.displayName).toEqual(expect.any(String));
  });

  it('upload', async () => {
    const { source } = guide('10-upload');
    const png = Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==', 'base64');
    const part = (name: string, more: string) => Buffer.from(`--b\r\nContent-Disposition: form-data; name="${name}"${more}\r\n\r\n`);
    const payload = Buffer.concat([
      part('operations', ''),
      Buffer.from(`${JSON.stringify({ query: source, variables: { file: null } })}\r\n`),
      part('map', ''),
      Buffer.from('{"0":["variables.file"]}\r\n'),
      part('0', '; filename="dot.png"\r\nContent-Type: image/png'),
      png,
      Buffer.from('\r\n--b--\r\n'),
    ]);
    const { authorization } = await site.user('editor');
    const headers = { authorization, 'content-type': 'multipart/form-data; boundary=b', 'graphql-preflight': '1' };
    const response = await site.http.inject({ method: 'POST', url: '/graphql', headers, payload });
    expect([response.json().errors, response.json().data]).toEqual([
      undefined,
      { uploadMedia: { mediaItem: { __typename: expect.any(String) } } },
    ]);
  });

  it('subscribe', async () => {
    const leaving = new AbortController();
    const response = await fetch(`${await site.http.listen({ host: '127.0.0.1', port: 0 })}/graphql`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', accept: 'text/event-stream' },
      body: JSON.stringify({ query: guide('11-subscribe').source }),
      signal: leaving.signal,
    });
    const reader = (response.body as ReadableStream<Uint8Array>).getReader();
    const hear = async () => Buffer.from((await reader.read()).value ?? []).toString();
    let heard = await hear();
    const [event] = await site.site.db.sql<{ id: number }>("SELECT id FROM content WHERE kind = 'event' AND slug = 'open-rehearsal'");
    await site.rest('POST', `/vendor/events/v1/events/${event?.id}`, { body: { title: 'Open rehearsal, later' }, as: 'administrator' });
    while (!heard.includes('event: next')) heard += await hear();
    expect(heard).toContain('Open rehearsal, later');
    leaving.abort();
  });

  it('are all tested here', () => {
    expect(guides.map(({ file }) => file).filter((file) => !tried.has(file))).toEqual([]);
  });
});
