import formbody from '@fastify/formbody';
import type { FastifyInstance, FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify';
import { isDatabaseDown } from '../../core/db/errors.ts';
import { Failure } from '../../core/failures/failure.ts';
import { type Html, html } from '../../core/text/html.ts';
import { recordFailure, recordReadsOnly } from '../../core/logging/request-facts.ts';
import type { Site } from '../../site.ts';
import type { Translate } from '../../core/language/translate.ts';
import { getFacts } from '../observing/requests.ts';
import { mountAssets } from './asset.ts';
import { mountAccentStyles, mountFavicon } from './brand.ts';
import { mountFonts } from './fonts.ts';
import { getPageViewer } from './forms.ts';
import { getTextsForRequest } from './language.ts';
import { sendErrorPage } from './layout.ts';
import { recordPagePatterns } from './page-patterns.ts';
import { translateRefusal } from './refusal-text.ts';
import { plotStyles } from './plot-styles.ts';
import { stylesheet } from './stylesheet.ts';

const STATUSES_WITH_TITLE = [403, 404, 410, 413, 429, 501, 503] as const;
const STATUSES_WITH_EXPLANATION = [403, 404, 410, 413, 429] as const;

/**
 * Returns the message of a refusal. Messages of services are English. In other languages, returns the text of the status, or the English message if
 * the status explains too little.
 */
function getMessage(error: unknown, status: number, translate: Translate): string | Html {
  if (error instanceof Failure) {
    const translated = translateRefusal(translate, error);
    if (translated !== null) return translated;
    if (translate.language === 'en') return error.message;
    if (error.code === 'service_unavailable') return translate('failure.inAMoment');
  }
  const explainedStatus = STATUSES_WITH_EXPLANATION.find((candidate) => candidate === status);
  if (explainedStatus !== undefined) return translate(`failure.why.${explainedStatus}`);
  return error instanceof Failure ? html`<span lang="en">${error.message}</span>` : translate('failure.request');
}

/** Returns the code of a failure for the log. */
function getCode(error: unknown): string {
  if (error instanceof Failure) return error.code;
  if (isDatabaseDown(error)) return 'service_unavailable';
  const { code, statusCode = 500 } = error as { code?: string; statusCode?: number };
  return statusCode < 500 && typeof code === 'string' ? code : 'internal_server_error';
}

async function sendError(site: Site, error: unknown, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const translate = getTextsForRequest(site, request);
  recordFailure(getCode(error), getFacts(request));
  if (isDatabaseDown(error)) {
    reply.header('Retry-After', '5');
    return sendErrorPage(reply, site, null, {
      status: 503,
      title: translate('failure.503'),
      message: translate('failure.inAMoment'),
    });
  }
  const status = error instanceof Failure ? error.status : ((error as { statusCode?: number }).statusCode ?? 500);
  if (status >= 500 && !(error instanceof Failure)) {
    request.log.error({ err: error }, 'a page failed');
    return sendErrorPage(reply, site, null, {
      status: 500,
      title: translate('failure.500'),
      message: translate('failure.noted'),
    });
  }
  if (error instanceof Failure && typeof error.data['retryAfter'] === 'number')
    reply.header('Retry-After', String(error.data['retryAfter']));
  const viewer = await getPageViewer(site, request).catch(() => null);
  const titledStatus = STATUSES_WITH_TITLE.find((candidate) => candidate === status);
  const title = translate(titledStatus === undefined ? 'failure.other' : `failure.${titledStatus}`);
  return sendErrorPage(reply, site, viewer, { status, title, message: getMessage(error, status, translate) });
}

/** Creates the plugin with the pages of all domains and the pages that `mountMore` mounts. Requires @fastify/cookie on the instance. */
export function createPagesPlugin(site: Site, mountMore?: (app: FastifyInstance) => void): FastifyPluginAsync {
  return async (app: FastifyInstance) => {
    await app.register(formbody);
    app.setErrorHandler((error, request, reply) => sendError(site, error, request, reply));
    app.addHook('preHandler', (request, _reply, done) => {
      recordReadsOnly(request.method === 'GET' || request.method === 'HEAD', getFacts(request));
      done();
    });
    recordPagePatterns(app);
    mountAssets(app, [stylesheet, plotStyles]);
    mountAccentStyles(app);
    mountFavicon(app, site);
    mountFonts(app);
    mountMore?.(app);
    for (const domain of site.domains) domain.pages?.(app, site);
  };
}
