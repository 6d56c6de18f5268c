import type { ServerResponse } from 'node:http';
import { Stripe } from 'stripe';
import type { WholeSite } from '../support/site.ts';
import { startServer } from '../outgoing/local-server.ts';

const keys = { STRIPE_SECRET_KEY: 'sk_test_marquee', STRIPE_WEBHOOK_SECRET: 'whsec_marquee' };

interface Session {
  id: string;
  object: 'checkout.session';
  status: 'open' | 'complete' | 'expired';
  payment_status: 'paid' | 'unpaid';
  amount_total: number;
  currency: string;
  client_reference_id: string;
  payment_intent: string | null;
  url: string;
}

interface Interruption {
  /** Moment at which a function runs: before or after the effect of the request, but always before its response. */
  moment: 'beforeEffect' | 'afterEffect';
  path: string;
  run: () => Promise<void>;
}

const stripe = new Stripe('sk_test_unused');

/** Starts a fake Stripe with sessions and refunds as in its published API. Each idempotency key is processed once. */
export async function startStripe() {
  const sessions = new Map<string, Session>();
  const refunds: { payment_intent: string; amount: number }[] = [];
  const responsesByKey = new Map<string, unknown>();
  const requests: string[] = [];
  const refundedByHand = new Set<string>();
  const refusedRefunds = new Set<string>();
  let isUnreachable = false;
  let interruption: Interruption | null = null;

  async function interrupt(moment: Interruption['moment'], path: string): Promise<void> {
    if (interruption?.moment !== moment || interruption.path !== path) return;
    const { run } = interruption;
    interruption = null;
    await run();
  }

  function runOperation(path: string, form: URLSearchParams): unknown {
    const [, id = '', end] = /^\/v1\/checkout\/sessions\/(\w+)(\/expire)?$/.exec(path) ?? [];
    if (path === '/v1/checkout/sessions') {
      const name = `cs_test_${sessions.size + 1}`;
      const session: Session = {
        id: name,
        object: 'checkout.session',
        status: 'open',
        payment_status: 'unpaid',
        amount_total: Number(form.get('line_items[0][price_data][unit_amount]')),
        currency: form.get('line_items[0][price_data][currency]') ?? '',
        client_reference_id: form.get('client_reference_id') ?? '',
        payment_intent: null,
        url: `https://checkout.stripe.test/${name}`,
      };
      sessions.set(name, session);
      return session;
    }
    if (path === '/v1/refunds') {
      if (refundedByHand.has(form.get('payment_intent') ?? ''))
        return { error: { type: 'invalid_request_error', code: 'charge_already_refunded' } };
      if (refusedRefunds.has(form.get('payment_intent') ?? ''))
        return { error: { type: 'invalid_request_error', message: 'This charge is too old to be refunded.' } };
      const refund = { payment_intent: form.get('payment_intent') ?? '', amount: Number(form.get('amount')) };
      refunds.push(refund);
      return { id: `re_${refunds.length}`, object: 'refund', status: 'succeeded', ...refund };
    }
    const intentId = new URL(path, 'http://stripe').searchParams.get('payment_intent');
    if (intentId) return { object: 'list', data: [...sessions.values()].filter(({ payment_intent }) => payment_intent === intentId) };
    const session = sessions.get(id);
    if (session && end && session.status === 'open') session.status = 'expired';
    else if (session && end) return null;
    return session ?? null;
  }

  function send(response: ServerResponse, status: number, body: unknown): void {
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  }

  const server = await startServer((request, response) => {
    void (async () => {
      const pieces: Buffer[] = [];
      for await (const piece of request) pieces.push(piece as Buffer);
      const path = request.url ?? '';
      requests.push(`${request.method} ${path}`);
      if (isUnreachable) return send(response, 500, { error: { type: 'api_error', message: 'Unreachable.' } });
      if (request.headers.authorization !== `Bearer ${keys.STRIPE_SECRET_KEY}`)
        return send(response, 401, { error: { type: 'invalid_request_error', message: 'Wrong key.' } });
      const key = String(request.headers['idempotency-key'] ?? '');
      const known = key === '' ? undefined : responsesByKey.get(key);
      await interrupt('beforeEffect', path);
      const body = known ?? runOperation(path, new URLSearchParams(Buffer.concat(pieces).toString()));
      if (key !== '' && body !== null) responsesByKey.set(key, body);
      await interrupt('afterEffect', path);
      if (body === null) return send(response, 400, { error: { type: 'invalid_request_error', message: 'Not possible.' } });
      send(response, typeof body === 'object' && body !== null && 'error' in body ? 400 : 200, body);
    })();
  });

  let events = 0;
  return {
    environment: { ...keys, STRIPE_API_URL: `http://127.0.0.1:${server.port}` },
    sessions,
    refunds,
    requests,
    /** Payment intents that were refunded on Stripe's own pages. */
    refundedByHand,
    /** Payment intents whose refunds Stripe refuses. */
    refusedRefunds,
    /** Runs a function once, during the next request to a path. */
    interruptOnce(next: Interruption) {
      interruption = next;
    },
    /** Makes Stripe respond 500 to all requests, or normally again. */
    setUnreachable(value: boolean) {
      isUnreachable = value;
    },
    /** Pays as the buyer on Stripe's page. */
    pay(id: string): Session {
      const session = sessions.get(id);
      if (!session || session.status !== 'open') throw new Error(`${id} cannot be paid`);
      return Object.assign(session, { status: 'complete', payment_status: 'paid', payment_intent: `pi_${id}` });
    },
    /** Builds a signed message in Stripe's format. */
    message(type: string, session: object, { id = `evt_${(events += 1)}`, secret = keys.STRIPE_WEBHOOK_SECRET } = {}) {
      const payload = JSON.stringify({ id, object: 'event', type, data: { object: session } });
      return { payload, signature: stripe.webhooks.generateTestHeaderString({ payload, secret }) };
    },
    /** Delivers a message to a site and returns the status of its response. */
    async deliver(site: WholeSite, { payload, signature }: { payload: string; signature: string }): Promise<number> {
      const reply = await site.http.inject({
        method: 'POST',
        url: '/payments/stripe',
        headers: { 'content-type': 'application/json; charset=utf-8', 'stripe-signature': signature },
        payload,
      });
      return reply.statusCode;
    },
    close: () => server.close(),
  };
}

export type StripeProvider = Awaited<ReturnType<typeof startStripe>>;
