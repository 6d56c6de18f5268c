import { constants } from 'node:zlib';
import compress from '@fastify/compress';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { SESSION_COOKIE } from '../domains/identity/auth/sessions.ts';

/** Content types to compress: text formats except event streams, which must not be buffered. */
const COMPRESSIBLE_TYPES =
  /^(application\/(json|javascript|xml|atom\+xml|rss\+xml|graphql-response\+json|manifest\+json)|text\/(html|css|javascript|plain|xml|csv|calendar)|image\/svg\+xml)\b/;
/** Minimum size of a compressed response in bytes. Smaller responses fit into one or two packets anyway. */
const MIN_BYTES = 2048;

/**
 * True if a response may contain form nonces. Pages of signed-in users contain them together with text from the URL, so their compressed size could
 * reveal a nonce letter by letter (BREACH). JSON contains no nonces, and other sites cannot read it.
 */
const mayContainNonces = ({ headers, cookies }: FastifyRequest) =>
  cookies[SESSION_COOKIE] !== undefined && String(headers.accept ?? '').includes('text/html');

/**
 * Compresses text responses if the client accepts it. Parts of files (`Range`) stay uncompressed. The page cache compresses cached pages itself.
 * Mount it before any route and after the cookie parser.
 */
export async function mountCompression(app: FastifyInstance): Promise<void> {
  app.addHook('onRequest', async (request) => {
    if (request.headers.range !== undefined || mayContainNonces(request)) request.headers['x-no-compression'] = '1';
  });
  await app.register(compress, {
    globalDecompression: false,
    threshold: MIN_BYTES,
    encodings: ['br', 'gzip'],
    customTypes: COMPRESSIBLE_TYPES,
    // higher levels cost more time than they save
    brotliOptions: { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } },
    zlibOptions: { level: 5 },
  });
}
