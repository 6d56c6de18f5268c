import type { FastifyReply, FastifyRequest } from 'fastify';
import { Failure, invalid } from '#app/core/failures/failure.ts';
import { createKeyedHash } from '#app/core/secrets/keyed-hash.ts';
import { toSitePath } from '#app/domains/identity/auth/redirect.ts';
import type { Site } from '#app/site.ts';
import { createFieldReader, parseNumber, requireOwnOrigin } from '#app/web/pages/forms.ts';
import { loadOffers } from '../../tickets/ticket-offer.ts';
import { cartCookie, viewCart } from '../../tickets/cart.record.ts';
import { getFormName } from '../../tickets/pages/offers.part.ts';
import { cancelCheckout } from '../checkout.service.ts';
import { type CheckoutView, viewCheckout } from '../checkout.view.ts';
import { declineRsvp } from '../decline-rsvp.ts';
import { startCheckoutFromOffer } from '../checkout-from-offer.ts';
import { startCheckout, startCheckoutFromCart } from '../start-checkout.ts';
import { toFaults } from './refusals.ts';
import { type PostVisitor, sendTicketChoice, sendNotice, loadPostVisitor, type Visitor, loadVisitor } from './selling-page.ts';

/** Name of the cookie with the token of the browser's open checkout. */
const COOKIE = 'marquee_checkout';
const DAY_SECONDS = 24 * 3600;

type Line = { ticketId: number; quantity: number };

/** Redirects the browser to its checkout and stores the token in the cookie. */
function redirectToCheckout(site: Site, reply: FastifyReply, token: string): FastifyReply {
  reply.setCookie(COOKIE, token, {
    path: toSitePath(site, '/checkout'),
    httpOnly: true,
    sameSite: 'lax',
    secure: site.config.siteUrl.startsWith('https:'),
    maxAge: DAY_SECONDS,
  });
  return reply.headers({ 'Cache-Control': 'no-store', 'X-Robots-Tag': 'noindex' }).redirect(toSitePath(site, `/checkout/${token}`), 303);
}

/** Returns the open checkout of this browser, or null. */
async function findOpenCheckout(site: Site, request: FastifyRequest): Promise<{ token: string; view: CheckoutView } | null> {
  const token = request.cookies[COOKIE] ?? '';
  if (!/^[A-Za-z0-9]{24,64}$/.test(token)) return null;
  try {
    const view = await viewCheckout(site, token);
    return view.state === 'open' ? { token, view } : null;
  } catch (error) {
    if (error instanceof Failure) return null;
    throw error;
  }
}

const hasSameLines = (view: CheckoutView, lines: readonly Line[]) =>
  view.lines.length === lines.length &&
  view.lines.every(({ ticketId, quantity }) => lines.some((line) => line.ticketId === ticketId && line.quantity === quantity));

const hasCommonTickets = (view: CheckoutView, lines: readonly Line[]) =>
  view.lines.some(({ ticketId }) => lines.some((line) => line.ticketId === ticketId));

/**
 * Reserves the chosen places and returns the token of the checkout. A repeated form returns the open checkout. A different choice of the same tickets
 * replaces the open checkout, so that the visitor does not reserve places twice.
 */
async function startOrReuseCheckout(
  site: Site,
  request: FastifyRequest,
  lines: readonly Line[],
  start: () => Promise<string>,
): Promise<string> {
  const openCheckout = await findOpenCheckout(site, request);
  if (openCheckout && hasSameLines(openCheckout.view, lines)) return openCheckout.token;
  const previous = openCheckout && hasCommonTickets(openCheckout.view, lines) ? openCheckout : null;
  if (!previous) return await start();
  try {
    const token = await start();
    await cancelCheckout(site, previous.token);
    return token;
  } catch (error) {
    // the visitor's previous checkout may hold the missing places
    if (!(error instanceof Failure) || !['insufficient_stock', 'too_many_holds'].includes(error.code)) throw error;
    await cancelCheckout(site, previous.token);
    return await start();
  }
}

/**
 * Returns the request key for a form, so that two simultaneous requests with the same form start one checkout. Undefined if the form has no valid
 * key.
 */
function buildRequestKey(site: Site, key: string, lines: readonly Line[]): string | undefined {
  if (!/^[0-9a-f]{32}$/.test(key)) return undefined;
  return createKeyedHash(site, 'choice', [key, ...lines.map(({ ticketId, quantity }) => `${ticketId}x${quantity}`)].join(' '));
}

