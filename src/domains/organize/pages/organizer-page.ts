import type { FastifyReply, FastifyRequest } from 'fastify';
import { toSitePath } from '#app/domains/identity/auth/redirect.ts';
import type { Viewer } from '#app/domains/identity/auth/viewer.ts';
import { Failure } from '#app/core/failures/failure.ts';
import { type Html, html } from '#app/core/text/html.ts';
import type { Translate } from '#app/core/language/translate.ts';
import type { Site } from '#app/site.ts';
import { getPageViewer } from '#app/web/pages/forms.ts';
import { getTextsForRequest } from '#app/web/pages/language.ts';
import { sendPage } from '#app/web/pages/layout.ts';
import { redirectToSignIn, getSignInPath } from '#app/web/pages/redirect-to-sign-in.ts';
import { canOrganize } from '../access.ts';
import { renderOrganizeHead } from './assets.ts';

/** Path prefix of the organizers' pages. */
export const ORGANIZE_PATH = '/organize';
/** Action of the nonces in forms of organizers. */
export const ORGANIZE_ACTION = 'organize';

/** Returns the path of an event's page. */
export const buildEventPath = (site: Site, id: number, page = ''): string => toSitePath(site, `${ORGANIZE_PATH}/events/${id}${page}`);

/** Context of a request by a user who may edit events. */
export interface OrganizerContext {
  site: Site;
  request: FastifyRequest;
  reply: FastifyReply;
  viewer: Viewer;
  /** Translates into the language of the user. */
  translate: Translate;
}

/**
 * Responds to a form from a user who is no longer signed in. The page explains how to keep the values: sign in in another window, and reload this
 * page, which sends the form again.
 */
function askToSignIn(site: Site, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const translate = getTextsForRequest(site, request);
  const body = html`<h1>${translate('organize.signedOut')}</h1><p>${translate('organize.signedOutHint')}</p>
<p><a class="button" href="${getSignInPath(site, toSitePath(site, ORGANIZE_PATH))}" target="_blank" rel="noopener">${translate('organize.signInElsewhere')}</a></p>`;
  return sendPage(reply, site, { title: translate('organize.signedOut'), body, viewer: null, translate, isNarrow: true }, { status: 401 });
}

/** Creates a route handler for organizers. Asks anonymous visitors to sign in, and rejects other users. */
export function createOrganizerHandler(site: Site, handle: (context: OrganizerContext) => Promise<FastifyReply>) {
  return async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const viewer = await getPageViewer(site, request);
    if (!viewer && request.method !== 'GET') return await askToSignIn(site, request, reply);
    if (!viewer) return redirectToSignIn(site, reply, toSitePath(site, request.url));
    if (!canOrganize((capability) => viewer.can(capability)))
      throw new Failure('forbidden', 403, 'Only users who may edit events can organize them.');
    return await handle({ site, request, reply, viewer, translate: getTextsForRequest(site, request) });
  };
}

/** Sends a page for organizers. */
export const sendOrganizerPage = (
  { site, reply, viewer, translate }: OrganizerContext,
  title: string,
  body: Html,
  status = 200,
): Promise<FastifyReply> =>
  sendPage(reply, site, { title, body, viewer, translate, head: renderOrganizeHead(site), isForStaff: true }, { status });
