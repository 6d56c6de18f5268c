import { readFileSync } from 'node:fs';
import fastify from 'fastify';

/** Response of the baseline for cached responses: Fastify sends the same bytes and headers for every request. */
const { status, headers, text } = JSON.parse(readFileSync(process.env['RESPONSE'] ?? '', 'utf8')) as {
  status: number;
  headers: Record<string, string>;
  text: string;
};
const body = Buffer.from(text);
const app = fastify();
app.get('/ready', () => 'yes');
app.get('/*', (_request, reply) => reply.status(status).headers(headers).send(body));
await app.listen({ host: '127.0.0.1', port: Number(process.env['PORT']) });
