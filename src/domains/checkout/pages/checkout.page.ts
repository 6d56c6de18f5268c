import type { FastifyReply, FastifyRequest } from 'fastify';
import { Failure } from '#app/core/failures/failure.ts';
import { html } from '#app/core/text/html.ts';
import type { Say } from '#app/core/language/say.ts';
import { sitePath } from '#app/domains/identity/auth/redirect.ts';
import type { Site } from '#app/site.ts';
import { type Faults, titleWith } from '#app/web/pages/form-fields.ts';
import { fieldsOf, requireOwnOrigin } from '#app/web/pages/forms.ts';
import { sendPage } from '#app/web/pages/layout.ts';
import { TICKETS_ANCHOR } from '#app/domains/events/ticketing.ts';
import { eventsOf } from '../../tickets/qr/ticket-sheet.ts';
import type { GuestDraft } from '../checkout.record.ts';
import { applyDiscountCode, hasDiscountCodes, removeDiscountCode } from '../discounts/apply.service.ts';
import { cancelCheckout, updateCheckout } from '../checkout.service.ts';
import { type CheckoutView, listsAttendees, viewCheckout } from '../checkout.view.ts';
import { completeCheckout } from '../complete.ts';
import { countdownScript } from './assets.ts';
import { questionsOfTicket } from '../checkout.people.ts';
import { answerField, asksPerTicket, checkoutBody, type Fields, fieldsBefore, placesOf } from './checkout.view.ts';
import { faultsOf } from './refusals.ts';
import { orNotice, sendNotice, type Visitor, visitorOf } from './selling-page.ts';

const tokenOf = (request: FastifyRequest) => (request.params as { token: string }).token;

/** Returns the events of a checkout, sorted by ID. */
const eventsOfLines = async (site: Site, say: Say, lines: CheckoutView['lines']) => [
  ...(await eventsOf(site, [...new Set(lines.flatMap(({ postId }) => postId ?? []))], say)).values(),
];

/** Returns the address where a failed checkout can be started again. */
async function backOf(site: Site, say: Say, view: CheckoutView): Promise<{ address: string; label: string } | null> {
  const [event] = await eventsOfLines(site, say, view.lines);
  return event?.url ? { address: `${event.url}#${TICKETS_ANCHOR}`, label: say('checkout.again') } : null;
}

const ended = { expired: ['checkout.expired', 'checkout.expiredWhy'], cancelled: ['checkout.cancelled', 'checkout.cancelledWhy'] } as const;

/** Fields of a rejected form and their faults. */
interface Shown {
  written?: { fields: Fields; faults: Faults | null } | null;
  wrongCode?: { written: string; fault: string; status: number } | null;
}

/** Sends the form of an open checkout, the order of a completed one, or a notice that the checkout has ended. */
async function sendCheckout(
  site: Site,
  request: FastifyRequest,
  reply: FastifyReply,
  visitor: Visitor,
  { written = null, wrongCode = null }: Shown = {},
): Promise<FastifyReply> {
  const { say, viewer } = visitor;
  const token = tokenOf(request);
  const view = await viewCheckout(site, token);
  if (view.orderPath !== null) return reply.header('Cache-Control', 'no-store').redirect(sitePath(site, view.orderPath), 303);
  if (view.state === 'expired' || view.state === 'cancelled') {
    const [title, text] = ended[view.state];
    return sendNotice(site, reply, visitor, { title: say(title), text: say(text), status: 410, back: await backOf(site, say, view) });
  }
  const events = await eventsOfLines(site, say, view.lines);
  const fields = written?.fields ?? fieldsBefore(view);
  const hasAttendeeList = await listsAttendees(site, view.lines);
  const canEnterCode = view.discountCode !== '' || (view.totalMinor > 0n && (await hasDiscountCodes(site, view.lines)));
  const body = checkoutBody(site, say, {
    path: `/checkout/${token}`,
    view,
    events,
    hasAttendeeList,
    fields,
    faults: written?.faults ?? null,
    discount: wrongCode ?? (canEnterCode ? { written: '', fault: null } : null),
  });
  const scripts = (nonce: string) => html`<script type="module" nonce="${nonce}" src="${sitePath(site, countdownScript.path)}"></script>`;
  return sendPage(
    reply,
    site,
    { title: titleWith(say, say('checkout.title'), written?.faults ?? null), body, viewer, say, isNarrow: true },
    { status: written?.faults?.status ?? wrongCode?.status ?? 200, scripts },
  );
}

/**
 * Returns the guests that the form names, with their index in the form. Empty if it names none. A blank place belongs to the buyer and has the index
 * -1, so that its faults are shown at the buyer's own fields. A guest without an address gets the buyer's.
 */
function guestsWritten(view: CheckoutView, field: Fields): { guest: GuestDraft; at: number }[] {
  const buyer = { fullName: field('fullName').trim(), email: field('email').trim() };
  const all = placesOf(view).map(({ ticketId }, at) => {
    const [fullName, email] = [field(`guest-${at}-name`).trim(), field(`guest-${at}-email`).trim()];
    const asked = questionsOfTicket(view.questions, view.lines, ticketId);
    const answers = asked.length > 0 && { answers: asked.map(({ id }) => ({ questionId: id, value: field(answerField(id, at)) })) };
    if (fullName === '' && email === '') return { guest: { ticketId, ...buyer, ...answers }, at: -1 };
    return { guest: { ticketId, fullName, email: email || buyer.email, ...answers }, at };
  });
  return asksPerTicket(view) || all.some(({ at }) => at >= 0) ? all : [];
}

