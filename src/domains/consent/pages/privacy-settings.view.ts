import { type Html, html } from '#app/core/html.ts';
import { sitePath } from '#app/domains/identity/auth/redirect.ts';
import type { Site } from '#app/site.ts';
import { designText, type ShownBanner } from '../banner/shown-banner.ts';
import { acceptedServices } from '../blocking/visitor-decision.ts';
import type { PastDecision } from '../documenting/history.service.ts';
import type { RevisionGroup, RevisionService, TechnicalDefinition } from '../revision/content.types.ts';
import { buttonLabel } from '../statistics/buttons.ts';

const webAddress = (value: unknown): string => (typeof value === 'string' && /^https?:\/\//i.test(value) ? value : '');

function details(service: RevisionService): Html {
  const provider = typeof service['provider'] === 'string' ? service['provider'] : '';
  const policy = webAddress(service['providerPrivacyPolicyUrl']);
  const stored = service.technicalDefinitions.filter(({ name }) => name !== '');
  return html`<p>${service.purpose}</p>
${provider !== '' && html`<p class="quiet">Provided by ${provider}${!provider.endsWith('.') && '.'}${policy !== '' && html` <a href="${policy}" rel="noopener">Privacy policy of ${provider}</a>`}</p>`}
${stored.length > 0 && html`<p class="quiet">Stores ${stored.map(({ name }, index) => html`${index > 0 && ', '}<code>${name}</code>`)}.</p>`}`;
}

function serviceItem(service: RevisionService, isEssential: boolean, isAllowed: boolean): Html {
  const id = `service-${service.id}`;
  const state = isEssential ? html` checked disabled` : isAllowed ? html` checked` : null;
  return html`<li>
<label for="${id}"><input type="checkbox" id="${id}" name="service_${service.id}" value="1"${state}> ${service.name}</label>
${details(service)}
</li>`;
}

function groupPart({ name, description, isEssential, items }: RevisionGroup, allowed: ReadonlySet<number>): Html {
  return html`<fieldset>
<legend>${name}</legend>
<p>${description}</p>
${isEssential && html`<p class="quiet">These are always on.</p>`}
<ul class="plain">${items.map((item) => serviceItem(item, isEssential, allowed.has(item.id)))}</ul>
</fieldset>`;
}

const shownTime = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'short', timeZone: 'UTC' });

function historyPart(history: readonly PastDecision[]): Html {
  const rows = history.map(
    ({ uuid, created, buttonClicked }) =>
      html`<tr><td><time datetime="${created.toISOString()}">${shownTime.format(created)} UTC</time></td><td>${buttonLabel(buttonClicked)}</td><td><code>${uuid}</code></td></tr>`,
  );
  return html`<h2>Your decisions so far</h2>
<div class="scrolls" tabindex="0" role="region" aria-label="Your decisions so far"><table>
<thead><tr><th scope="col">When</th><th scope="col">How</th><th scope="col">Number</th></tr></thead>
<tbody>${rows}</tbody>
</table></div>`;
}

const text = ({ design }: ShownBanner, section: string, key: string): string => designText(design, section, key);

/** What the page shows besides the settings. */
interface Besides {
  history: readonly PastDecision[];
  /** They have just been saved. */
  isSaved: boolean;
  /** What refused services stored, for a script to delete. */
  forgotten: readonly Pick<TechnicalDefinition, 'type' | 'name'>[];
}

/** The page on which visitors read, change and withdraw what they allowed. */
export function privacySettingsBody(site: Site, banner: ShownBanner, { history, isSaved, forgotten }: Besides): Html {
  const allowed = acceptedServices(banner.decision);
  const links = banner.links.map(({ label, url }) => html`<li><a href="${url}">${label}</a></li>`);
  return html`<h1>${text(banner, 'individualTexts', 'headline')}</h1>
${isSaved && html`<div class="notice good" role="status"><p>Your decision is saved.</p></div>`}
<p>${text(banner, 'individualTexts', 'description')}</p>
${banner.notices.map((notice) => html`<p>${notice}</p>`)}
<form method="post" action="${sitePath(site, '/privacy-settings')}"${forgotten.length > 0 && html` data-forget="${JSON.stringify(forgotten)}"`}>
${banner.groups.map((group) => groupPart(group, allowed))}
<p class="actions">
<button name="act" value="save">${text(banner, 'individualTexts', 'save')}</button>
<button name="act" value="all">${text(banner, 'texts', 'acceptAll')}</button>
<button name="act" value="essential">${text(banner, 'texts', 'acceptEssentials')}</button>
</p>
</form>
${links.length > 0 && html`<ul>${links}</ul>`}
${history.length > 0 && historyPart(history)}`;
}
