/**
 * A program that receives webhooks of a Marquee site. It verifies the signature of each message, responds at once, and then handles the message, only once even
 * if it is sent again. Run it with `WEBHOOK_SECRET=whsec_… PORT=4002 node examples/webhook-receiver/receiver.ts`.
 */
import { createServer, type Server } from 'node:http';
import { Webhook } from 'standardwebhooks';

export interface WebhookMessage {
  type: string;
  timestamp: string;
  data: Record<string, unknown>;
}

/** Creates the server. `secret` is the one that `createWebhookEndpoint` returned; `work` handles a message. */
export function webhookReceiver({ secret, work }: { secret: string; work: (message: WebhookMessage) => void }): Server {
  const webhook = new Webhook(secret);
  // a real receiver stores the IDs in a database, so that they survive a restart
  const received = new Set<string>();
  return createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => void chunks.push(chunk));
    request.on('end', () => {
      const id = String(request.headers['webhook-id']);
      let message: WebhookMessage;
      try {
        message = webhook.verify(Buffer.concat(chunks), request.headers as Record<string, string>) as WebhookMessage;
      } catch {
        response.writeHead(401).end();
        return;
      }
      // a message with a known ID was sent again because the first response was lost
      if (!received.has(id)) {
        received.add(id);
        setImmediate(work, message);
      }
      response.writeHead(204).end();
    });
  });
}

if (import.meta.main) {
  const secret = process.env['WEBHOOK_SECRET'] ?? '';
  const work = ({ type, timestamp, data }: WebhookMessage) => process.stdout.write(`${timestamp} ${type} ${JSON.stringify(data)}\n`);
  webhookReceiver({ secret, work }).listen(Number(process.env['PORT'] ?? 4002), '127.0.0.1');
}
