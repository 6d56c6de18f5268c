/**
 * A program that is told what changes on a Marquee site. It believes what is signed rightly, takes every message once, responses at once, and works
 * afterwards. `WEBHOOK_SECRET=whsec_… PORT=4002 node examples/webhook-receiver/receiver.ts`
 */
import { createServer, type Server } from 'node:http';
import { Webhook } from 'standardwebhooks';

export interface WebhookMessage {
  type: string;
  timestamp: string;
  data: Record<string, unknown>;
}

/** `secret` as `createWebhookEndpoint` has shown it; `work` does something about a message. */
export function webhookReceiver({ secret, work }: { secret: string; work: (told: WebhookMessage) => void }): Server {
  const webhook = new Webhook(secret);
  // in real life a table: what a process had taken must be known to the next one
  const taken = new Set<string>();
  return createServer((request, response) => {
    const pieces: Buffer[] = [];
    request.on('data', (piece: Buffer) => void pieces.push(piece));
    request.on('end', () => {
      const id = String(request.headers['webhook-id']);
      let told: WebhookMessage;
      try {
        told = webhook.verify(Buffer.concat(pieces), request.headers as Record<string, string>) as WebhookMessage;
      } catch {
        response.writeHead(401).end();
        return;
      }
      // the same id again is the same message: its first response was lost
      if (!taken.has(id)) {
        taken.add(id);
        setImmediate(work, told);
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
