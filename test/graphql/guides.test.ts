import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Guide, readGuides } from '../../src/cli/reference/guides.ts';
import { openWholeSite, type TestUserName, type WholeSite } from '../support/site.ts';

const guides = readGuides();

let site: WholeSite;
/** Values by the placeholder that they replace in guides. */
const placeholders = new Map<unknown, unknown>();
beforeAll(async () => {
  site = await openWholeSite();
  const { id } = await site.user('administrator');
  for (const domain of site.site.domains) await domain.demoContent?.()(site.site, id);
  const [event] = await site.site.db.sql<{ id: number }>(
    "SELECT id FROM content WHERE kind = 'event' AND slug = 'vale-quartet-night-pieces'",
  );
  placeholders.set('$EVENT_ID', Buffer.from(`Event:${event?.id}`).toString('base64'));
}, 60_000);
afterAll(() => site.close());

/** Returns the variables of a guide with values in place of its placeholders. */
const fillVariables = ({ variables }: Guide) =>
  JSON.parse(JSON.stringify(variables, (_name, value: unknown) => (placeholders.has(value) ? placeholders.get(value) : value))) as Record<
    string,
    unknown
  >;

const usedGuides = new Set<string>();

function getGuide(file: string): Guide {
  const guide = guides.find((candidate) => candidate.file === `${file}.graphql`);
  if (!guide) throw new Error(`There is no guide ${file}.`);
  usedGuides.add(guide.file);
  return guide;
}

async function runGuide(file: string, as?: TestUserName) {
  const guide = getGuide(file);
  const { data, errors } = await site.graphql(guide.source, fillVariables(guide), as);
  expect(errors, file).toEqual([]);
  return data;
}

describe('The guides of docs/graphql, run on the demo content', () => {
  it('list, page, search and refetch', async () => {
    const { events } = await runGuide('01-list-events');
    expect(events.nodes).toHaveLength(3);
    expect(events.totalCount).toBeGreaterThan(3);
    const paging = getGuide('02-page-through');
    const titles: string[] = [];
    for (let after: string | null = null, hasMore = true; hasMore; ) {
      const { data, errors } = await site.graphql(paging.source, { after });
      expect(errors).toEqual([]);
      titles.push(...data.posts.edges.map(({ node }: { node: { title: { rendered: string } } }) => node.title.rendered));
      ({ hasNextPage: hasMore, endCursor: after } = data.posts.pageInfo);
    }
    expect([titles.length, new Set(titles).size]).toEqual([4, 4]);
    expect((await runGuide('03-read-again')).node).toMatchObject({ __typename: 'Event', id: placeholders.get('$EVENT_ID') });
    expect((await runGuide('04-search')).searchResults.totalCount).toBeGreaterThan(0);
  });

  it('look up records by ID, slug and address', async () => {
    const { event } = await runGuide('14-look-up');
    expect(event.id).toBe(placeholders.get('$EVENT_ID'));
    const { source } = getGuide('14-look-up');
    for (const by of [{ id: event.id }, { databaseId: event.databaseId }]) {
      const { data, errors } = await site.graphql(source, { by });
      expect([errors, data.event]).toEqual([[], event]);
    }
  });

  it('buy a ticket', async () => {
    const { node } = await runGuide('05-tickets-of-an-event');
    expect(node.tickets.nodes).toHaveLength(2);
    placeholders.set('$TICKET_NUMBER', node.tickets.nodes[0].databaseId);
    const { startCheckout } = await runGuide('06-buy-a-ticket');
    expect(startCheckout.checkout).toMatchObject({
      total: { amount: '48.00', currencyCode: 'USD', formatted: '$48.00' },
      lines: [{ quantity: 2, subtotal: { formatted: '$48.00' } }],
    });
    placeholders.set('$TOKEN', startCheckout.token);
    expect((await runGuide('07-say-who-buys')).updateCheckout.checkout).toMatchObject({ state: 'OPEN', buyerName: 'Ada Lindqvist' });
    expect((await runGuide('08-complete')).completeCheckout).toMatchObject({ paymentUrl: null, checkout: { state: 'COMPLETED' } });
  });

  it('show refusals in payloads and the signed-in user', async () => {
    const refusal = await runGuide('09-handle-refusals');
    expect(refusal).toEqual({
      startCheckout: { token: null, errors: [{ __typename: 'NotFound', code: 'ticket_not_found', message: expect.any(String), path: [] }] },
      createPost: { post: null, errors: [expect.objectContaining({ __typename: 'SignInRequired', path: [] })] },
    });
    const { data, errors } = await site.graphql(getGuide('13-partial-answers').source);
    expect(data).toEqual({ site: { name: expect.any(String) }, waitingList: null });
    expect(errors).toMatchObject([{ path: ['waitingList'], extensions: { code: expect.any(String), status: 401 } }]);
    expect((await runGuide('12-who-am-i')).viewer).toBeNull();
    expect((await runGuide('12-who-am-i', 'editor')).viewer.displayName).toEqual(expect.any(String));
  });

  it('upload', async () => {
    const { source } = getGuide('10-upload');
    const png = Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==', 'base64');
    const part = (name: string, headers: string) => Buffer.from(`--b\r\nContent-Disposition: form-data; name="${name}"${headers}\r\n\r\n`);
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
    const controller = new AbortController();
    const response = await fetch(`${await site.http.listen({ host: '127.0.0.1', port: 0 })}/graphql`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', accept: 'text/event-stream' },
      body: JSON.stringify({ query: getGuide('11-subscribe').source }),
      signal: controller.signal,
    });
    const reader = (response.body as ReadableStream<Uint8Array>).getReader();
    const readChunk = async () => Buffer.from((await reader.read()).value ?? []).toString();
    let received = await readChunk();
    const [event] = await site.site.db.sql<{ id: number }>("SELECT id FROM content WHERE kind = 'event' AND slug = 'open-rehearsal'");
    await site.rest('POST', `/vendor/events/v1/events/${event?.id}`, { body: { title: 'Open rehearsal, later' }, as: 'administrator' });
    while (!received.includes('event: next')) received += await readChunk();
    expect(received).toContain('Open rehearsal, later');
    controller.abort();
  });

  it('are all tested here', () => {
    expect(guides.map(({ file }) => file).filter((file) => !usedGuides.has(file))).toEqual([]);
  });
});
