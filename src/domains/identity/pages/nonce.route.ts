import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { checkMayHaveNonce } from '../auth/nonce-actions.ts';
import { createNonce, getNonceLifetime } from '../auth/nonces.ts';
import { identify } from '../auth/sign-in.ts';
import { Failure } from '#app/core/failures/failure.ts';
import type { Site } from '#app/site.ts';
import { createFieldReader, getPageViewer } from '#app/web/pages/forms.ts';

async function createNonceFor(site: Site, request: FastifyRequest): Promise<{ action: string; nonce: string; expires_in: number }> {
  const { authorization } = request.headers;
  const { viewer } = await identify(site, {
    ...(authorization !== undefined && { authorization }),
    ip: request.ip,
    userAgent: String(request.headers['user-agent'] ?? ''),
  });
  const caller = viewer.signedIn ? viewer : await getPageViewer(site, request);
  if (!caller) throw new Failure('not_signed_in', 401, 'You are not signed in.');
  const action = createFieldReader(request.query)('action');
  if (action === '') throw new Failure('missing_argument', 400, 'Missing parameter(s): action', { params: ['action'] });
  checkMayHaveNonce(caller, action);
  return { action, nonce: createNonce(site, caller, action), expires_in: getNonceLifetime() };
}

/**
 * Mounts `GET /nonce?action=`, which returns a nonce for the signed-in caller (docs/behaviour/core-rest.md 6.5). With `format=text`, the body is only
 * the nonce, as clients such as `@wordpress/api-fetch` expect when they renew a nonce.
 */
export function mountNonce(app: FastifyInstance, site: Site): void {
  app.get('/nonce', async (request, reply: FastifyReply) => {
    reply.headers({ 'Cache-Control': 'no-store', 'X-Content-Type-Options': 'nosniff', 'X-Robots-Tag': 'noindex' });
    try {
      const response = await createNonceFor(site, request);
      return createFieldReader(request.query)('format') === 'text'
        ? await reply.type('text/plain; charset=utf-8').send(response.nonce)
        : response;
    } catch (error) {
      return reply.sendRefusal(error);
    }
  });
}