/** `POST /checkout`: starts a checkout with the tickets chosen on an event's page. */
export async function handleTicketChoice(site: Site, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  requireOwnOrigin(site, request);
  const field = createFieldReader(request.body);
  const visitor = await loadPostVisitor(site, request, parseNumber(field('post')));
  const offers = await loadOffers(site, visitor.postId);
  const lines = offers
    .map(({ id }) => ({ ticketId: id, quantity: parseNumber(field(`quantity-${id}`)) }))
    .filter(({ quantity }) => quantity > 0);
  try {
    if (lines.length === 0) throw invalid('nothing_chosen', 'Choose at least one ticket.');
    const { audience, caller, translate } = visitor;
    const requestKey = buildRequestKey(site, field('key'), lines);
    const start = async () => (await startCheckout(site, { audience, caller, locale: translate.language, requestKey }, lines)).token;
    return redirectToCheckout(site, reply, await startOrReuseCheckout(site, request, lines, start));
  } catch (error) {
    const selectedQuantities = new Map(lines.map(({ ticketId, quantity }) => [ticketId, quantity]));
    return sendTicketChoice(site, reply, visitor, toFaults(visitor.translate, error), { selectedQuantities });
  }
}

/** Returns the visitor of a form about one ticket. Throws 404 for a ticket that the visitor may not see. */
export async function loadTicketVisitor(site: Site, request: FastifyRequest, ticketId: number): Promise<PostVisitor> {
  const ticket = await site.db.prisma.ticket.findUnique({ where: { id: ticketId }, select: { postId: true } });
  return await loadPostVisitor(site, request, ticket?.postId ?? 0);
}

/** `POST /checkout/decline`: records that an invited person is not going. */
export async function handleDecline(site: Site, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  requireOwnOrigin(site, request);
  const field = createFieldReader(request.body);
  const ticketId = parseNumber(field('ticket'));
  const visitor = await loadTicketVisitor(site, request, ticketId);
  const { audience, caller, translate } = visitor;
  const person = { fullName: field('fullName'), email: field('email') };
  try {
    const { orderPath } = await declineRsvp(site, { audience, caller, locale: translate.language }, { ticketId, ...person });
    return reply.header('Cache-Control', 'no-store').redirect(toSitePath(site, orderPath), 303);
  } catch (error) {
    const faults = toFaults(translate, error);
    return sendTicketChoice(site, reply, visitor, faults, { rejectedForm: { form: getFormName('decline', ticketId), field, faults } });
  }
}

const sendStartFailure = (site: Site, reply: FastifyReply, visitor: Visitor, error: unknown, title: string): Promise<FastifyReply> => {
  const { general, status } = toFaults(visitor.translate, error);
  return sendNotice(site, reply, visitor, { title, text: general ?? '', status });
};

/** Responds to HEAD requests, such as those of link checkers, which must not start a checkout. */
const sendNoContent = (reply: FastifyReply): FastifyReply =>
  reply.headers({ 'Cache-Control': 'no-store', 'X-Robots-Tag': 'noindex' }).status(204).send();

/** `GET /tickets-checkout/?cart=1`: starts a checkout of the cart in the cookie. The cart in the REST API contains this URL. */
export async function startFromCart(site: Site, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  if (request.method === 'HEAD') return sendNoContent(reply);
  const visitor = await loadVisitor(site, request);
  const { audience, caller, translate } = visitor;
  const cart = request.cookies[cartCookie];
  try {
    const { items } = await viewCart(site, audience, cart, { providers: null });
    const start = async () => (await startCheckoutFromCart(site, { audience, caller, locale: translate.language }, cart)).token;
    return redirectToCheckout(site, reply, await startOrReuseCheckout(site, request, items, start));
  } catch (error) {
    if (error instanceof Failure && error.code === 'cart_empty')
      return sendNotice(site, reply, visitor, {
        title: translate('checkout.cartEmpty'),
        text: translate('checkout.cartEmptyWhy'),
        status: 404,
      });
    return sendStartFailure(site, reply, visitor, error, translate('choose.title'));
  }
}

/** `GET /offers/{token}`: starts a checkout of offered places. The mail about an offer contains this URL. */
export async function startFromOffer(site: Site, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  if (request.method === 'HEAD') return sendNoContent(reply);
  const visitor = await loadVisitor(site, request);
  const { translate } = visitor;
  try {
    const { token } = await startCheckoutFromOffer(site, (request.params as { token: string }).token, { locale: translate.language });
    return redirectToCheckout(site, reply, token);
  } catch (error) {
    if (error instanceof Failure && ['hold_not_found', 'waiting_entry_not_found'].includes(error.code))
      return sendNotice(site, reply, visitor, { title: translate('wait.offerOver'), text: translate('wait.offerOverWhy'), status: 410 });
    return sendStartFailure(site, reply, visitor, error, translate('wait.offered'));
  }
}
