import { randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { Webhook } from 'standardwebhooks';

/** A payment as this provider knows it. A real one stores it in a database. */
export interface Paid {
  reference: string;
  payment: string;
  amount: number;
  currency: string;
  state: 'open' | 'paid' | 'ended';
  returnUrl: string;
  notifyUrl: string;
  /** What went back, by the key of the request: each counts once. */
  refunds: Map<string, number>;
}

async function read(request: IncomingMessage): Promise<string> {
  const pieces: Buffer[] = [];
  for await (const piece of request) pieces.push(piece as Buffer);
  return Buffer.concat(pieces).toString();
}

/** A payment provider in a page of code: Marquee hands payments over to it, and anyone who presses its button has paid. */
export function paymentProvider({ secret, ownUrl }: { secret: string; ownUrl: () => string }): {
  server: Server;
  payments: Map<string, Paid>;
} {
  const webhook = new Webhook(secret);
  const payments = new Map<string, Paid>();
  const responseOf = ({ state, amount, currency, reference }: Paid) => ({
    type: 'answer',
    state,
    amount,
    currency,
    charge: `charge-${reference}`,
  });

  function act({ type, ...asked }: Record<string, string | number>): object | null {
    if (type === 'payment.begin') {
      // asked again for the same payment: the same response
      const known = [...payments.values()].find(({ payment }) => payment === asked['payment']);
      const reference = known?.reference ?? randomUUID();
      const fields = { payment: String(asked['payment']), amount: Number(asked['amount']), currency: String(asked['currency']) };
      const urls = { returnUrl: String(asked['return_url']), notifyUrl: String(asked['notify_url']) };
      if (!known) payments.set(reference, { reference, ...fields, ...urls, state: 'open', refunds: new Map() });
      return { type: 'answer', reference, url: `${ownUrl()}/pay/${reference}` };
    }
    if (type === 'payment.refund') {
      const payment = [...payments.values()].find(({ reference }) => `charge-${reference}` === asked['charge']);
      payment?.refunds.set(String(asked['key']), Number(asked['amount']));
      return payment ? { type: 'answer', refunded: true } : null;
    }
    const payment = payments.get(String(asked['reference']));
    if (payment?.state === 'open' && type === 'payment.end') payment.state = 'ended';
    return payment && (type === 'payment.look' || type === 'payment.end') ? responseOf(payment) : null;
  }

  /** What Marquee asks: the signature of a request is verified, and the response is signed with the id of the request. */
  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const headers = request.headers as Record<string, string>;
    const asked = webhook.verify(await read(request), headers) as Record<string, string | number>;
    const body = JSON.stringify(act(asked));
    const [id, moment] = [headers['webhook-id'] ?? '', new Date()];
    response.writeHead(body === 'null' ? 404 : 200, {
      'content-type': 'application/json',
      'webhook-id': id,
      'webhook-timestamp': Math.floor(moment.getTime() / 1000),
      'webhook-signature': webhook.sign(id, moment, body),
    });
    response.end(body);
  }

  /** Tells Marquee that a payment has changed. A real provider tells again until the response is 200. */
  async function tell(payment: Paid): Promise<void> {
    const [id, moment] = [`msg_${randomUUID()}`, new Date()];
    const body = JSON.stringify({
      ...responseOf(payment),
      type: 'payment.changed',
      payment: payment.payment,
      reference: payment.reference,
    });
    const signature = {
      'webhook-id': id,
      'webhook-timestamp': `${Math.floor(moment.getTime() / 1000)}`,
      'webhook-signature': webhook.sign(id, moment, body),
    };
    await fetch(payment.notifyUrl, { method: 'POST', headers: { 'content-type': 'application/json', ...signature }, body });
  }

  /** The page where buyers pay. */
  async function page(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const payment = payments.get((request.url ?? '').slice('/pay/'.length));
    if (!payment) return void response.writeHead(404).end();
    if (request.method !== 'POST') {
      const form = '<!doctype html><title>Pay</title><form method="post"><button>Pay</button></form>';
      return void response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(form);
    }
    if (payment.state === 'open') {
      payment.state = 'paid';
      await tell(payment).catch(() => {});
    }
    response.writeHead(303, { location: payment.returnUrl }).end();
  }

  const server = createServer((request, response) => {
    const work = request.url?.startsWith('/pay/') ? page(request, response) : answer(request, response);
    work.catch(() => response.writeHead(400).end());
  });
  return { server, payments };
}

if (import.meta.main) {
  const port = Number(process.env['PORT'] ?? 4001);
  const ownUrl = () => process.env['OWN_URL'] ?? `http://127.0.0.1:${port}`;
  paymentProvider({ secret: process.env['HAND_OVER_SECRET'] ?? '', ownUrl }).server.listen(port, '127.0.0.1');
}
