import { type Html, html, trustHtml } from '#app/core/text/html.ts';
import { toSitePath } from '#app/domains/identity/auth/redirect.ts';
import type { Site } from '#app/site.ts';
import { completeDesign } from '../banner/design.defaults.ts';
import type { Blocker, Configuration } from '../configuration/configuration.ts';
import { matchesAny } from '../scanner/matches-any.ts';
import { publishedOptions } from '../settings/options.ts';
import { type EmbeddedElement, findEmbeddedElements } from './embedded-elements.ts';
import { listAcceptedServiceIds, getPageConfiguration, findVisitorDecision, type RequestCookies } from './visitor-decision.ts';

/** Path to which the button in place of a blocked element posts. Accepts the services of the blocker. */
export const UNBLOCK_PATH = '/privacy-settings/show';

/** Matches elements with absolute URLs. This fast test avoids parsing most pages, because they contain no such element. */
const EMBEDS_ABSOLUTE_URL = /<(?:iframe|embed|object|img|picture|video|audio|script|link)\b[^>]*(?:https?:)?\/\//i;

const listRequiredServiceIds = (blocker: Blocker): number[] => blocker.services.map(({ serviceId }) => serviceId);

const isAllowed = (blocker: Blocker, accepted: ReadonlySet<number>): boolean =>
  listRequiredServiceIds(blocker).every((id) => accepted.has(id));

/** Returns the active blockers. */
export function listActiveBlockers({ options, blockers }: Configuration): Blocker[] {
  return options.blockerActive ? blockers.filter(({ status, criteria }) => status === 'publish' && criteria === 'services') : [];
}

function renderPlaceholder(site: Site, configuration: Configuration, blocker: Blocker, accepted: ReadonlySet<number>): Html {
  const texts = completeDesign(configuration.design).texts as Readonly<Record<string, string>>;
  const missing = listRequiredServiceIds(blocker).filter((id) => !accepted.has(id));
  const names = missing.flatMap((id) => configuration.services.find((service) => service.id === id)?.title ?? []);
  const headline = (texts['blockerHeadline'] ?? '').replaceAll('{{name}}', blocker.title);
  return html`<aside class="blocked" aria-label="${headline}">
<p><strong>${headline}</strong></p>
${blocker.description !== '' && html`<p>${blocker.description}</p>`}
${names.length > 0 && html`<p>${texts['blockerAcceptInfo']} ${names.join(', ')}</p>`}
<form method="post" action="${toSitePath(site, UNBLOCK_PATH)}"><input type="hidden" name="blocker" value="${blocker.id}"><button class="small">${texts['blockerLoadButton']}</button>
<a href="${toSitePath(site, '/privacy-settings')}">${texts['acceptIndividual']}</a></form>
</aside>`;
}

/**
 * Removes embedded elements that match a blocker, if the visitor has not accepted all services of the blocker. A visual blocker replaces each
 * element with a box that contains a button. The resulting page does not contain the blocked URLs, so the browser cannot request them.
 */
export async function blockElements(site: Site, body: Html, cookies: RequestCookies): Promise<Html> {
  if (site.settings.get(publishedOptions.bannerActive.setting) !== true) return body;
  const markup = body.toString();
  if (!EMBEDS_ABSOLUTE_URL.test(markup)) return body;
  const configuration = await getPageConfiguration(site, cookies);
  const blockers = listActiveBlockers(configuration);
  if (blockers.length === 0) return body;
  const accepted = listAcceptedServiceIds(await findVisitorDecision(site, configuration, cookies));
  const findBlocker = ({ urls }: EmbeddedElement) =>
    blockers.find((blocker) => !isAllowed(blocker, accepted) && urls.some((url) => matchesAny(blocker.rules, url)));
  let output = '';
  let copiedUntil = 0;
  for (const element of findEmbeddedElements(markup)) {
    const blocker = findBlocker(element);
    if (!blocker) continue;
    const box =
      blocker.isVisual || blocker.shouldForceToShowVisual ? renderPlaceholder(site, configuration, blocker, accepted).toString() : '';
    output += markup.slice(copiedUntil, element.start) + box;
    copiedUntil = element.end;
  }
  return copiedUntil === 0 ? body : trustHtml(output + markup.slice(copiedUntil));
}
