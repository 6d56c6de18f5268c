import type { FastifyInstance } from 'fastify';
import type { Site } from '#app/site.ts';
import { FORM_LIMIT } from '#app/web/pages/forms.ts';
import { handleAction } from './actions.route.ts';
import { mountOrganizeAssets } from './assets.ts';
import { sellFromPage, showBoxOffice } from './box-office.page.ts';
import { cancelFromPage, showCancelForm } from './cancel.page.ts';
import { handleDiscountAction, saveDiscount, showDiscountForm, showDiscounts } from './discounts.page.ts';
import { forOrganizers, ORGANIZE_PATH } from './entry.ts';
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
  app.get(ORGANIZE_PATH, forOrganizers(site, showList));
  const form = { bodyLimit: FORM_LIMIT };
  app.get(EVENT, forOrganizers(site, showEvent));
  app.get(`${EVENT}/orders`, forOrganizers(site, showOrders));
  app.get(`${EVENT}/attendees`, forOrganizers(site, showAttendees));
  app.get(`${EVENT}/waiting`, forOrganizers(site, showWaiting));
  app.post(`${EVENT}/waiting`, form, forOrganizers(site, handleAction('/waiting')));
  app.get(`${EVENT}/box-office`, forOrganizers(site, showBoxOffice));
  app.post(`${EVENT}/box-office`, form, forOrganizers(site, sellFromPage));
  app.get(`${EVENT}/message`, forOrganizers(site, showMessage));
  app.post(`${EVENT}/message`, form, forOrganizers(site, handleMessageForm));
  app.get('/exports/orders.csv', forOrganizers(site, sendOrders));
  app.get(`${EVENT}/questions`, forOrganizers(site, showQuestions));
  app.post(`${EVENT}/questions`, form, forOrganizers(site, saveQuestions));
  const codes = `${EVENT}/discounts`;
  const code = `${codes}/:code(^\\d{1,9}$)`;
  app.get(codes, forOrganizers(site, showDiscounts));
  app.post(codes, form, forOrganizers(site, handleDiscountAction));
  for (const path of [`${codes}/new`, code]) {
    app.get(path, forOrganizers(site, showDiscountForm));
    app.post(path, form, forOrganizers(site, saveDiscount));
  }
  app.get(`${EVENT}/cancel`, forOrganizers(site, showCancelForm));
  app.post(`${EVENT}/cancel`, form, forOrganizers(site, cancelFromPage));
  app.get('/exports/refunds.csv', forOrganizers(site, sendRefunds));
  app.post(EVENT, form, forOrganizers(site, handleAction('')));
  app.post(`${EVENT}/orders`, form, forOrganizers(site, handleAction('/orders')));
  app.post(`${EVENT}/attendees`, form, forOrganizers(site, handleAction('/attendees')));
  app.get(`${ORGANIZE_PATH}/payments`, forOrganizers(site, showPayments));
  app.post(`${ORGANIZE_PATH}/payments`, form, forOrganizers(site, savePayments));
  app.get(`${ORGANIZE_PATH}/receipts`, forOrganizers(site, showReceiptSettings));
  app.post(`${ORGANIZE_PATH}/receipts`, form, forOrganizers(site, saveReceiptSettings));
  app.get(`${ORGANIZE_PATH}/events/new`, forOrganizers(site, showNewForm));
  app.get(`${EVENT}/edit`, forOrganizers(site, showEditForm));
  app.register(async (scope) => {
    scope.addContentTypeParser('multipart/form-data', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
    const options = { bodyLimit: site.config.bodyLimit };
    scope.post(`${ORGANIZE_PATH}/events/new`, options, forOrganizers(site, saveForm));
    scope.post(`${EVENT}/edit`, options, forOrganizers(site, saveForm));
  });
}
