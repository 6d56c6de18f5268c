import { type Html, html } from '#app/core/text/html.ts';
import type { Configuration } from '../configuration/configuration.ts';
import { resolveLinks } from '../revision/independent.rules.ts';
import type { GroupInRevision, TechnicalDefinition } from '../revision/content.types.ts';

const UNIT_NAMES: Readonly<Record<TechnicalDefinition['durationUnit'], string>> = {
  s: 'second',
  m: 'minute',
  h: 'hour',
  d: 'day',
  mo: 'month',
  y: 'year',
};
const STORAGE_NAMES: Readonly<Record<TechnicalDefinition['type'], string>> = {
  http: 'HTTP cookie',
  local: 'Local storage',
  session: 'Session storage',
  indexedDb: 'IndexedDB',
};

/** Returns the lifetime of a cookie or storage entry as text. */
function formatDuration({ type, isSessionDuration, duration, durationUnit }: TechnicalDefinition): string {
  if (type === 'session' || isSessionDuration) return 'Session';
  if (type !== 'http') return 'No expiry';
  return `${duration} ${UNIT_NAMES[durationUnit]}${duration === 1 ? '' : 's'}`;
}

interface Section {
  id: string;
  title: string;
  body: Html;
}

function renderController({ options, pages }: Configuration): Html {
  const {
    operatorContactAddress: address,
    operatorContactPhone: phone,
    operatorContactEmail: email,
    operatorContactFormId: formId,
  } = options;
  const form = pages.get(formId)?.url;
  return html`<p>Responsible for the processing of personal data on this website is:</p>
<address>${address.split('\n').map((line, i) => (i === 0 ? line : html`<br>${line}`))}${phone !== '' && html`<br>Telephone: ${phone}`}${email !== '' && html`<br>E-mail: ${email}`}${
    form !== undefined && html`<br><a href="${form}">Contact form</a>`
  }</address>`;
}

const LAW_TEXTS: Readonly<Record<string, string>> = {
  'gdpr-eprivacy':
    'Storing information on your device and reading it requires your consent (Article 5(3) of the ePrivacy Directive), unless it is strictly necessary for a service that you requested. ' +
    'The processing of personal data is based on consent (Article 6(1)(a) GDPR), a legal obligation (Article 6(1)(c) GDPR) or a legitimate interest (Article 6(1)(f) GDPR), as specified for each service below.',
  'dsg-switzerland':
    'For visitors from Switzerland, the Federal Act on Data Protection (FADP) also applies: processing is based on consent, on the law, or on an overriding private interest (Article 31 FADP).',
};

function renderRows(groups: readonly GroupInRevision[]): Html[] {
  return groups.flatMap((group) =>
    group.items.flatMap((service) =>
      service.technicalDefinitions.map(
        (definition) =>
          html`<tr><td>${group.name}</td><td><code>${definition.name}</code></td><td>${definition.host}</td><td>${service.name}</td><td>${formatDuration(
            definition,
          )}</td><td>${STORAGE_NAMES[definition.type]}</td><td>${definition.purpose === '' ? service.purpose : definition.purpose}</td></tr>`,
      ),
    ),
  );
}

function listSections(configuration: Configuration, laws: readonly string[], groups: readonly GroupInRevision[]): Section[] {
  const policyUrl = resolveLinks(configuration).find(({ pageType }) => pageType === 'privacyPolicy')?.url;
  return [
    { id: 'controller', title: 'Who is responsible', body: renderController(configuration) },
    {
      id: 'privacy-policy',
      title: 'How this differs from the privacy policy',
      body: html`<p>This page describes what is stored in your browser and read from it. All other processing of personal data is described in ${
        policyUrl ? html`the <a href="${policyUrl}">privacy policy</a>` : 'the privacy policy'
      }.</p>`,
    },
    {
      id: 'technology',
      title: 'What cookies are',
      body: html`<p>Cookies are small pieces of text that a website stores in your browser. Local storage, session storage and IndexedDB serve the same purpose, so this page also calls them cookies.</p>`,
    },
    { id: 'legal-basis', title: 'Legal basis', body: html`${laws.map((law) => html`<p>${LAW_TEXTS[law] ?? ''}</p>`)}` },
    {
      id: 'rights',
      title: 'Your rights',
      body: html`<p>You may request a copy of your personal data, have it corrected, deleted or transferred, object to processing that is based on a legitimate interest, withdraw a consent at any time for the future, and complain to a supervisory authority.</p>`,
    },
    {
      id: 'manage',
      title: 'How to manage cookies',
      body: html`<p>You may change your decision at any time: <a href="#consent-change">change privacy settings</a>, <a href="#consent-history">view their history</a>, <a href="#consent-revoke">withdraw consents</a>. Your browser can also show, refuse and delete cookies.</p>`,
    },
    {
      id: 'types',
      title: 'Types of cookies',
      body: html`<p>Cookies are grouped by purpose:</p>
<ul>${groups.map((group) => html`<li><strong>${group.name}</strong>: ${group.description}</li>`)}</ul>`,
    },
    {
      id: 'origin',
      title: 'Where cookies come from',
      body: html`<p>First-party cookies are stored by this website itself. Third-party cookies are stored by external services that it loads.</p>`,
    },
    {
      id: 'services',
      title: 'List of services',
      body: html`<div class="table-frame" tabindex="0" role="region" aria-label="List of services"><table><thead><tr><th scope="col">Group</th><th scope="col">Cookie</th><th scope="col">Host</th><th scope="col">Service</th><th scope="col">Duration</th><th scope="col">Type</th><th scope="col">Purpose</th></tr></thead>
<tbody>${renderRows(groups)}</tbody></table></div>`,
    },
  ];
}

/**
 * Renders the cookie policy from the settings and the published services (docs/behaviour/consent-queue-product.md 6.3). The policy is part of the
 * dependent revision, so a change to these texts requires new consent.
 */
export function renderCookiePolicy(configuration: Configuration, groups: readonly GroupInRevision[], laws: readonly string[]): string {
  const sections = listSections(configuration, laws, groups);
  return html`<ol>${sections.map(({ id, title }) => html`<li><a href="#cookie-policy-${id}">${title}</a></li>`)}</ol>
${sections.map(
  ({ id, title, body }) => html`<h2 id="cookie-policy-${id}">${title}</h2>
${body}
`,
)}`.toString();
}