/** Returns the answers about the order. */
const answersWritten = ({ questions }: CheckoutView, field: Fields) =>
  questions.filter(({ isPerTicket }) => !isPerTicket).map(({ id }) => ({ questionId: id, value: field(answerField(id)) }));

/** Returns the form field for an argument path of the service. */
function fieldOf(path: string, written: readonly { at: number }[]): string {
  const [, place, question] = /^(?:guests\.(\d+)\.)?answers\.(\d+)$/.exec(path) ?? [];
  if (question !== undefined) return answerField(Number(question), place === undefined ? undefined : Number(place));
  const [, index, name] = /^guests\.(\d+)\.(\w+)$/.exec(path) ?? [];
  const at = written[Number(index)]?.at ?? -1;
  if (at < 0) return path.split('.').at(-1) ?? path;
  return `guest-${at}-${name === 'email' ? 'email' : 'name'}`;
}

/** True if the checkout ended during the request. The page then shows its state. */
const isEnded = (error: unknown): boolean => error instanceof Failure && /^checkout_(expired|cancelled|completed)$/.test(error.code);

async function complete(site: Site, request: FastifyRequest, reply: FastifyReply, visitor: Visitor): Promise<FastifyReply> {
  const token = tokenOf(request);
  const field = fieldsOf(request.body);
  const view = await viewCheckout(site, token);
  // the form was sent twice, or the checkout was completed in another tab
  if (view.state !== 'open') return sendCheckout(site, request, reply, visitor);
  const written = guestsWritten(view, field);
  const gateway = view.totalMinor > 0n ? field('gateway') : undefined;
  try {
    await updateCheckout(site, token, {
      buyer: { fullName: field('fullName'), email: field('email') },
      guests: written.map(({ guest }) => guest),
      ...(view.questions.length > 0 && { answers: answersWritten(view, field) }),
      ...(view.terms.length > 0 && { acceptsTerms: field('terms') === '1' }),
      gateway,
      isListed: field('isListed') === '1',
      locale: visitor.say.language,
    });
    const { orderPath, paymentUrl } = await completeCheckout(site, token, { gateway });
    const pays = paymentUrl === null ? '' : '?pay=1';
    return await reply.header('Cache-Control', 'no-store').redirect(sitePath(site, `${orderPath}${pays}`), 303);
  } catch (error) {
    if (isEnded(error)) return await sendCheckout(site, request, reply, visitor);
    const faults = faultsOf(visitor.say, error, (path) => fieldOf(path, written));
    // shows the price without the code before the buyer orders
    if (error instanceof Failure && error.code === 'discount_code_used_up') await removeDiscountCode(site, token);
    return await sendCheckout(site, request, reply, visitor, { written: { fields: field, faults } });
  }
}

/** Applies or removes a discount code. Keeps the text of the other fields. */
async function changeDiscount(site: Site, request: FastifyRequest, reply: FastifyReply, visitor: Visitor): Promise<FastifyReply> {
  const token = tokenOf(request);
  const field = fieldsOf(request.body);
  const typed = field('fullName') + field('email') === '' ? null : { fields: field, faults: null };
  try {
    if (field('do') === 'no-discount') await removeDiscountCode(site, token);
    else await applyDiscountCode(site, token, field('code'), visitor.caller);
  } catch (error) {
    if (isEnded(error)) return await sendCheckout(site, request, reply, visitor);
    const { general, status } = faultsOf(visitor.say, error);
    const wrongCode = { written: field('code'), fault: String(general), status };
    return await sendCheckout(site, request, reply, visitor, { written: typed, wrongCode });
  }
  if (typed) return await sendCheckout(site, request, reply, visitor, { written: typed });
  return reply.header('Cache-Control', 'no-store').redirect(sitePath(site, `/checkout/${token}`), 303);
}

/** `GET /checkout/{token}`: shows the checkout. */
export async function showCheckout(site: Site, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const visitor = await visitorOf(site, request);
  return orNotice(site, reply, visitor, 'checkout_not_found', () => sendCheckout(site, request, reply, visitor));
}

/** `POST /checkout/{token}`: completes or cancels the checkout. */
export async function handleCheckoutForm(site: Site, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  requireOwnOrigin(site, request);
  const visitor = await visitorOf(site, request);
  return orNotice(site, reply, visitor, 'checkout_not_found', async () => {
    const action = fieldsOf(request.body)('do');
    if (action === 'discount' || action === 'no-discount') return changeDiscount(site, request, reply, visitor);
    if (action !== 'cancel') return complete(site, request, reply, visitor);
    const view = await viewCheckout(site, tokenOf(request));
    if (view.state === 'open') await cancelCheckout(site, tokenOf(request));
    return reply.header('Cache-Control', 'no-store').redirect(sitePath(site, `/checkout/${tokenOf(request)}`), 303);
  });
}
