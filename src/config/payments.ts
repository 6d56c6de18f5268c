import type { Variables } from './variables.ts';

/** Configuration of payment providers. Checkout does not offer providers that are undefined. */
export interface PaymentsConfig {
  stripe:
    | {
        secretKey: string;
        /** Secret with which Stripe signs webhooks. */
        webhookSecret: string;
        /** URL of the API, without a trailing slash. */
        apiUrl: string;
      }
    | undefined;
  /** The operator's own payment page, to which the checkout hands payments over. */
  handOver:
    | {
        url: string;
        /** Secret that signs requests in both directions: `whsec_` and base64, as in Standard Webhooks. */
        secret: string;
      }
    | undefined;
}

type Environment = Readonly<Record<string, string | undefined>>;

const isHttpUrl = (text: string) => URL.canParse(text) && ['http:', 'https:'].includes(new URL(text).protocol);

/** True for a secret in the format of Standard Webhooks. */
const isSecret = (text: string) => /^whsec_(?:[A-Za-z0-9+/]{4}){8,22}(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/.test(text);

/** Reads the environment variables of payments. Adds a sentence to `faults` for each fault. */
export function readPayments(env: Environment, faults: string[]): PaymentsConfig {
  const getValue = (name: string) => env[name]?.trim() || undefined;
  const [secretKey, webhookSecret] = [getValue('STRIPE_SECRET_KEY'), getValue('STRIPE_WEBHOOK_SECRET')];
  if ((secretKey === undefined) !== (webhookSecret === undefined))
    faults.push('STRIPE_SECRET_KEY, STRIPE_WEBHOOK_SECRET: must be set together');
  const apiUrl = getValue('STRIPE_API_URL') ?? 'https://api.stripe.com';
  if (!isHttpUrl(apiUrl)) faults.push('STRIPE_API_URL: must be a URL such as https://api.stripe.com');
  const [url, secret] = [getValue('HAND_OVER_URL'), getValue('HAND_OVER_SECRET')];
  if ((url === undefined) !== (secret === undefined)) faults.push('HAND_OVER_URL, HAND_OVER_SECRET: must be set together');
  if (url !== undefined && !isHttpUrl(url)) faults.push('HAND_OVER_URL: must be a URL such as https://pay.example.org/marquee');
  if (secret !== undefined && !isSecret(secret)) faults.push('HAND_OVER_SECRET: must be whsec_ and the base64 of 24 to 64 random bytes');
  return {
    handOver: url && secret ? { url, secret } : undefined,
    stripe: secretKey && webhookSecret ? { secretKey, webhookSecret, apiUrl: apiUrl.replace(/\/+$/, '') } : undefined,
  };
}

/** Environment variables of payments. */
export const paymentsVariables: Variables = {
  STRIPE_SECRET_KEY: {
    type: 'string',
    description:
      'Secret key of Stripe. It enables payments with Stripe ([Payments](../operating/payments.md)). Requires `STRIPE_WEBHOOK_SECRET`.',
  },
  STRIPE_WEBHOOK_SECRET: {
    type: 'string',
    description:
      'Secret of the webhook to `/payments/stripe`, for the events `checkout.session.completed`, `.async_payment_succeeded`, `.async_payment_failed`, `.expired` and `charge.dispute.closed`.',
  },
  STRIPE_API_URL: { type: 'URL', fallback: '`https://api.stripe.com`', description: 'URL of Stripe’s API.' },
  HAND_OVER_URL: {
    type: 'URL',
    description:
      'URL of your own payment page, to which the checkout hands payments over ([Payments](../operating/payments.md)). Requires `HAND_OVER_SECRET`.',
  },
  HAND_OVER_SECRET: {
    type: 'string',
    description: 'Secret that signs requests to the payment page and messages from it: `whsec_` and the base64 of 24 to 64 random bytes.',
  },
};
