import { randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { Webhook } from 'standardwebhooks';

/** A payment in this provider's memory. A real provider stores payments in a database. */
export interface ProviderPayment {
  reference: string;
  payment: string;
  amount: number;
  currency: string;
  state: 'open' | 'paid' | 'ended';
  returnUrl: string;
  notifyUrl: string;
  /** Refunded amounts by idempotency key. A repeated request does not refund again. */
  refunds: Map<string, number>;
}

async function read(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString();
}

/** Creates a minimal payment provider, to which Marquee hands over payments. A buyer pays by pressing the button on its page. */
export function paymentProvider({ secret, ownUrl }: { secret: string; ownUrl: () => string }): {
  server: Server;
  payments: Map<string, ProviderPayment>;
} {
  const webhook = new Webhook(secret);
  const payments = new Map<string, ProviderPayment>();
  const responseOf = ({ state, amount, currency, reference }: ProviderPayment) => ({
    type: 'answer',
    state,
    amount,
    currency,
    charge: `charge-${reference}`,
  });

  /** Executes a message from Marquee. Returns the response, or null if the payment is unknown. */
  function handleMessage({ type, ...fields }: Record<string, string | number>): object | null {
    if (type === 'payment.begin') {
      // a repeated request for the same payment gets the same response
      const existing = [...payments.values()].find(({ payment }) => payment === fields['payment']);
      const reference = existing?.reference ?? randomUUID();
      const terms = { payment: String(fields['payment']), amount: Number(fields['amount']), currency: String(fields['currency']) };
      const urls = { returnUrl: String(fields['return_url']), notifyUrl: String(fields['notify_url']) };
      if (!existing) payments.set(reference, { reference, ...terms, ...urls, state: 'open', refunds: new Map() });
      return { type: 'answer', reference, url: `${ownUrl()}/pay/${reference}` };
    }
    if (type === 'payment.refund') {
      const payment = [...payments.values()].find(({ reference }) => `charge-${reference}` === fields['charge']);
      payment?.refunds.set(String(fields['key']), Number(fields['amount']));
      return payment ? { type: 'answer', refunded: true } : null;
    }
    const payment = payments.get(String(fields['reference']));
    if (payment?.state === 'open' && type === 'payment.end') payment.state = 'ended';
    return payment && (type === 'payment.look' || type === 'payment.end') ? responseOf(payment) : null;
  }

  /** Handles a signed message from Marquee. The response is signed with the ID of the message. */
  async function handleRequest(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const headers = request.headers as Record<string, string>;
    const message = webhook.verify(await read(request), headers) as Record<string, string | number>;
    const body = JSON.stringify(handleMessage(message));
    const [id, time] = [headers['webhook-id'] ?? '', new Date()];
    response.writeHead(body === 'null' ? 404 : 200, {
      'content-type': 'application/json',
      'webhook-id': id,
      'webhook-timestamp': Math.floor(time.getTime() / 1000),
      'webhook-signature': webhook.sign(id, time, body),
    });
    response.end(body);
  }

  /** Notifies Marquee that a payment has changed. A real provider repeats the notification until the response is 200. */
  async function notify(payment: ProviderPayment): Promise<void> {
    const [id, time] = [`msg_${randomUUID()}`, new Date()];
    const body = JSON.stringify({
      ...responseOf(payment),
      type: 'payment.changed',
      payment: payment.payment,
      reference: payment.reference,
    });
    const signature = {
      'webhook-id': id,
      'webhook-timestamp': `${Math.floor(time.getTime() / 1000)}`,
      'webhook-signature': webhook.sign(id, time, body),
    };
    await fetch(payment.notifyUrl, { method: 'POST', headers: { 'content-type': 'application/json', ...signature }, body });
  }

  /** Serves the page where buyers pay. */
  async function servePage(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const payment = payments.get((request.url ?? '').slice('/pay/'.length));
    if (!payment) return void response.writeHead(404).end();
    if (request.method !== 'POST') {
      const form = '<!doctype html><title>Pay</title><form method="post"><button>Pay</button></form>';
      return void response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(form);
    }
    if (payment.state === 'open') {
      payment.state = 'paid';
      await notify(payment).catch(() => {});
    }
    response.writeHead(303, { location: payment.returnUrl }).end();
  }

  const server = createServer((request, response) => {
    const handled = request.url?.startsWith('/pay/') ? servePage(request, response) : handleRequest(request, response);
    handled.catch(() => response.writeHead(400).end());
  });
  return { server, payments };
}

if (import.meta.main) {
  const port = Number(process.env['PORT'] ?? 4001);
  const ownUrl = () => process.env['OWN_URL'] ?? `http://127.0.0.1:${port}`;
  paymentProvider({ secret: process.env['HAND_OVER_SECRET'] ?? '', ownUrl }).server.listen(port, '127.0.0.1');
}
