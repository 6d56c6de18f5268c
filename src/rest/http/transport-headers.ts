import type { FastifyReply, FastifyRequest } from 'fastify';

interface Transport {
  signedIn: boolean;
  freshNonce: string | null;
  status: number;
  isOverridden: boolean;
  isNonceRefused: boolean;
}

/** Sets the headers of every REST response (docs/behaviour/core-rest.md 1.5). */
export function setTransportHeaders(
  request: FastifyRequest,
  reply: FastifyReply,
  site: { restUrl: string; relationBase: string },
  transport: Transport,
): void {
  reply
    .header('X-Content-Type-Options', 'nosniff')
    .header('X-Robots-Tag', 'noindex')
    .header('Link', `<${site.restUrl}/>; rel="${site.relationBase}"`)
    .header('Access-Control-Expose-Headers', 'X-WP-Total, X-WP-TotalPages, Link')
    .header('Access-Control-Allow-Headers', 'Authorization, X-WP-Nonce, Content-Disposition, Content-MD5, Content-Type');
  const { origin } = request.headers;
  if (origin !== undefined) {
    reply
      .header('Access-Control-Allow-Origin', origin)
      .header('Access-Control-Allow-Methods', 'OPTIONS, GET, POST, PUT, PATCH, DELETE')
      .header('Access-Control-Allow-Credentials', 'true')
      .header('Vary', 'Origin');
  } else if (request.method === 'GET' && !transport.signedIn) {
    reply.header('Vary', 'Origin');
  }
  if (transport.signedIn || transport.isNonceRefused || (transport.isOverridden && transport.status >= 400 && transport.status < 500)) {
    reply
      .header('Cache-Control', 'no-cache, must-revalidate, max-age=0, no-store, private')
      .header('Expires', 'Wed, 11 Jan 1984 05:00:00 GMT');
  }
  if (transport.freshNonce !== null) reply.header('X-WP-Nonce', transport.freshNonce);
}
