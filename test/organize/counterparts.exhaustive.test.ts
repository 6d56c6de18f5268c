import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createCheckoutClient, code } from '../checkout/support.ts';
import { makeEvent } from '../support/event.ts';
import { openWholeSite, type TestUserName, type WholeSite } from '../support/site.ts';
import { createTicketClient } from '../tickets/support.ts';
import { buttons, pagesOfEvent, type EventObjects } from './counterparts.ts';
import { readNonce, sendMultipartForm, type Staff, signInStaff } from './support.ts';

let site: WholeSite;
let t: ReturnType<typeof createTicketClient>;
let shop: ReturnType<typeof createCheckoutClient>;
beforeAll(async () => {
  site = await openWholeSite();
  t = createTicketClient(site);
  shop = createCheckoutClient(site);
});
afterAll(() => site.close());

const expectNoErrors = <T extends { errors: unknown[] }>(reply: T): T => {
  expect(reply.errors).toEqual([]);
  return reply;
};

/** Creates an event of a user with one object of each type. */
async function createEventObjects(owner: TestUserName): Promise<EventObjects> {
  const event = Number((await makeEvent(site, { title: 'Evening' }, owner)).id);
  const ticket = await t.ticket(event, { name: 'Bench', price: '12.50', ticket: { mode: 'own', capacity: 2 } });
  expectNoErrors(await shop.complete(await shop.named(ticket, 2), 'MANUAL'));
  const [{ databaseId: attendee, management }] = await shop.attendees(ticket);
  expectNoErrors(
    await site.graphql(`mutation { joinWaitingList(draft: { ticketId: ${ticket}, fullName: "Cy", email: "cy@example.org" }) { token } }`),
  );
  const { id: entry } = await site.site.db.prisma.waitingEntry.findFirstOrThrow({ where: { ticketId: ticket } });
  const created = expectNoErrors(
    await site.graphql(
      `mutation { createDiscountCode(eventId: ${event}, input: { code: "SAVE", percent: 10 }) { discountCode { databaseId } } }`,
      {},
      owner,
    ),
  );
  return { event, ticket, order: management.orderId, attendee, entry, code: created.data.createDiscountCode.discountCode.databaseId };
}

const cases: readonly (readonly [owner: TestUserName, as: TestUserName | null, isAllowed: boolean])[] = [
  ['author', null, false],
  ['author', 'subscriber', false],
  ['author', 'contributor', false],
  ['editor', 'author', false],
  ['author', 'author', true],
  ['author', 'editor', true],
  ['author', 'administrator', true],
];

/** True if a page was shown or acted, with any result, instead of refusing the viewer or redirecting to sign-in. */
const isAccepted = ({ status, to }: { status: number; to: string }) => status !== 403 && status !== 401 && !to.includes('/sign-in');

describe.each(cases)('An event of %s, managed by %s', (owner, as, isAllowed) => {
  let objects: EventObjects;
  let browser: Staff | null;
  let nonce: string;
  beforeAll(async () => {
    objects = await createEventObjects(owner);
    browser = as && (await signInStaff(site, as));
    // any nonce of the user, because nonces are not under test
    nonce = browser && as !== 'subscriber' ? await readNonce(browser, '/organize/events/new') : '';
  });
  const path = (page: string) => `/organize/events/${objects.event}${page.replace(':code', String(objects.code))}`;

  async function isAllowedOnPage(method: string, page: string, fields: Record<string, string | number>): Promise<boolean> {
    if (!browser) return false;
    if (method === 'GET') return isAccepted(await browser.get(path(page)));
    const form = { nonce, ...fields };
    if (page === '/edit') {
      const texts = Object.fromEntries(Object.entries(form).map(([name, value]) => [name, String(value)]));
      const reply = await sendMultipartForm(site, browser, path(page), texts);
      return isAccepted({ status: reply.statusCode, to: String(reply.headers['location'] ?? '') });
    }
    return isAccepted(await browser.post(path(page), form));
  }
  async function isAllowedInGraphql(document: string): Promise<boolean> {
    const reply = await site.graphql(document, {}, as ?? undefined);
    if (document.startsWith('{ event(')) return reply.data?.event?.sales !== null && reply.errors.length === 0;
    return !['forbidden', 'cannot_write_tickets', 'cannot_edit', 'rest_cannot_edit'].includes(String(code(reply)));
  }

  it.each(Object.keys(pagesOfEvent).filter((key) => key !== 'POST /cancel'))(
    'allows the same on the page and in GraphQL: %s',
    async (key) => {
      const { form, graphql } = pagesOfEvent[key]!;
      const [method, page] = [key.slice(0, key.indexOf(' ')), key.slice(key.indexOf(' ') + 1)];
      const permissions: Record<string, boolean> = { page: await isAllowedOnPage(method, page, form?.(objects) ?? {}) };
      for (const document of graphql(objects)) permissions[document] = await isAllowedInGraphql(document);
      expect(permissions).toEqual(Object.fromEntries(Object.keys(permissions).map((name) => [name, isAllowed])));
    },
  );

  it.each(Object.keys(buttons))('allows the same for the button and the mutation: %s', async (name) => {
    const { page, id, graphql } = buttons[name]!;
    const document = graphql(objects[id], objects);
    const fields = { act: name, id: objects[id], amount: '1', fullName: 'Bo', email: 'bo@example.org' };
    // GraphQL first, because the button deletes the object
    const permissions = { graphql: await isAllowedInGraphql(document), page: await isAllowedOnPage('POST', page, fields) };
    const isRemoved = isAllowed && name === 'remove-ticket';
    expect(permissions).toEqual({ graphql: isAllowed, page: isRemoved ? false : isAllowed });
  });

  it('allows the same on the page and in GraphQL: POST /cancel', async () => {
    const permissions = {
      page: await isAllowedOnPage('POST', '/cancel', {}),
      graphql: await isAllowedInGraphql(`mutation { cancelEvent(id: ${objects.event}) { __typename } }`),
    };
    expect(permissions).toEqual({ page: isAllowed, graphql: isAllowed });
  });
});
