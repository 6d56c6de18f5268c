import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readNonce, signInStaff } from '../organize/support.ts';
import { openWholeSite, type WholeSite } from '../support/site.ts';
import { createTicketClient } from '../tickets/support.ts';
import { createCheckoutClient, code } from './support.ts';
import { createVisitor } from './visitor.ts';

let site: WholeSite;
let ticketApi: ReturnType<typeof createTicketClient>;
beforeAll(async () => {
  site = await openWholeSite();
  ticketApi = createTicketClient(site);
});
afterAll(() => site.close());

async function createEvent() {
  const { body } = await site.rest('POST', '/vendor/events/v1/events', {
    body: { title: 'Dinner', status: 'publish', start_date: '2031-06-01 19:00:00', end_date: '2031-06-01 23:00:00' },
    as: 'author',
  });
  const ticket = await ticketApi.ticket(body.id, { name: 'Seat', price: '12.50', ticket: { mode: 'own', capacity: 20 } });
  return { id: Number(body.id), ticket };
}

const UPDATE = `mutation($eventId: Int!, $questions: [BuyerQuestionInput!], $terms: String) {
  updateCheckoutForm(eventId: $eventId, questions: $questions, terms: $terms) { checkoutForm {
    terms questions { databaseId label kind options isRequired isPerTicket } } } }`;

