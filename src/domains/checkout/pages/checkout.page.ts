import type { FastifyReply, FastifyRequest } from 'fastify';
import { Failure } from '#app/core/failures/failure.ts';
import { html } from '#app/core/text/html.ts';
import type { Translate } from '#app/core/language/translate.ts';
import { toSitePath } from '#app/domains/identity/auth/redirect.ts';
import type { Site } from '#app/site.ts';
import { type FormFaults, getFormTitle } from '#app/web/pages/form-fields.ts';
import { createFieldReader, requireOwnOrigin } from '#app/web/pages/forms.ts';
import { sendPage } from '#app/web/pages/layout.ts';
import { TICKETS_ANCHOR } from '#app/domains/events/ticketing.ts';
import { getTokenParameter } from '../../tickets/pages/private-page.ts';
import { loadEventsOfPosts } from '../../tickets/qr/ticket-sheet.ts';
import type { GuestDraft } from '../checkout.record.ts';
import { applyDiscountCode, hasUsableDiscountCodes, removeDiscountCode } from '../discounts/apply.service.ts';
import { cancelCheckout, updateCheckout } from '../checkout.service.ts';
import { type CheckoutView, canListAttendees, viewCheckout } from '../checkout.view.ts';
import { completeCheckout } from '../complete-checkout.ts';
import { countdownScript } from './assets.ts';
import { listTicketQuestions } from '../checkout.people.ts';
import { getAnswerField, hasTicketQuestions, renderCheckoutBody, type FieldReader, getInitialFields, listPlaces } from './checkout.view.ts';
import { toFaults } from './refusals.ts';
import { sendNoticeIfMissing, sendNotice, type Visitor, loadVisitor } from './selling-page.ts';

/** Returns the events of a checkout, sorted by ID. */
const loadEventsOfLines = async (site: Site, translate: Translate, lines: CheckoutView['lines']) => [
  ...(await loadEventsOfPosts(site, [...new Set(lines.flatMap(({ postId }) => postId ?? []))], translate)).values(),
];

/** Returns the link to the tickets of the first event, where the buyer can start again. Null if the event has no public page. */
async function buildRestartLink(site: Site, translate: Translate, view: CheckoutView): Promise<{ address: string; label: string } | null> {
  const [event] = await loadEventsOfLines(site, translate, view.lines);
  return event?.url ? { address: `${event.url}#${TICKETS_ANCHOR}`, label: translate('checkout.again') } : null;
}

const endedTexts = {
  expired: ['checkout.expired', 'checkout.expiredWhy'],
  cancelled: ['checkout.cancelled', 'checkout.cancelledWhy'],
} as const;

/** Input that is shown again: the fields of a form, and a wrong discount code. */
interface PreviousInput {
  form?: { fields: FieldReader; faults: FormFaults | null } | null;
  wrongCode?: { code: string; fault: string; status: number } | null;
}

/** Sends the form of an open checkout, the order of a completed one, or a notice that the checkout has ended. */
async function sendCheckout(
  site: Site,
  request: FastifyRequest,
  reply: FastifyReply,
  visitor: Visitor,
  { form = null, wrongCode = null }: PreviousInput = {},
): Promise<FastifyReply> {
  const { translate, viewer } = visitor;
  const token = getTokenParameter(request);
  const view = await viewCheckout(site, token);
  if (view.orderPath !== null) return reply.header('Cache-Control', 'no-store').redirect(toSitePath(site, view.orderPath), 303);
  if (view.state === 'expired' || view.state === 'cancelled') {
    const [title, text] = endedTexts[view.state];
    return sendNotice(site, reply, visitor, {
      title: translate(title),
      text: translate(text),
      status: 410,
      back: await buildRestartLink(site, translate, view),
    });
  }
  const events = await loadEventsOfLines(site, translate, view.lines);
  const fields = form?.fields ?? getInitialFields(view);
  const hasAttendeeList = await canListAttendees(site, view.lines);
  const canEnterCode = view.discountCode !== '' || (view.totalMinor > 0n && (await hasUsableDiscountCodes(site, view.lines)));
  const body = renderCheckoutBody(site, translate, {
    path: `/checkout/${token}`,
    view,
    events,
    hasAttendeeList,
    fields,
    faults: form?.faults ?? null,
    discount: wrongCode ?? (canEnterCode ? { code: '', fault: null } : null),
  });
  const renderScripts = (nonce: string) =>
    html`<script type="module" nonce="${nonce}" src="${toSitePath(site, countdownScript.path)}"></script>`;
  return sendPage(
    reply,
    site,
    { title: getFormTitle(translate, translate('checkout.title'), form?.faults ?? null), body, viewer, translate, isNarrow: true },
    { status: form?.faults?.status ?? wrongCode?.status ?? 200, scripts: renderScripts },
  );
}

/**
 * Returns the guests that the form names, with the index of their fields. Empty if the form names none. A blank place belongs to the buyer and has
 * the index -1, so that its faults are shown at the buyer's own fields. A guest without an email address gets the buyer's.
 */
function readGuests(view: CheckoutView, field: FieldReader): { guest: GuestDraft; index: number }[] {
  const buyer = { fullName: field('fullName').trim(), email: field('email').trim() };
  const guests = listPlaces(view).map(({ ticketId }, index) => {
    const [fullName, email] = [field(`guest-${index}-name`).trim(), field(`guest-${index}-email`).trim()];
    const questions = listTicketQuestions(view.questions, view.lines, ticketId);
    const answers = questions.length > 0 && {
      answers: questions.map(({ id }) => ({ questionId: id, value: field(getAnswerField(id, index)) })),
    };
    if (fullName === '' && email === '') return { guest: { ticketId, ...buyer, ...answers }, index: -1 };
    return { guest: { ticketId, fullName, email: email || buyer.email, ...answers }, index };
  });
  return hasTicketQuestions(view) || guests.some(({ index }) => index >= 0) ? guests : [];
}

