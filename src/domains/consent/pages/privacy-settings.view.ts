import { type Html, html, trustHtml } from '#app/core/text/html.ts';
import { formatUtc } from '#app/core/language/dates.ts';
import { sayHtml } from '#app/core/language/say-html.ts';
import type { Say } from '#app/core/language/say.ts';
import { toSitePath } from '#app/domains/identity/auth/redirect.ts';
import type { Site } from '#app/site.ts';
import { getDesignText, type BannerView } from '../banner/shown-banner.ts';
import { listAcceptedServiceIds } from '../blocking/visitor-decision.ts';
import type { PastDecision } from '../documenting/history.service.ts';
import type { GroupInRevision, ServiceInRevision, TechnicalDefinition } from '../revision/content.types.ts';
import { type ConsentButton, consentButtons } from '../statistics/buttons.ts';

/** Returns an HTTP or HTTPS URL, or an empty string for any other value. */
const toHttpUrl = (value: unknown): string => (typeof value === 'string' && /^https?:\/\//i.test(value) ? value : '');

function renderDetails(say: Say, service: ServiceInRevision): Html {
  const provider = typeof service['provider'] === 'string' ? service['provider'] : '';
  const policy = toHttpUrl(service['providerPrivacyPolicyUrl']);
  const stored = service.technicalDefinitions.filter(({ name }) => name !== '');
  return html`<p>${service.purpose}</p>
${provider !== '' && html`<p class="quiet">${say('consent.provider', { provider })}${!provider.endsWith('.') && '.'}${policy !== '' && html` <a href="${policy}" rel="noopener">${say('consent.policy', { provider })}</a>`}</p>`}
${stored.length > 0 && html`<p class="quiet">${sayHtml(say, 'consent.stores', { names: html`${stored.map(({ name }, index) => html`${index > 0 && ', '}<code>${name}</code>`)}` })}</p>`}`;
}

function renderService(say: Say, service: ServiceInRevision, isEssential: boolean, isAllowed: boolean): Html {
  const id = `service-${service.id}`;
  const state = isEssential ? trustHtml(' checked disabled') : isAllowed ? trustHtml(' checked') : null;
  return html`<li>
<label for="${id}"><input type="checkbox" id="${id}" name="service_${service.id}" value="1"${state}> ${service.name}</label>
${renderDetails(say, service)}
</li>`;
}

function renderGroup(say: Say, { name, description, isEssential, items }: GroupInRevision, allowed: ReadonlySet<number>): Html {
  return html`<fieldset>
<legend>${name}</legend>
<p>${description}</p>
${isEssential && html`<p class="quiet">${say('consent.alwaysOn')}</p>`}
<ul class="plain">${items.map((item) => renderService(say, item, isEssential, allowed.has(item.id)))}</ul>
</fieldset>`;
}

/** Returns the text for the button of a consent, or the button's name if it is unknown. */
const formatButtonLabel = (say: Say, button: string): string =>
  Object.hasOwn(consentButtons, button) ? say(`consent.by.${button as ConsentButton}`) : button;

function renderHistory(say: Say, history: readonly PastDecision[]): Html {
  const rows = history.map(
    ({ uuid, created, buttonClicked }) =>
      html`<tr><td><time datetime="${created.toISOString()}">${formatUtc(say, created)}</time></td><td>${formatButtonLabel(say, buttonClicked)}</td><td><code>${uuid}</code></td></tr>`,
  );
  return html`<h2>${say('consent.history')}</h2>
<div class="table-frame" tabindex="0" role="region" aria-label="${say('consent.history')}"><table>
<thead><tr><th scope="col">${say('consent.when')}</th><th scope="col">${say('consent.how')}</th><th scope="col">${say('consent.number')}</th></tr></thead>
<tbody>${rows}</tbody>
</table></div>`;
}

const getBannerText = ({ design }: BannerView, section: string, key: string): string => getDesignText(design, section, key);

/** Parts of the page other than the settings. */
interface PrivacySettingsParts {
  history: readonly PastDecision[];
  /** True if the settings were just saved. */
  isSaved: boolean;
  /** Storage entries of refused services, which a script deletes. */
  toClear: readonly Pick<TechnicalDefinition, 'type' | 'name'>[];
}

/** Renders the page on which visitors read, change and withdraw their consents. */
export function renderPrivacySettings(
  site: Site,
  say: Say,
  banner: BannerView,
  { history, isSaved, toClear }: PrivacySettingsParts,
): Html {
  const allowed = listAcceptedServiceIds(banner.decision);
  const links = banner.links.map(({ label, url }) => html`<li><a href="${url}">${label}</a></li>`);
  return html`<h1>${getBannerText(banner, 'individualTexts', 'headline')}</h1>
${isSaved && html`<div class="notice good" role="status"><p>${say('consent.saved')}</p></div>`}
<p>${getBannerText(banner, 'individualTexts', 'description')}</p>
${banner.notices.map((notice) => html`<p>${notice}</p>`)}
<form method="post" action="${toSitePath(site, '/privacy-settings')}"${toClear.length > 0 && html` data-forget="${JSON.stringify(toClear)}"`}>
${banner.groups.map((group) => renderGroup(say, group, allowed))}
<p class="actions">
<button name="act" value="save">${getBannerText(banner, 'individualTexts', 'save')}</button>
<button name="act" value="all">${getBannerText(banner, 'texts', 'acceptAll')}</button>
<button name="act" value="essential">${getBannerText(banner, 'texts', 'acceptEssentials')}</button>
</p>
</form>
${links.length > 0 && html`<ul>${links}</ul>`}
${history.length > 0 && renderHistory(say, history)}`;
}
