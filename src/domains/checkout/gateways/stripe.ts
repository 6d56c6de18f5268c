import type { Stripe } from 'stripe';
import { fetchGuarded, type GuardedRequest } from '#app/core/outgoing/fetch-guarded.ts';
import type { Site } from '#app/site.ts';
import { type OnlineGateway, type PaymentUpdate, type PaymentNotice, type PaymentRequest, RefundRefusedError } from './gateway.ts';
import { buildProviderPaymentId, parseProviderPaymentId } from './provider-payment-id.ts';
import { parseStripeAmount, isSupportedByStripe, toStripeAmount } from './stripe-amounts.ts';

type StripeConfig = NonNullable<Site['config']['payments']['stripe']>;

const TIMEOUT_MS = 10_000;

/** Languages of Stripe's payment page. For others, Stripe uses the browser's language. */
const languages = new Set('bg cs da de el en es et fi fr hr hu id it ja ko lt lv ms mt nb nl pl pt ro ru sk sl sv th tr vi zh'.split(' '));
const toStripeLocale = (locale: string) => {
  const language = locale.slice(0, 2).toLowerCase();
  return (languages.has(language) ? language : 'auto') as Stripe.Checkout.SessionCreateParams.Locale;
};

/** Returns a guarded `fetch` for Stripe's API. The operator configures the URL, so private networks are allowed. */
function createFetch(site: Site, apiUrl: string): typeof fetch {
  return async (input, init = {}) => {
    const url = typeof input === 'string' ? input : 'href' in input ? input.href : input.url;
    const { status, headers, content } = await fetchGuarded(site, url, {
      method: (init.method ?? 'GET') as NonNullable<GuardedRequest['method']>,
      headers: Object.fromEntries([...new Headers(init.headers)].filter(([name]) => name !== 'content-length')),
      ...(typeof init.body === 'string' && init.body !== '' && { body: init.body }),
      timeoutMs: TIMEOUT_MS,
      maxRedirects: 0,
      trustedUrl: apiUrl,
    });
    return new Response(new Uint8Array(content), { status, headers: { ...headers } });
  };
}

function getConfig({ config }: Site): StripeConfig {
  if (!config.payments.stripe) throw new Error('Stripe is not configured');
  return config.payments.stripe;
}

async function connect(site: Site): Promise<Stripe> {
  const { secretKey, apiUrl } = getConfig(site);
  // loaded on demand, because the library is large
  const { default: Library } = await import('stripe');
  const { protocol, hostname, port } = new URL(apiUrl);
  return new Library(secretKey, {
    protocol: protocol === 'http:' ? 'http' : 'https',
    host: hostname,
    ...(port !== '' && { port: Number(port) }),
    httpClient: Library.createFetchHttpClient(createFetch(site, apiUrl)),
    maxNetworkRetries: 1,
    timeout: TIMEOUT_MS,
    telemetry: false,
  });
}

const openClient = (site: Site): Promise<Stripe> => site.state.getOrCreate(connect, site);

/** States of unpaid payments, by the status of their session. */
const statesByStatus: Readonly<Record<string, PaymentUpdate['state']>> = { open: 'open', expired: 'ended' };

/** Returns the payment state of a session. */
function toPaymentUpdate({ status, payment_status, amount_total, currency, payment_intent }: Stripe.Checkout.Session): PaymentUpdate {
  const code = (currency ?? '').toUpperCase();
  return {
    state: payment_status === 'paid' ? 'paid' : status === 'complete' ? 'waiting' : (statesByStatus[status ?? ''] ?? 'open'),
    amountMinor: code === '' ? 0n : parseStripeAmount(amount_total ?? 0, code),
    currency: code,
    chargeReference: typeof payment_intent === 'string' ? payment_intent : (payment_intent?.id ?? ''),
  };
}

async function createPayment(site: Site, request: PaymentRequest): Promise<{ reference: string; url: string }> {
  const { paymentId, amountMinor, currency, title, email, locale, orderToken, expiresAt } = request;
  const { siteUrl } = site.config;
  const unit_amount = toStripeAmount(amountMinor, currency);
  if (unit_amount === null) throw new Error(`Stripe cannot charge ${amountMinor} minor units of ${currency}`);
  const stripe = await openClient(site);
  const session = await stripe.checkout.sessions.create(
    {
      mode: 'payment',
      client_reference_id: buildProviderPaymentId(site, 'stripe', paymentId),
      customer_email: email,
      line_items: [
        {
          quantity: 1,
          price_data: {
            currency: currency.toLowerCase(),
            unit_amount,
            product_data: { name: title },
          },
        },
      ],
      locale: toStripeLocale(locale),
      success_url: `${siteUrl}/payments/stripe/return?order=${orderToken}`,
      cancel_url: `${siteUrl}/orders/${orderToken}`,
      expires_at: Math.floor(expiresAt.getTime() / 1000),
    },
    { idempotencyKey: `${siteUrl} payment ${paymentId}` },
  );
  return { reference: session.id, url: session.url ?? '' };
}

