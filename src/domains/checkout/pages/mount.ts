import type { FastifyInstance } from 'fastify';
import type { Site } from '#app/site.ts';
import { mountAssets } from '#app/web/pages/asset.ts';
import { FORM_LIMIT } from '#app/web/pages/forms.ts';
import { countdownScript } from './assets.ts';
import { handleDecline, startFromCart, startFromOffer, handleTicketChoice } from './begin.route.ts';
import { showCheckout, handleCheckoutForm } from './checkout.page.ts';
import { sendTransferCode, showOrder, handleOrderForm } from './order.page.ts';
import { sendReceiptPdf, showReceipt } from './receipt.page.ts';
import { handleJoinForm, showWaiting, handleWaitingForm } from './waiting.page.ts';

/** Pattern of a random token. */
const SECRET = '[A-Za-z0-9]{24,64}';
/** Pattern of a token with a signed ID, such as that of an order. */
const DERIVED = '[0-9a-z]{1,6}-[0-9a-f]{32}';

const CHECKOUT = `/checkout/:token(^${SECRET}$)`;
const ORDER = `/orders/:token(^${DERIVED}$)`;
const RECEIPT = `/receipts/:token(^${DERIVED}$)`;
const WAITING = `/waiting-list/:token(^${SECRET}$)`;
const OFFER = `/offers/:token(^(?:${SECRET}|${DERIVED})$)`;

/** Mounts the pages of checkouts, orders and receipts. Anyone with the URL of a page may use it. */
export function mountCheckoutPages(app: FastifyInstance, site: Site): void {
  const form = { bodyLimit: FORM_LIMIT };
  mountAssets(app, [countdownScript]);
  app.post('/checkout', form, (request, reply) => handleTicketChoice(site, request, reply));
  app.post('/checkout/decline', form, (request, reply) => handleDecline(site, request, reply));
  app.get('/tickets-checkout/', (request, reply) => startFromCart(site, request, reply));
  app.get(CHECKOUT, (request, reply) => showCheckout(site, request, reply));
  app.post(CHECKOUT, form, (request, reply) => handleCheckoutForm(site, request, reply));
  app.get(ORDER, (request, reply) => showOrder(site, request, reply));
  app.get(`${ORDER}/transfer.svg`, (request, reply) => sendTransferCode(site, request, reply));
  app.get(RECEIPT, (request, reply) => showReceipt(site, request, reply));
  app.get(`${RECEIPT}/receipt.pdf`, (request, reply) => sendReceiptPdf(site, request, reply));
  app.post(ORDER, form, (request, reply) => handleOrderForm(site, request, reply));
  app.post('/waiting-list', form, (request, reply) => handleJoinForm(site, request, reply));
  app.get(WAITING, (request, reply) => showWaiting(site, request, reply));
  app.post(WAITING, form, (request, reply) => handleWaitingForm(site, request, reply));
  app.get(OFFER, (request, reply) => startFromOffer(site, request, reply));
}
