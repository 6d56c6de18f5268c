import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { cookiesOf } from '#app/core/http/cookies.ts';
import { notFound } from '#app/core/failures/failure.ts';
import { sitePath } from '#app/domains/identity/auth/redirect.ts';
import type { Site } from '#app/site.ts';
import { sendCookies } from '#app/web/cookies.ts';
import { fieldsOf, FORM_LIMIT, requireOwnOrigin, viewerOfPage } from '#app/web/pages/forms.ts';
import { sayTo } from '#app/web/pages/language.ts';
import { refererPath } from '#app/web/pages/referer-path.ts';
import { sendPage } from '#app/web/pages/layout.ts';
import { shownBanner, type ShownBanner } from '../banner/shown-banner.ts';
import { activeBlockers, UNBLOCK_PATH } from '../blocking/blocked-body.ts';
import { servicesToClear, storageToClear } from '../blocking/opt-out.ts';
import { acceptedServices } from '../blocking/visitor-decision.ts';
import { readConfiguration } from '../configuration/configuration.ts';
import { clearCookies } from '../documenting/clear.service.ts';
import type { Decision } from '../documenting/decision.rules.ts';
import { documentConsent } from '../documenting/document.service.ts';
import { pastDecisions } from '../documenting/history.service.ts';
import type { Visitor } from '../documenting/visitor.ts';
import { PRIVACY_SETTINGS_PATH } from '../settings-path.ts';
import { privacySettingsBody } from './privacy-settings.view.ts';

function visitorOf(request: FastifyRequest): Visitor {
  const userAgent = request.headers['user-agent'] ?? '';
  return { ip: request.ip, userAgent, doNotTrack: request.headers['dnt'] === '1', cookies: cookiesOf(request.cookies) };
}

const nowhere = { address: null, country: null };

async function show(site: Site, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const visitor = visitorOf(request);
  const [viewer, banner, history, configuration] = await Promise.all([
    viewerOfPage(site, request),
    shownBanner(site, visitor, nowhere),
    pastDecisions(site, visitor),
    readConfiguration(site),
  ]);
  const say = sayTo(site, request);
  const isSaved = fieldsOf(request.query)('saved') === '1';
  const forgotten = banner.decision ? storageToClear(configuration, banner.decision) : [];
  const body = privacySettingsBody(site, say, banner, { history, isSaved, forgotten });
  return await sendPage(reply, site, { title: say('menu.privacy'), body, viewer });
}

/** Returns the checked services by group. Essential groups always contain all services. */
function decisionOf({ groups }: ShownBanner, isChosen: (service: number) => boolean): Decision {
  const chosen = groups.map(
    ({ id, isEssential, items }) => [id, items.map((item) => item.id).filter((one) => isEssential || isChosen(one)), isEssential] as const,
  );
  return Object.fromEntries(
    chosen.filter(([, services, isEssential]) => isEssential || services.length > 0).map(([id, services]) => [String(id), services]),
  );
}

/** Documents a decision, and deletes the cookies of refused services that require it. */
async function decide(
  site: Site,
  visitor: Visitor,
  before: ShownBanner,
  decision: unknown,
  button: string,
  blockerId: number | null,
): Promise<void> {
  const given = await documentConsent(site, visitor, {
    decision,
    buttonClicked: button,
    blockerId,
    uiView: before.decision ? 'change' : 'initial',
    referer: `${site.config.siteUrl}${PRIVACY_SETTINGS_PATH}`,
  });
  const forgotten = servicesToClear(await readConfiguration(site), given.decision);
  await clearCookies(
    site,
    visitor,
    forgotten.map(({ id }) => id),
  );
}

async function save(site: Site, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  requireOwnOrigin(site, request);
  const field = fieldsOf(request.body);
  const visitor = visitorOf(request);
  const banner = await shownBanner(site, visitor, nowhere);
  const act = field('act');
  if (act === 'all') await decide(site, visitor, banner, 'all', 'ind_all', null);
  else if (act === 'essential') await decide(site, visitor, banner, 'essentials', 'ind_essential', null);
  else
    await decide(
      site,
      visitor,
      banner,
      decisionOf(banner, (id) => field(`service_${id}`) === '1'),
      'ind_custom',
      null,
    );
  sendCookies(reply, visitor.cookies, site.config.siteUrl);
  return await reply.header('Cache-Control', 'no-store').redirect(`${sitePath(site, PRIVACY_SETTINGS_PATH)}?saved=1`, 303);
}

/** Accepts the services of one blocked element in addition to the accepted ones, and redirects to the page. */
async function unblock(site: Site, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  requireOwnOrigin(site, request);
  const visitor = visitorOf(request);
  const id = Number(fieldsOf(request.body)('blocker'));
  const [banner, configuration] = await Promise.all([shownBanner(site, visitor, nowhere), readConfiguration(site)]);
  const blocker = activeBlockers(configuration).find((one) => one.id === id);
  if (!blocker) throw notFound('blocker_not_found', 'There is nothing to be shown.');
  const allowed = new Set([...acceptedServices(banner.decision), ...blocker.services.map(({ serviceId }) => serviceId)]);
  await decide(
    site,
    visitor,
    banner,
    decisionOf(banner, (service) => allowed.has(service)),
    'unblock',
    blocker.id,
  );
  sendCookies(reply, visitor.cookies, site.config.siteUrl);
  return await reply.header('Cache-Control', 'no-store').redirect(refererPath(site, request) ?? sitePath(site, PRIVACY_SETTINGS_PATH), 303);
}

/** Mounts `/privacy-settings`, where visitors change all decisions without a script. */
export function mountPrivacySettings(app: FastifyInstance, site: Site): void {
  app.get(PRIVACY_SETTINGS_PATH, (request, reply) => show(site, request, reply));
  app.post(PRIVACY_SETTINGS_PATH, { bodyLimit: FORM_LIMIT }, (request, reply) => save(site, request, reply));
  app.post(UNBLOCK_PATH, { bodyLimit: FORM_LIMIT }, (request, reply) => unblock(site, request, reply));
}
