/** How the service reaches providers of payments. What is absent is not offered. */
export interface PaymentsConfig {
  stripe:
    | {
        secretKey: string;
        /** Signs what Stripe tells. */
        webhookSecret: string;
        /** Address of its API, without a trailing slash. */
        apiUrl: string;
      }
    | undefined;
}

type Environment = Readonly<Record<string, string | undefined>>;

const isAddress = (text: string) => URL.canParse(text) && ['http:', 'https:'].includes(new URL(text).protocol);

/** Reads the variables of payments. What is wrong with them is added to the faults, in words. */
export function readPayments(env: Environment, faults: string[]): PaymentsConfig {
  const valueOf = (name: string) => env[name]?.trim() || undefined;
  const [secretKey, webhookSecret] = [valueOf('STRIPE_SECRET_KEY'), valueOf('STRIPE_WEBHOOK_SECRET')];
  if ((secretKey === undefined) !== (webhookSecret === undefined))
    faults.push('STRIPE_SECRET_KEY, STRIPE_WEBHOOK_SECRET: must be set both or neither');
  const apiUrl = valueOf('STRIPE_API_URL') ?? 'https://api.stripe.com';
  if (!isAddress(apiUrl)) faults.push('STRIPE_API_URL: must be an address such as https://api.stripe.com');
  return {
    stripe: secretKey && webhookSecret ? { secretKey, webhookSecret, apiUrl: apiUrl.replace(/\/+$/, '') } : undefined,
  };
}
