import { z } from 'zod';
import { now } from '#app/core/time/clock.ts';
import { fetchGuarded } from '#app/core/outgoing/fetch-guarded.ts';
import { createSignedHeaders } from '#app/core/outgoing/signed-headers.ts';
import type { Site } from '#app/site.ts';
import { createRandomCode } from '../../tickets/random-code.ts';
import type { OnlineGateway, PaymentUpdate, PaymentNotice } from './gateway.ts';
import { buildProviderPaymentId, parseProviderPaymentId } from './provider-payment-id.ts';

type HandOverConfig = NonNullable<Site['config']['payments']['handOver']>;

const TIMEOUT_MS = 10_000;
const MAX_BYTES = 64 * 1024;

const identifier = z.string().min(1).max(255);
const beginReply = z.object({ type: z.literal('answer'), reference: identifier, url: z.url({ protocol: /^https?$/ }).max(2000) });
const stateFields = {
  state: z.enum(['open', 'waiting', 'paid', 'ended', 'charged_back']),
  amount: z.number().int().min(0).default(0),
  currency: z
    .string()
    .regex(/^[A-Z]{3}$/)
    .default('XXX'),
  charge: z.string().max(255).default(''),
};
const stateReply = z.object({ type: z.literal('answer'), ...stateFields });
const refundReply = z.object({ type: z.literal('answer'), refunded: z.literal(true) });
const changedMessage = z.object({
  type: z.literal('payment.changed'),
  payment: z.string().max(255).default(''),
  reference: identifier,
  ...stateFields,
});

function getConfig({ config }: Pick<Site, 'config'>): HandOverConfig {
  if (!config.payments.handOver) throw new Error('No URL is configured for the payment method hand-over');
  return config.payments.handOver;
}

/** Loads the library only when it is needed. */
async function loadVerifier(site: Pick<Site, 'config'>) {
  const { Webhook } = await import('standardwebhooks');
  return new Webhook(getConfig(site).secret);
}

/**
 * Sends a signed request to the operator's URL and parses the signed response. The response contains the ID of the request, so that it cannot
 * belong to another request. Throws for any other response.
 */
async function sendRequest<T>(site: Site, type: string, fields: Readonly<Record<string, unknown>>, schema: z.ZodType<T>): Promise<T> {
  const { url, secret } = getConfig(site);
  const id = `msg_${createRandomCode(24)}`;
  const body = JSON.stringify({ type, ...fields });
  const reply = await fetchGuarded(site, url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(await createSignedHeaders([secret], id, now(), body)) },
    accept: 'application/json',
    body,
    maxBytes: MAX_BYTES,
    timeoutMs: TIMEOUT_MS,
    maxRedirects: 0,
    trustedUrl: url,
  });
  if (reply.status !== 200) throw new Error(`The response to ${type} has the status ${reply.status}, not 200`);
  if (reply.headers['webhook-id'] !== id) throw new Error(`The response to ${type} has the ID of another request`);
  return schema.parse((await loadVerifier(site)).verify(reply.text(), { ...reply.headers }));
}

const toPaymentUpdate = ({
  state,
  amount,
  currency,
  charge,
}: z.infer<typeof stateReply> | z.infer<typeof changedMessage>): PaymentUpdate => ({
  state,
  amountMinor: BigInt(amount),
  currency,
  chargeReference: charge,
});

/** Payments through a payment service at a URL of the operator. `docs/operating/payments.md` describes its requests and responses. */
export const handOverGateway: OnlineGateway = {
  isSetUp: ({ config }) => config.payments.handOver !== undefined,
  supports: () => true,
  canCharge: () => true,
  async createPayment(site, { paymentId, amountMinor, currency, title, email, locale, orderToken, expiresAt }) {
    const { siteUrl } = site.config;
    const { reference, url } = await sendRequest(
      site,
      'payment.begin',
      {
        payment: buildProviderPaymentId(site, 'hand-over', paymentId),
        amount: Number(amountMinor),
        currency,
        title,
        email,
        locale,
        return_url: `${siteUrl}/payments/hand-over/return?order=${orderToken}`,
        cancel_url: `${siteUrl}/orders/${orderToken}`,
        notify_url: `${siteUrl}/payments/hand-over`,
        expires_at: expiresAt.toISOString(),
      },
      beginReply,
    );
    return { reference, url: new URL(url).href };
  },
  fetchState: async (site, reference) => toPaymentUpdate(await sendRequest(site, 'payment.look', { reference }, stateReply)),
  endPayment: async (site, reference) => toPaymentUpdate(await sendRequest(site, 'payment.end', { reference }, stateReply)),
  async refund(site, { chargeReference, amountMinor, currency, key }) {
    const fields = { charge: chargeReference, amount: Number(amountMinor), currency, key };
    await sendRequest(site, 'payment.refund', fields, refundReply);
  },
};

/**
 * Parses a webhook message of the operator's payment service. The signature covers the raw body and may be at most five minutes old. Returns null for
 * an unrelated message. Throws for an invalid signature.
 */
export async function readHandOverNotice(
  site: Site,
  body: Buffer,
  headers: Readonly<Record<string, string | string[] | undefined>>,
): Promise<PaymentNotice | null> {
  const getHeader = (header: string) => String(headers[header] ?? '');
  const signed = {
    'webhook-id': getHeader('webhook-id'),
    'webhook-timestamp': getHeader('webhook-timestamp'),
    'webhook-signature': getHeader('webhook-signature'),
  };
  const message = changedMessage.safeParse((await loadVerifier(site)).verify(body, signed));
  if (!message.success) return null;
  return {
    eventId: signed['webhook-id'].slice(0, 255),
    reference: message.data.reference,
    paymentId: parseProviderPaymentId(site, 'hand-over', message.data.payment),
    update: toPaymentUpdate(message.data),
  };
}