/** Returns the answers about the order. */
const readOrderInput = ({ questions }: CheckoutView, field: FieldReader) =>
  questions.filter(({ isPerTicket }) => !isPerTicket).map(({ id }) => ({ questionId: id, value: field(getAnswerField(id)) }));

/** Returns the form field for an argument path of the service. Answers of a guest that are too long in total belong to the first question. */
function toFieldName(path: string, guests: ReturnType<typeof readGuests>): string {
  const [, place, question] = /^(?:guests\.(\d+)\.)?answers\.(\d+)$/.exec(path) ?? [];
  if (question !== undefined) return getAnswerField(Number(question), place === undefined ? undefined : Number(place));
  const [, position, name] = /^guests\.(\d+)\.(\w+)$/.exec(path) ?? [];
  const { guest, index = -1 } = guests[Number(position)] ?? {};
  const [first] = guest?.answers ?? [];
  if (name === 'extra' && first) return getAnswerField(first.questionId, Number(position));
  if (index < 0) return path.split('.').at(-1) ?? path;
  return `guest-${index}-${name === 'email' ? 'email' : 'name'}`;
}

/** True if the checkout ended during the request. The page then shows its state. */
const hasEnded = (error: unknown): boolean => error instanceof Failure && /^checkout_(expired|cancelled|completed)$/.test(error.code);

async function complete(site: Site, request: FastifyRequest, reply: FastifyReply, visitor: Visitor): Promise<FastifyReply> {
  const token = getTokenParameter(request);
  const field = createFieldReader(request.body);
  const view = await viewCheckout(site, token);
  // the form was sent twice, or the checkout was completed in another tab
  if (view.state !== 'open') return sendCheckout(site, request, reply, visitor);
  const guests = readGuests(view, field);
  const gateway = view.totalMinor > 0n ? field('gateway') : undefined;
  try {
    await updateCheckout(site, token, {
      buyer: { fullName: field('fullName'), email: field('email') },
      guests: guests.map(({ guest }) => guest),
      ...(view.questions.length > 0 && { answers: readOrderInput(view, field) }),
      ...(view.terms.length > 0 && { acceptsTerms: field('terms') === '1' }),
      gateway,
      isListed: field('isListed') === '1',
      locale: visitor.translate.language,
    });
    const { orderPath, paymentUrl } = await completeCheckout(site, token, { gateway });
    const query = paymentUrl === null ? '' : '?pay=1';
    return await reply.header('Cache-Control', 'no-store').redirect(toSitePath(site, `${orderPath}${query}`), 303);
  } catch (error) {
    if (hasEnded(error)) return await sendCheckout(site, request, reply, visitor);
    const faults = toFaults(visitor.translate, error, (path) => toFieldName(path, guests));
    // shows the price without the code before the buyer orders
    if (error instanceof Failure && error.code === 'discount_code_used_up') await removeDiscountCode(site, token);
    return await sendCheckout(site, request, reply, visitor, { form: { fields: field, faults } });
  }
}

/** Applies or removes a discount code. The other fields keep their values. */
async function changeDiscount(site: Site, request: FastifyRequest, reply: FastifyReply, visitor: Visitor): Promise<FastifyReply> {
  const token = getTokenParameter(request);
  const field = createFieldReader(request.body);
  const form = field('fullName') + field('email') === '' ? null : { fields: field, faults: null };
  try {
    if (field('do') === 'no-discount') await removeDiscountCode(site, token);
    else await applyDiscountCode(site, token, field('code'), visitor.caller);
  } catch (error) {
    if (hasEnded(error)) return await sendCheckout(site, request, reply, visitor);
    const { general, status } = toFaults(visitor.translate, error);
    const wrongCode = { code: field('code'), fault: String(general), status };
    return await sendCheckout(site, request, reply, visitor, { form, wrongCode });
  }
  if (form) return await sendCheckout(site, request, reply, visitor, { form });
  return reply.header('Cache-Control', 'no-store').redirect(toSitePath(site, `/checkout/${token}`), 303);
}

/** `GET /checkout/{token}`: shows the checkout. */
export async function showCheckout(site: Site, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const visitor = await loadVisitor(site, request);
  return sendNoticeIfMissing(site, reply, visitor, 'checkout_not_found', () => sendCheckout(site, request, reply, visitor));
}

/** `POST /checkout/{token}`: completes or cancels the checkout, or changes its discount code. */
export async function handleCheckoutForm(site: Site, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  requireOwnOrigin(site, request);
  const visitor = await loadVisitor(site, request);
  return sendNoticeIfMissing(site, reply, visitor, 'checkout_not_found', async () => {
    const action = createFieldReader(request.body)('do');
    if (action === 'discount' || action === 'no-discount') return changeDiscount(site, request, reply, visitor);
    if (action !== 'cancel') return complete(site, request, reply, visitor);
    const view = await viewCheckout(site, getTokenParameter(request));
    if (view.state === 'open') await cancelCheckout(site, getTokenParameter(request));
    return reply.header('Cache-Control', 'no-store').redirect(toSitePath(site, `/checkout/${getTokenParameter(request)}`), 303);
  });
}
