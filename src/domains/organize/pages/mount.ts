import type { FastifyInstance } from 'fastify';
import type { Site } from '#app/site.ts';
import { FORM_LIMIT } from '#app/web/pages/forms.ts';
import { handleAction } from './actions.route.ts';
import { mountOrganizeAssets } from './assets.ts';
import { sellFromPage, showBoxOffice } from './box-office.page.ts';
import { cancelFromPage, showCancelForm } from './cancel.page.ts';
import { handleDiscountAction, saveDiscount, showDiscountForm, showDiscounts } from './discounts.page.ts';
import { createOrganizerHandler, ORGANIZE_PATH } from './organizer-page.ts';
import { showEvent } from './event.page.ts';
import { saveForm, showEditForm, showNewForm } from './form.page.ts';
import { showList } from './list.page.ts';
import { showAttendees, showOrders } from './people.page.ts';
import { showMessage, handleMessageForm } from './message.page.ts';
import { sendOrders } from './order-export.route.ts';
import { savePayments, showPayments } from './payments.page.ts';
import { saveReceiptSettings, showReceiptSettings } from './receipts.page.ts';
import { saveQuestions, showQuestions } from './questions.page.ts';
import { sendRefunds } from './refund-export.route.ts';
import { showWaiting } from './waiting.page.ts';

const EVENT = `${ORGANIZE_PATH}/events/:event(^\\d{1,9}$)`;

/** Mounts `/organize`, the pages for users who may edit events. */
export function mountOrganize(app: FastifyInstance, site: Site): void {
  mountOrganizeAssets(app);
  app.get(ORGANIZE_PATH, createOrganizerHandler(site, showList));
  const form = { bodyLimit: FORM_LIMIT };
  app.get(EVENT, createOrganizerHandler(site, showEvent));
  app.get(`${EVENT}/orders`, createOrganizerHandler(site, showOrders));
  app.get(`${EVENT}/attendees`, createOrganizerHandler(site, showAttendees));
  app.get(`${EVENT}/waiting`, createOrganizerHandler(site, showWaiting));
  app.post(`${EVENT}/waiting`, form, createOrganizerHandler(site, handleAction('/waiting')));
  app.get(`${EVENT}/box-office`, createOrganizerHandler(site, showBoxOffice));
  app.post(`${EVENT}/box-office`, form, createOrganizerHandler(site, sellFromPage));
  app.get(`${EVENT}/message`, createOrganizerHandler(site, showMessage));
  app.post(`${EVENT}/message`, form, createOrganizerHandler(site, handleMessageForm));
  app.get('/exports/orders.csv', createOrganizerHandler(site, sendOrders));
  app.get(`${EVENT}/questions`, createOrganizerHandler(site, showQuestions));
  app.post(`${EVENT}/questions`, form, createOrganizerHandler(site, saveQuestions));
  const codes = `${EVENT}/discounts`;
  const code = `${codes}/:code(^\\d{1,9}$)`;
  app.get(codes, createOrganizerHandler(site, showDiscounts));
  app.post(codes, form, createOrganizerHandler(site, handleDiscountAction));
  for (const path of [`${codes}/new`, code]) {
    app.get(path, createOrganizerHandler(site, showDiscountForm));
    app.post(path, form, createOrganizerHandler(site, saveDiscount));
  }
  app.get(`${EVENT}/cancel`, createOrganizerHandler(site, showCancelForm));
  app.post(`${EVENT}/cancel`, form, createOrganizerHandler(site, cancelFromPage));
  app.get('/exports/refunds.csv', createOrganizerHandler(site, sendRefunds));
  app.post(EVENT, form, createOrganizerHandler(site, handleAction('')));
  app.post(`${EVENT}/orders`, form, createOrganizerHandler(site, handleAction('/orders')));
  app.post(`${EVENT}/attendees`, form, createOrganizerHandler(site, handleAction('/attendees')));
  app.get(`${ORGANIZE_PATH}/payments`, createOrganizerHandler(site, showPayments));
  app.post(`${ORGANIZE_PATH}/payments`, form, createOrganizerHandler(site, savePayments));
  app.get(`${ORGANIZE_PATH}/receipts`, createOrganizerHandler(site, showReceiptSettings));
  app.post(`${ORGANIZE_PATH}/receipts`, form, createOrganizerHandler(site, saveReceiptSettings));
  app.get(`${ORGANIZE_PATH}/events/new`, createOrganizerHandler(site, showNewForm));
  app.get(`${EVENT}/edit`, createOrganizerHandler(site, showEditForm));
  app.register(async (scope) => {
    scope.addContentTypeParser('multipart/form-data', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
    const options = { bodyLimit: site.config.bodyLimit };
    scope.post(`${ORGANIZE_PATH}/events/new`, options, createOrganizerHandler(site, saveForm));
    scope.post(`${EVENT}/edit`, options, createOrganizerHandler(site, saveForm));
  });
}
