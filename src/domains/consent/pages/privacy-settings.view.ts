import { type Html, html, trustHtml } from '#app/core/text/html.ts';
import { formatUtc } from '#app/core/language/dates.ts';
import { translateToHtml } from '#app/core/language/translate-to-html.ts';
import type { Translate } from '#app/core/language/translate.ts';
import { toSitePath } from '#app/domains/identity/auth/redirect.ts';
import type { Site } from '#app/site.ts';
import { getDesignText, type BannerView } from '../banner/banner.service.ts';
import { listAcceptedServiceIds } from '../blocking/visitor-decision.ts';
import type { PastDecision } from '../documenting/history.service.ts';
import type { GroupInRevision, ServiceInRevision, TechnicalDefinition } from '../revision/content.types.ts';
import { type ConsentButton, consentButtons } from '../statistics/buttons.ts';

/** Returns an HTTP or HTTPS URL, or an empty string for any other value. */
const toHttpUrl = (value: unknown): string => (typeof value === 'string' && /^https?:\/\//i.test(value) ? value : '');

function renderDetails(translate: Translate, service: ServiceInRevision): Html {
  const provider = typeof service['provider'] === 'string' ? service['provider'] : '';
  const policy = toHttpUrl(service['providerPrivacyPolicyUrl']);
  const stored = service.technicalDefinitions.filter(({ name }) => name !== '');
  return html`<p>${service.purpose}</p>
${provider !== '' && html`<p class="quiet">${translate('consent.provider', { provider })}${!provider.endsWith('.') && '.'}${policy !== '' && html` <a href="${policy}" rel="noopener">${translate('consent.policy', { provider })}</a>`}</p>`}
${stored.length > 0 && html`<p class="quiet">${translateToHtml(translate, 'consent.stores', { names: html`${stored.map(({ name }, index) => html`${index > 0 && ', '}<code>${name}</code>`)}` })}</p>`}`;
}

function renderService(translate: Translate, service: ServiceInRevision, isEssential: boolean, isAccepted: boolean): Html {
  const id = `service-${service.id}`;
  const state = isEssential ? trustHtml(' checked disabled') : isAccepted ? trustHtml(' checked') : null;
  return html`<li>
<label for="${id}"><input type="checkbox" id="${id}" name="service_${service.id}" value="1"${state}> ${service.name}</label>
${renderDetails(translate, service)}
</li>`;
}

function renderGroup(
  translate: Translate,
  { name, description, isEssential, items }: GroupInRevision,
  accepted: ReadonlySet<number>,
): Html {
  return html`<fieldset>
<legend>${name}</legend>
<p>${description}</p>
${isEssential && html`<p class="quiet">${translate('consent.alwaysOn')}</p>`}
<ul class="plain">${items.map((item) => renderService(translate, item, isEssential, accepted.has(item.id)))}</ul>
</fieldset>`;
}

/** Returns the text for the button of a consent, or the button's name if it is unknown. */
const formatButtonLabel = (translate: Translate, button: string): string =>
  Object.hasOwn(consentButtons, button) ? translate(`consent.by.${button as ConsentButton}`) : button;

function renderHistory(translate: Translate, history: readonly PastDecision[]): Html {
  const rows = history.map(
    ({ uuid, created, buttonClicked }) =>
      html`<tr><td><time datetime="${created.toISOString()}">${formatUtc(translate, created)}</time></td><td>${formatButtonLabel(translate, buttonClicked)}</td><td><code>${uuid}</code></td></tr>`,
  );
  return html`<h2>${translate('consent.history')}</h2>
<div class="table-frame" tabindex="0" role="region" aria-label="${translate('consent.history')}"><table>
<thead><tr><th scope="col">${translate('consent.when')}</th><th scope="col">${translate('consent.how')}</th><th scope="col">${translate('consent.number')}</th></tr></thead>
<tbody>${rows}</tbody>
</table></div>`;
}

const getBannerText = ({ design }: BannerView, section: string, key: string): string => getDesignText(design, section, key);

/** Parts of the page other than the settings. */
interface PrivacySettingsParts {
  history: readonly PastDecision[];
  /** True if the settings were just saved. */
  isSaved: boolean;
  /** Storage entries of refused services. A script deletes them in the browser. */
  storageToClear: readonly Pick<TechnicalDefinition, 'type' | 'name'>[];
}

/** Renders the page on which visitors read, change and withdraw their consents. */
export function renderPrivacySettings(
  site: Site,
  translate: Translate,
  banner: BannerView,
  { history, isSaved, storageToClear }: PrivacySettingsParts,
): Html {
  const accepted = listAcceptedServiceIds(banner.decision);
  const links = banner.links.map(({ label, url }) => html`<li><a href="${url}">${label}</a></li>`);
  return html`<h1>${getBannerText(banner, 'individualTexts', 'headline')}</h1>
${isSaved && html`<div class="notice good" role="status"><p>${translate('consent.saved')}</p></div>`}
<p>${getBannerText(banner, 'individualTexts', 'description')}</p>
${banner.notices.map((notice) => html`<p>${notice}</p>`)}
<form method="post" action="${toSitePath(site, '/privacy-settings')}"${storageToClear.length > 0 && html` data-forget="${JSON.stringify(storageToClear)}"`}>
${banner.groups.map((group) => renderGroup(translate, group, accepted))}
<p class="actions">
<button name="act" value="save">${getBannerText(banner, 'individualTexts', 'save')}</button>
<button name="act" value="all">${getBannerText(banner, 'texts', 'acceptAll')}</button>
<button name="act" value="essential">${getBannerText(banner, 'texts', 'acceptEssentials')}</button>
</p>
</form>
${links.length > 0 && html`<ul>${links}</ul>`}
${history.length > 0 && renderHistory(translate, history)}`;
}
