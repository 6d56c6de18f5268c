import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { checkouts, code } from '../checkout/support.ts';
import { openWholeSite, type TestUserName, type WholeSite } from '../support/site.ts';
import { ticketing } from '../tickets/support.ts';
import { buttons, pagesOfEvent, type Things } from './counterparts.ts';
import { nonceOn, sendParts, type Staff, staff } from './support.ts';

let site: WholeSite;
let t: ReturnType<typeof ticketing>;
let shop: ReturnType<typeof checkouts>;
beforeAll(async () => {
  site = await openWholeSite();
  t = ticketing(site);
  shop = checkouts(site);
});
afterAll(() => site.close());

const ok = <T extends { errors: unknown[] }>(reply: T): T => {
  expect(reply.errors).toEqual([]);
  return reply;
};

/** Creates an event of a user with one object of each type. */
async function createThings(owner: TestUserName): Promise<Things> {
  const times = { start_date: '2031-06-01 19:00:00', end_date: '2031-06-01 23:00:00' };
  const { body } = await site.rest('POST', '/vendor/events/v1/events', {
    body: { title: 'Evening', status: 'publish', ...times },
    as: owner,
  });
  const event = Number(body.id);
  const ticket = await t.ticket(event, { name: 'Bench', price: '12.50', ticket: { mode: 'own', capacity: 2 } });
  ok(await shop.complete(await shop.named(ticket, 2), 'MANUAL'));
  const [{ databaseId: attendee, management }] = await shop.attendees(ticket);
  ok(await site.graphql(`mutation { joinWaitingList(draft: { ticketId: ${ticket}, fullName: "Cy", email: "cy@example.org" }) { token } }`));
  const { id: entry } = await site.site.db.prisma.waitingEntry.findFirstOrThrow({ where: { ticketId: ticket } });
  const made = ok(
    await site.graphql(
      `mutation { createDiscountCode(eventId: ${event}, input: { code: "SAVE", percent: 10 }) { discountCode { databaseId } } }`,
      {},
      owner,
    ),
  );
  return { event, ticket, order: management.orderId, attendee, entry, code: made.data.createDiscountCode.discountCode.databaseId };
}

const cases: readonly (readonly [owner: TestUserName, as: TestUserName | null, may: boolean])[] = [
  ['author', null, false],
  ['author', 'subscriber', false],
  ['author', 'contributor', false],
  ['editor', 'author', false],
  ['author', 'author', true],
  ['author', 'editor', true],
  ['author', 'administrator', true],
];

/** True if a page was shown or acted, with any result, instead of refusing the viewer or redirecting to sign-in. */
const isDone = ({ status, to }: { status: number; to: string }) => status !== 403 && status !== 401 && !to.includes('/sign-in');

describe.each(cases)('An event of %s, managed by %s', (owner, as, may) => {
  let all: Things;
  let browser: Staff | null;
  let nonce: string;
  beforeAll(async () => {
    all = await createThings(owner);
    browser = as && (await staff(site, as));
    // any nonce of the user, because nonces are not under test
    nonce = browser && as !== 'subscriber' ? await nonceOn(browser, '/organize/events/new') : '';
  });
  const path = (page: string) => `/organize/events/${all.event}${page.replace(':code', String(all.code))}`;

  async function onPage(method: string, page: string, fields: Record<string, string | number>): Promise<boolean> {
    if (!browser) return false;
    if (method === 'GET') return isDone(await browser.get(path(page)));
    const form = { nonce, ...fields };
    if (page === '/edit') {
      const texts = Object.fromEntries(Object.entries(form).map(([name, value]) => [name, String(value)]));
      const reply = await sendParts(site, browser, path(page), texts);
      return isDone({ status: reply.statusCode, to: String(reply.headers['location'] ?? '') });
    }
    return isDone(await browser.post(path(page), form));
  }
  async function inGraphql(document: string): Promise<boolean> {
    const reply = await site.graphql(document, {}, as ?? undefined);
    if (document.startsWith('{ event(')) return reply.data?.event?.sales !== null && reply.errors.length === 0;
    return !['forbidden', 'cannot_write_tickets', 'cannot_edit', 'rest_cannot_edit'].includes(String(code(reply)));
  }

  it.each(Object.keys(pagesOfEvent).filter((key) => key !== 'POST /cancel'))(
    'allows the same on the page and in GraphQL: %s',
    async (key) => {
      const { form, graphql } = pagesOfEvent[key]!;
      const [method, page] = [key.slice(0, key.indexOf(' ')), key.slice(key.indexOf(' ') + 1)];
      const found: Record<string, boolean> = { page: await onPage(method, page, form?.(all) ?? {}) };
      for (const document of graphql(all)) found[document] = await inGraphql(document);
      expect(found).toEqual(Object.fromEntries(Object.keys(found).map((name) => [name, may])));
    },
  );

  it.each(Object.keys(buttons))('allows the same for the button and the mutation: %s', async (name) => {
    const { page, id, graphql } = buttons[name]!;
    const document = graphql(all[id], all);
    const fields = { act: name, id: all[id], amount: '1', fullName: 'Bo', email: 'bo@example.org' };
    // GraphQL first, because the button deletes the object
    const found = { graphql: await inGraphql(document), page: await onPage('POST', page, fields) };
    const isRemoved = may && name === 'remove-ticket';
    expect(found).toEqual({ graphql: may, page: isRemoved ? false : may });
  });

  it('allows the same on the page and in GraphQL: POST /cancel', async () => {
    const found = {
      page: await onPage('POST', '/cancel', {}),
      graphql: await inGraphql(`mutation { cancelEvent(id: ${all.event}) { __typename } }`),
    };
    expect(found).toEqual({ page: may, graphql: may });
  });
});
