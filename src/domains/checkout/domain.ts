import { defineDomain } from '#app/site.ts';
import { removeOldCheckouts } from './checkout.service.ts';
import * as checkoutSettings from './checkout.settings.ts';
import { checkCurrency } from './currency.rules.ts';
import { removeOldNotices, settlePayments } from './payments/payments.jobs.ts';
import { mountProviders } from './payments/provider.routes.ts';
import { renderOrderMessage } from './orders/order-mail.ts';
import { mountCheckoutPages } from './pages/mount.ts';
import { renderReceiptMessage } from './receipts/receipt-mail.ts';
import { checkoutData } from './personal-data.ts';

/** The sale of tickets: from reserved places to orders, payments, and later changes by buyers. */
export const checkout = defineDomain({
  name: 'checkout',
  personalData: checkoutData,
  settings: Object.values(checkoutSettings),
  checkSettings: checkCurrency,
  mails: { order: renderOrderMessage, receipt: renderReceiptMessage },
  jobs: [settlePayments],
  pages: mountCheckoutPages,
  cleanUp: async (site) => ({ checkouts: await removeOldCheckouts(site), paymentNotices: await removeOldNotices(site) }),
  http: mountProviders,
});
