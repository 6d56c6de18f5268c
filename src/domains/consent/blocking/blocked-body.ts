import { type Html, html, trusted } from '#app/core/text/html.ts';
import { sitePath } from '#app/domains/identity/auth/redirect.ts';
import type { Site } from '#app/site.ts';
import { wholeDesign } from '../banner/design.defaults.ts';
import type { Blocker, Configuration } from '../configuration/configuration.ts';
import { matchesAny } from '../scanner/rules.ts';
import { publishedOptions } from '../settings/options.ts';
import { type Embedded, embeddedIn } from './embedded.ts';
import { acceptedServices, configurationForPage, decisionFor, type RequestCookies } from './visitor-decision.ts';

/** Path that accepts a visitor's consent for one blocked element. */
export const UNBLOCK_PATH = '/privacy-settings/show';

/** Fast test for elements with external addresses. Most texts contain none. */
const FROM_ELSEWHERE = /<(?:iframe|embed|object|img|picture|video|audio|script|link)\b[^>]*(?:https?:)?\/\//i;

const neededBy = (blocker: Blocker): number[] => blocker.services.map(({ serviceId }) => serviceId);

const isAllowed = (blocker: Blocker, accepted: ReadonlySet<number>): boolean => neededBy(blocker).every((id) => accepted.has(id));

/** Returns the active blockers. */
export function activeBlockers({ options, blockers }: Configuration): Blocker[] {
  return options.blockerActive ? blockers.filter(({ status, criteria }) => status === 'publish' && criteria === 'services') : [];
}

function placeholder(site: Site, configuration: Configuration, blocker: Blocker, accepted: ReadonlySet<number>): Html {
  const texts = wholeDesign(configuration.design).texts as Readonly<Record<string, string>>;
  const needed = neededBy(blocker).filter((id) => !accepted.has(id));
  const names = needed.flatMap((id) => configuration.services.find((service) => service.id === id)?.title ?? []);
  const headline = (texts['blockerHeadline'] ?? '').replaceAll('{{name}}', blocker.title);
  return html`<aside class="blocked" aria-label="${headline}">
<p><strong>${headline}</strong></p>
${blocker.description !== '' && html`<p>${blocker.description}</p>`}
${names.length > 0 && html`<p>${texts['blockerAcceptInfo']} ${names.join(', ')}</p>`}
<form method="post" action="${sitePath(site, UNBLOCK_PATH)}"><input type="hidden" name="blocker" value="${blocker.id}"><button class="small">${texts['blockerLoadButton']}</button>
<a href="${sitePath(site, '/privacy-settings')}">${texts['acceptIndividual']}</a></form>
</aside>`;
}

/**
 * Replaces elements of the markup that the visitor has not allowed. A blocker matches the addresses of an element. A visual blocker shows a box with
 * a button in its place. The page does not contain blocked addresses, so the browser cannot request them.
 */
export async function blockedBody(site: Site, body: Html, cookies: RequestCookies): Promise<Html> {
  if (site.settings.get(publishedOptions.bannerActive.setting) !== true) return body;
  const markup = body.toString();
  if (!FROM_ELSEWHERE.test(markup)) return body;
  const configuration = await configurationForPage(site, cookies);
  const blockers = activeBlockers(configuration);
  if (blockers.length === 0) return body;
  const accepted = acceptedServices(await decisionFor(site, configuration, cookies));
  const forbidding = ({ addresses }: Embedded) =>
    blockers.find((blocker) => !isAllowed(blocker, accepted) && addresses.some((address) => matchesAny(blocker.rules, address)));
  let shown = '';
  let from = 0;
  for (const one of embeddedIn(markup)) {
    const blocker = forbidding(one);
    if (!blocker) continue;
    const box = blocker.isVisual || blocker.shouldForceToShowVisual ? placeholder(site, configuration, blocker, accepted).toString() : '';
    shown += markup.slice(from, one.start) + box;
    from = one.end;
  }
  return from === 0 ? body : trusted(shown + markup.slice(from));
}
