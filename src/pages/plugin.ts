import formbody from '@fastify/formbody';
import type { FastifyInstance, FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify';
import { isDatabaseDown } from '../core/db/errors.ts';
import { Failure } from '../core/failure.ts';
import type { Site } from '../site.ts';
import { mountAccount } from './account.page.ts';
import { mountAuthorize } from './authorize.page.ts';
import { mountAvatars } from './avatar.route.ts';
import { mountDoor } from './door/mount.ts';
import { mountCalendarPages } from './calendar/mount.ts';
import { mountContentPages } from './content/mount.ts';
import { viewerOfPage } from './forms.ts';
import { sendErrorPage } from './layout.ts';
import { mountNonce } from './nonce.route.ts';
import { mountConnect } from './onboarding/connect.page.ts';
import { mountSignIn } from './sign-in.page.ts';
import { stylesheet, stylesheetPath } from './stylesheet.ts';
import { mountTicketPages } from './tickets/mount.ts';

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

/** The pages for people: sign-in, account, authorization of applications, and what belongs to them. Needs @fastify/cookie on the instance. */
export function pages(site: Site): FastifyPluginAsync {
  return async (app: FastifyInstance) => {
    await app.register(formbody);
    app.setErrorHandler((error, request, reply) => sendError(site, error, request, reply));
    app.get(stylesheetPath, (_request, reply) =>
      reply
        .headers({ 'Cache-Control': 'public, max-age=31536000, immutable', 'X-Content-Type-Options': 'nosniff' })
        .type('text/css; charset=utf-8')
        .send(stylesheet),
    );
    mountSignIn(app, site);
    mountAccount(app, site);
    mountAuthorize(app, site);
    mountNonce(app, site);
    mountConnect(app, site);
    mountAvatars(app);
    mountTicketPages(app, site);
    mountDoor(app, site);
    mountCalendarPages(app, site);
    mountContentPages(app, site);
  };
}
