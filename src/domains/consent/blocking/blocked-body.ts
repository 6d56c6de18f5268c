import { type Html, html, trusted } from '#app/core/text/html.ts';
import { sitePath } from '#app/domains/identity/auth/redirect.ts';
import type { Site } from '#app/site.ts';
import { wholeDesign } from '../banner/design.defaults.ts';
import type { Blocker, Configuration } from '../configuration/configuration.ts';
import { fitsAny } from '../scanner/rules.ts';
import { publishedOptions } from '../settings/options.ts';
import { type Embedded, embeddedIn } from './embedded.ts';
import { acceptedServices, configurationForPage, decisionFor, type RequestCookies } from './visitor-decision.ts';

/** Where a visitor's wish to see one blocked thing is sent. */
export const UNBLOCK_PATH = '/privacy-settings/show';

/** Nothing that could be fetched from elsewhere stands in most texts. */
const FROM_ELSEWHERE = /<(?:iframe|embed|object|img|picture|video|audio|script|link)\b[^>]*(?:https?:)?\/\//i;

const neededBy = (blocker: Blocker): number[] => blocker.services.map(({ serviceId }) => serviceId);

const isAllowed = (blocker: Blocker, accepted: ReadonlySet<number>): boolean => neededBy(blocker).every((id) => accepted.has(id));

/** The blockers that are in use. */
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
 * The markup without what the visitor has not allowed: a blocker whose rules fit what a part of it fetches puts a box with a button in its
 * place, or nothing where it is not visual. The page never tells the browser of the address, so nothing is asked elsewhere.
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
    blockers.find((blocker) => !isAllowed(blocker, accepted) && addresses.some((address) => fitsAny(blocker.rules, address)));
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