async function fetchState(site: Site, reference: string): Promise<PaymentUpdate> {
  return toPaymentUpdate(await (await openClient(site)).checkout.sessions.retrieve(reference));
}

/** Payments on Stripe's hosted Checkout page. Card data never reaches this site. */
export const stripeGateway: OnlineGateway = {
  isSetUp: ({ config }) => config.payments.stripe !== undefined,
  supports: (currency) => isSupportedByStripe(currency),
  canCharge: (amountMinor, currency) => toStripeAmount(amountMinor, currency) !== null,
  createPayment,
  fetchState,
  async endPayment(site, reference) {
    const stripe = await openClient(site);
    const current = await fetchState(site, reference);
    if (current.state !== 'open') return current;
    // the buyer may pay at the same moment, so the state of the session decides
    return toPaymentUpdate(await stripe.checkout.sessions.expire(reference).catch(() => stripe.checkout.sessions.retrieve(reference)));
  },
  async refund(site, { chargeReference, amountMinor, currency, key }) {
    const amount = toStripeAmount(amountMinor, currency);
    if (amount === null) throw new RefundRefusedError(`Stripe cannot refund exactly ${amountMinor} minor units of ${currency}.`);
    const stripe = await openClient(site);
    try {
      await stripe.refunds.create({ payment_intent: chargeReference, amount }, { idempotencyKey: `${site.config.siteUrl} ${key}` });
    } catch (error) {
      const { code, type, message } = error as { code?: unknown; type?: unknown; message?: string };
      // already refunded at Stripe
      if (code === 'charge_already_refunded') return;
      if (type === 'StripeInvalidRequestError' && code !== 'balance_insufficient')
        throw new RefundRefusedError(message ?? 'Stripe refuses the refund.');
      throw error;
    }
  },
};

/** Reads a lost dispute, in which the bank has reclaimed the money. Returns null for payments of other sites. */
async function readDispute(site: Site, stripe: Stripe, eventId: string, dispute: Stripe.Dispute): Promise<PaymentNotice | null> {
  const { payment_intent: intent, amount, currency, status } = dispute;
  const chargeReference = typeof intent === 'string' ? intent : (intent?.id ?? '');
  if (status !== 'lost' || chargeReference === '') return null;
  const { data } = await stripe.checkout.sessions.list({ payment_intent: chargeReference, limit: 1 });
  const [session] = data;
  if (!session) return null;
  const code = currency.toUpperCase();
  return {
    eventId,
    reference: session.id,
    paymentId: parseProviderPaymentId(site, 'stripe', session.client_reference_id ?? ''),
    update: { state: 'charged_back', amountMinor: parseStripeAmount(amount, code), currency: code, chargeReference },
  };
}

const sessionEvents = new Set([
  'checkout.session.completed',
  'checkout.session.async_payment_succeeded',
  'checkout.session.async_payment_failed',
  'checkout.session.expired',
]);

/**
 * Parses a webhook message of Stripe. The signature covers the raw body and may be at most five minutes old. Returns null for an unrelated message.
 * Throws for an invalid signature.
 */
export async function readStripeNotice(site: Site, body: Buffer, signature: string): Promise<PaymentNotice | null> {
  const stripe = await openClient(site);
  const event = await stripe.webhooks.constructEventAsync(body, signature, getConfig(site).webhookSecret);
  if (event.type === 'charge.dispute.closed') return await readDispute(site, stripe, event.id, event.data.object);
  if (!sessionEvents.has(event.type)) return null;
  const session = event.data.object as Stripe.Checkout.Session;
  const update = toPaymentUpdate(session);
  return {
    eventId: event.id,
    reference: session.id,
    paymentId: parseProviderPaymentId(site, 'stripe', session.client_reference_id ?? ''),
    update: event.type === 'checkout.session.async_payment_failed' ? { ...update, state: 'ended' } : update,
  };
}
