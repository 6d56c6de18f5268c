import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { createCookies } from '#app/core/http/cookies.ts';
import { notFound } from '#app/core/failures/failure.ts';
import { toSitePath } from '#app/domains/identity/auth/redirect.ts';
import type { Site } from '#app/site.ts';
import { sendCookies } from '#app/web/cookies.ts';
import { createFieldReader, FORM_LIMIT, requireOwnOrigin, getPageViewer } from '#app/web/pages/forms.ts';
import { getTextsForRequest } from '#app/web/pages/language.ts';
import { getRefererPath } from '#app/web/pages/referer-path.ts';
import { sendPage } from '#app/web/pages/layout.ts';
import { readBanner, type BannerView } from '../banner/banner.service.ts';
import { listActiveBlockers, UNBLOCK_PATH } from '../blocking/blocked-body.ts';
import { listServicesToClear, listStorageToClear } from '../blocking/opt-out.ts';
import { listAcceptedServiceIds } from '../blocking/visitor-decision.ts';
import { readConfiguration } from '../configuration/configuration.ts';
import { clearCookies } from '../documenting/clear.service.ts';
import type { Decision } from '../documenting/decision.rules.ts';
import { documentConsent } from '../documenting/document.service.ts';
import { listPastDecisions } from '../documenting/history.service.ts';
import type { Visitor } from '../documenting/visitor.ts';
import { PRIVACY_SETTINGS_PATH } from '../settings-path.ts';
import { renderPrivacySettings } from './privacy-settings.view.ts';

function getVisitor(request: FastifyRequest): Visitor {
  const userAgent = request.headers['user-agent'] ?? '';
  return { ip: request.ip, userAgent, doNotTrack: request.headers['dnt'] === '1', cookies: createCookies(request.cookies) };
}

/** Requests the banner without a specific page. The IP address determines the country. */
const ANY_PAGE = { url: null, country: null };

async function showSettings(site: Site, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const visitor = getVisitor(request);
  const [viewer, banner, history, configuration] = await Promise.all([
    getPageViewer(site, request),
    readBanner(site, visitor, ANY_PAGE),
    listPastDecisions(site, visitor),
    readConfiguration(site),
  ]);
  const translate = getTextsForRequest(site, request);
  const isSaved = createFieldReader(request.query)('saved') === '1';
  const storageToClear = banner.decision ? listStorageToClear(configuration, banner.decision) : [];
  const body = renderPrivacySettings(site, translate, banner, { history, isSaved, storageToClear });
  return await sendPage(reply, site, { title: translate('menu.privacy'), body, viewer });
}

/** Returns the chosen services by group. Essential groups always contain all services. */
function readDecision({ groups }: BannerView, isChosen: (service: number) => boolean): Decision {
  const chosen = groups.map(
    ({ id, isEssential, items }) =>
      [id, items.map((item) => item.id).filter((service) => isEssential || isChosen(service)), isEssential] as const,
  );
  return Object.fromEntries(
    chosen.filter(([, services, isEssential]) => isEssential || services.length > 0).map(([id, services]) => [String(id), services]),
  );
}

/** Documents a decision, and deletes the cookies of refused services whose cookies must be deleted after an opt-out. */
async function documentDecision(
  site: Site,
  visitor: Visitor,
  banner: BannerView,
  decision: unknown,
  button: string,
  blockerId: number | null,
): Promise<void> {
  const documented = await documentConsent(site, visitor, {
    decision,
    buttonClicked: button,
    blockerId,
    uiView: banner.decision ? 'change' : 'initial',
    referer: `${site.config.siteUrl}${PRIVACY_SETTINGS_PATH}`,
  });
  const refused = listServicesToClear(await readConfiguration(site), documented.decision);
  await clearCookies(
    site,
    visitor,
    refused.map(({ id }) => id),
  );
}

async function saveSettings(site: Site, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  requireOwnOrigin(site, request);
  const readField = createFieldReader(request.body);
  const visitor = getVisitor(request);
  const banner = await readBanner(site, visitor, ANY_PAGE);
  const action = readField('act');
  if (action === 'all') await documentDecision(site, visitor, banner, 'all', 'ind_all', null);
  else if (action === 'essential') await documentDecision(site, visitor, banner, 'essentials', 'ind_essential', null);
  else
    await documentDecision(
      site,
      visitor,
      banner,
      readDecision(banner, (id) => readField(`service_${id}`) === '1'),
      'ind_custom',
      null,
    );
  sendCookies(reply, visitor.cookies, site.config.siteUrl);
  return await reply.header('Cache-Control', 'no-store').redirect(`${toSitePath(site, PRIVACY_SETTINGS_PATH)}?saved=1`, 303);
}

/** Accepts the services of one content blocker in addition to those already accepted, and redirects to the page of the blocked element. */
async function unblock(site: Site, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  requireOwnOrigin(site, request);
  const visitor = getVisitor(request);
  const id = Number(createFieldReader(request.body)('blocker'));
  const [banner, configuration] = await Promise.all([readBanner(site, visitor, ANY_PAGE), readConfiguration(site)]);
  const blocker = listActiveBlockers(configuration).find((candidate) => candidate.id === id);
  if (!blocker) throw notFound('blocker_not_found', 'There is no such content blocker.');
  const accepted = new Set([...listAcceptedServiceIds(banner.decision), ...blocker.services.map(({ serviceId }) => serviceId)]);
  await documentDecision(
    site,
    visitor,
    banner,
    readDecision(banner, (service) => accepted.has(service)),
    'unblock',
    blocker.id,
  );
  sendCookies(reply, visitor.cookies, site.config.siteUrl);
  return await reply
    .header('Cache-Control', 'no-store')
    .redirect(getRefererPath(site, request) ?? toSitePath(site, PRIVACY_SETTINGS_PATH), 303);
}

/** Mounts `/privacy-settings`, where visitors change their decisions without JavaScript. */
export function mountPrivacySettings(app: FastifyInstance, site: Site): void {
  app.get(PRIVACY_SETTINGS_PATH, (request, reply) => showSettings(site, request, reply));
  app.post(PRIVACY_SETTINGS_PATH, { bodyLimit: FORM_LIMIT }, (request, reply) => saveSettings(site, request, reply));
  app.post(UNBLOCK_PATH, { bodyLimit: FORM_LIMIT }, (request, reply) => unblock(site, request, reply));
}
