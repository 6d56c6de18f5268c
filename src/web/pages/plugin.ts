import formbody from '@fastify/formbody';
import type { FastifyInstance, FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify';
import { isDatabaseDown } from '../../core/db/errors.ts';
import { Failure } from '../../core/failure.ts';
import type { Site } from '../../site.ts';
import { mountAssets } from './asset.ts';
import { viewerOfPage } from './forms.ts';
import { sendErrorPage } from './layout.ts';
import { stylesheet } from './stylesheet.ts';

const titles: Record<number, string> = { 403: 'Not allowed', 404: 'Not found', 501: 'Not available', 503: 'Not available at the moment' };

async function sendError(site: Site, error: unknown, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  if (isDatabaseDown(error)) {
    reply.header('Retry-After', '5');
    return sendErrorPage(reply, site, null, {
      status: 503,
      title: 'Not available at the moment',
      message: 'Please try again in a moment.',
    });
  }
  const ownStatus = error instanceof Failure ? error.status : ((error as { statusCode?: number }).statusCode ?? 500);
  if (ownStatus >= 500 && !(error instanceof Failure)) {
    request.log.error({ err: error }, 'a page failed');
    return sendErrorPage(reply, site, null, {
      status: 500,
      title: 'Something went wrong',
      message: 'The error was noted. Please try again later.',
    });
  }
  const viewer = await viewerOfPage(site, request).catch(() => null);
  const message = error instanceof Failure ? error.message : 'The request cannot be answered.';
  return sendErrorPage(reply, site, viewer, { status: ownStatus, title: titles[ownStatus] ?? 'That did not work', message });
}

/** The pages for people, as the domains declare them, and those that `more` mounts. Needs @fastify/cookie on the instance. */
export function pages(site: Site, more?: (app: FastifyInstance) => void): FastifyPluginAsync {
  return async (app: FastifyInstance) => {
    await app.register(formbody);
    app.setErrorHandler((error, request, reply) => sendError(site, error, request, reply));
    mountAssets(app, [stylesheet]);
    more?.(app);
    for (const domain of site.domains) domain.pages?.(app, site);
  };
}