describe('Questions to buyers', () => {
  it('are asked and answered without JavaScript, once or for each ticket, and shown to organizers', async () => {
    const { id, ticket } = await createEvent();
    const author = await signInStaff(site, 'author');
    const path = `/organize/events/${id}/questions`;
    const nonce = await readNonce(author, path);
    const question = (index: number, fields: Record<string, string>) =>
      Object.fromEntries(Object.entries(fields).map(([name, value]) => [`question-${index}-${name}`, value]));
    const form = {
      nonce,
      questions: '2',
      ...question(0, { label: 'How did you hear of us?', kind: 'text' }),
      ...question(1, { label: 'Menu', kind: 'choice', options: 'Fish', required: '1', perTicket: '1' }),
      terms: 'No refunds.\nBe kind.',
    };
    const invalid = await author.post(path, form);
    expect(invalid.status).toBe(400);
    expect(invalid.text).toContain('A choice has 2 to 50 options');
    expect(invalid.html).toContain('href="#question-1-options"');
    const savedPage = await author.go(path, { ...form, 'question-1-options': 'Fish\r\nBeans' });
    expect(savedPage.text).toContain('Saved.');
    expect(savedPage.html).toContain('name="question-2-label"');
    const [first, menu] = await site.site.db.prisma.buyerQuestion.findMany({ where: { eventId: id }, orderBy: { position: 'asc' } });
    expect(menu).toMatchObject({ label: 'Menu', options: ['Fish', 'Beans'], isRequired: true, isPerTicket: true });

    const browser = createVisitor(site);
    const checkoutPage = await browser.go('/checkout', { post: id, [`quantity-${ticket}`]: 2 });
    expect(checkoutPage.text).toContain('No refunds. Be kind.');
    const buyer = { do: 'complete', fullName: 'Ann', email: 'ann@example.org', gateway: 'manual', [`q-${first?.id}`]: 'Radio' };
    const missing = await browser.post(checkoutPage.path, {
      ...buyer,
      [`guest-0-q-${menu?.id}`]: 'Fish',
      [`guest-1-q-${menu?.id}`]: 'Steak',
    });
    expect(missing.status).toBe(422);
    expect(missing.html).toContain(`href="#guest-1-q-${menu?.id}"`);
    expect(missing.html).toContain('value="Radio"');
    expect(missing.html).toMatch(new RegExp(`id="guest-0-q-${menu?.id}"[\\s\\S]*?<option selected>Fish`));
    const answers = { ...buyer, [`guest-0-q-${menu?.id}`]: 'Fish', [`guest-1-q-${menu?.id}`]: 'Beans' };
    const unaccepted = await browser.post(checkoutPage.path, answers);
    expect([unaccepted.status, unaccepted.text.includes('Please accept the terms.')]).toEqual([422, true]);
    const completed = await browser.go(checkoutPage.path, { ...answers, terms: '1' });
    expect(completed.path).toContain('/orders/');
    expect((await author.get(`/organize/events/${id}/orders`)).text).toContain('How did you hear of us? Radio');
    const attendeeList = (await author.get(`/organize/events/${id}/attendees`)).text;
    expect(attendeeList).toContain('Menu Fish');
    expect(attendeeList).toContain('Menu Beans');
    expect((await author.get(`/exports/orders.csv?post_id=${id}`)).html).toContain('How did you hear of us?: Radio');
  });

  it('say which answers of a guest are too long', async () => {
    const { id, ticket } = await createEvent();
    const labels = Array.from({ length: 11 }, (_, index) => ({ label: `Question ${index}`, kind: 'TEXT', isPerTicket: true }));
    const { data } = await site.graphql(UPDATE, { eventId: id, questions: labels }, 'author');
    const ids: number[] = data.updateCheckoutForm.checkoutForm.questions.map(({ databaseId }: { databaseId: number }) => databaseId);
    const browser = createVisitor(site);
    const { path } = await browser.go('/checkout', { post: id, [`quantity-${ticket}`]: 1 });
    const send = (answers: Record<string, string>) =>
      browser.post(path, { do: 'complete', fullName: 'Ann', email: 'ann@example.org', gateway: 'manual', ...answers });
    const tooLong = await send({ [`guest-0-q-${ids[1]}`]: 'x'.repeat(1001) });
    expect([tooLong.status, tooLong.html.includes(`href="#guest-0-q-${ids[1]}">This answer is too long.`)]).toEqual([422, true]);
    const tooMuch = await send(Object.fromEntries(ids.map((question) => [`guest-0-q-${question}`, 'x'.repeat(1000)])));
    expect([tooMuch.status, tooMuch.html.includes(`href="#guest-0-q-${ids[0]}">The answers about this ticket are too long`)]).toEqual([
      422,
      true,
    ]);
  });

  it('work the same in GraphQL: completion requires the required answers', async () => {
    const { id, ticket } = await createEvent();
    const { data, errors } = await site.graphql(
      UPDATE,
      {
        eventId: id,
        terms: 'Be kind.',
        questions: [
          { label: 'Company', kind: 'TEXT', isRequired: true },
          { label: 'Newsletter', kind: 'CHECKBOX', isPerTicket: true },
        ],
      },
      'author',
    );
    expect(errors).toEqual([]);
    const [company, newsletter] = data.updateCheckoutForm.checkoutForm.questions;
    const shop = createCheckoutClient(site);
    const token = await shop.named(ticket, 1);
    const checkout = await site.graphql(
      `query($token: String!) { checkout(token: $token) { terms termsAcceptedAt questions { databaseId label isPerTicket } } }`,
      { token },
    );
    expect(checkout.data.checkout).toEqual({
      terms: ['Be kind.'],
      termsAcceptedAt: null,
      questions: [
        { databaseId: company.databaseId, label: 'Company', isPerTicket: false },
        { databaseId: newsletter.databaseId, label: 'Newsletter', isPerTicket: true },
      ],
    });
    const withoutAnswers = await shop.complete(token, 'MANUAL');
    expect([code(withoutAnswers), withoutAnswers.errors[0]?.extensions['params']]).toEqual([
      'invalid_arguments',
      { [`answers.${company.databaseId}`]: 'Answer this question.' },
    ]);
    const update = (input: string) =>
      site.graphql(`mutation { updateCheckout(token: "${token}", ${input}) { checkout { answers { question value } } } }`);
    const answer = (questionId: number, value: string) => `{ questionId: ${questionId}, value: "${value}" }`;
    expect(code(await update(`answers: [${answer(company.databaseId, 'x'.repeat(1001))}]`))).toBe('invalid_arguments');
    const updated = await update(
      `answers: [${answer(company.databaseId, ' Acme ')}], guests: [{ ticketId: ${ticket}, fullName: "Ann", email: "ann@example.org", answers: [${answer(newsletter.databaseId, 'yes')}] }]`,
    );
    expect(updated.data.updateCheckout.checkout.answers).toEqual([{ question: 'Company', value: 'Acme' }]);
    expect(code(await shop.complete(token, 'MANUAL'))).toBe('terms_not_accepted');
    await update('acceptsTerms: true');
    expect((await shop.complete(token, 'MANUAL')).errors).toEqual([]);
    const { extra } = await site.site.db.prisma.attendee.findFirstOrThrow({ where: { ticketId: ticket }, select: { extra: true } });
    expect(extra).toEqual({ Newsletter: 'yes' });

    // removed questions are not asked; a renamed one keeps its ID
    const changed = await site.graphql(
      UPDATE,
      { eventId: id, questions: [{ databaseId: company.databaseId, label: 'Firm', kind: 'TEXT' }] },
      'author',
    );
    expect(changed.data.updateCheckoutForm.checkoutForm).toMatchObject({
      terms: 'Be kind.',
      questions: [{ databaseId: company.databaseId, label: 'Firm', isRequired: false }],
    });
    for (const as of ['subscriber', undefined] as const) {
      expect(code(await site.graphql(UPDATE, { eventId: id, terms: '' }, as))).toBe('forbidden');
      expect(code(await site.graphql(`{ checkoutForm(eventId: ${id}) { terms } }`, {}, as))).toBe('forbidden');
    }
    for (const questions of [
      [{ label: ' ', kind: 'TEXT' }],
      [{ label: 'A', kind: 'CHOICE', options: ['one'] }],
      [
        { label: 'A', kind: 'TEXT' },
        { label: 'A', kind: 'CHECKBOX' },
      ],
    ])
      expect(code(await site.graphql(UPDATE, { eventId: id, questions }, 'author'))).toBe('invalid_arguments');
  });
});
