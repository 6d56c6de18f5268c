import { constants } from 'node:zlib';
import compress from '@fastify/compress';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { SESSION_COOKIE } from '../domains/identity/auth/sessions.ts';

/** What gets shorter: texts, and no streams of events, which are to arrive as they happen. */
const TEXTS =
  /^(application\/(json|javascript|xml|atom\+xml|rss\+xml|graphql-response\+json|manifest\+json)|text\/(html|css|javascript|plain|xml|csv|calendar)|image\/svg\+xml)\b/;
/** Responses of less fit into a packet or two as they are. */
const LEAST_BYTES = 2048;

/**
 * A page of anyone who is signed in holds the nonces of its forms beside words that others may have put into its address: how long it is compressed
 * would tell them the nonce, letter by letter (BREACH). JSON holds none and is told to nobody's page without its headers.
 */
const mayHoldNonces = ({ headers, cookies }: FastifyRequest) =>
  cookies[SESSION_COOKIE] !== undefined && String(headers.accept ?? '').includes('text/html');

/**
 * Compresses texts for those who take that. Parts of files (`Range`) stay as they are; kept responses of the page cache have their own. To be
 * mounted before any route, and after what reads cookies.
 */
export async function mountCompression(app: FastifyInstance): Promise<void> {
  app.addHook('onRequest', async (request) => {
    if (request.headers.range !== undefined || mayHoldNonces(request)) request.headers['x-no-compression'] = '1';
  });
  await app.register(compress, {
    globalDecompression: false,
    threshold: LEAST_BYTES,
    encodings: ['br', 'gzip'],
    customTypes: TEXTS,
    // what the slowest steps save is less than they take
    brotliOptions: { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } },
    zlibOptions: { level: 5 },
  });
}
