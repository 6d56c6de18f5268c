import type { Site } from '#app/site.ts';
import { consentMode } from './analytics.settings.ts';

/** Purposes of tags. All are denied until a visitor allows them (docs/behaviour/analytics.md 5.2). */
const PURPOSES = [
  'ad_personalization',
  'ad_storage',
  'ad_user_data',
  'analytics_storage',
  'functionality_storage',
  'security_storage',
  'personalization_storage',
];

/** Purposes that each category of the consent API allows. */
const PURPOSES_BY_CATEGORY = {
  statistics: ['analytics_storage'],
  marketing: ['ad_storage', 'ad_user_data', 'ad_personalization'],
  functional: ['functionality_storage', 'security_storage'],
  preferences: ['personalization_storage'],
} as const;

/** Time in milliseconds that tags wait until the visitor's earlier decision is known. */
const WAIT_MS = 500;

const toScriptJson = (value: unknown): string => JSON.stringify(value).replaceAll('<', '\\u003c');

/** Returns the script that denies all purposes in the regions that require consent. Null if consent mode is off. */
export function buildConsentScript(site: Site): string | null {
  const { enabled, regions } = site.settings.get(consentMode);
  if (!enabled) return null;
  const denied = Object.fromEntries(PURPOSES.map((purpose) => [purpose, 'denied']));
  return [
    'window.dataLayer=window.dataLayer||[];function gtag(){dataLayer.push(arguments)}',
    `gtag('consent','default',${toScriptJson({ ...denied, region: regions, wait_for_update: WAIT_MS })});`,
    `window._consentCategories=${toScriptJson(PURPOSES_BY_CATEGORY)};`,
    "document.addEventListener('wp_listen_for_consent_change',function(e){var u={};Object.keys(e.detail||{}).forEach(function(c){",
    "(window._consentCategories[c]||[]).forEach(function(p){u[p]=e.detail[c]==='allow'?'granted':'denied'})});",
    "if(Object.keys(u).length)gtag('consent','update',u)});",
  ].join('');
}

/** Returns the script element for the head of a page, or an empty string if consent mode is off. */
export function buildConsentScriptElement(site: Site): string {
  const script = buildConsentScript(site);
  return script === null ? '' : `<script id="${site.config.analytics.keyPrefix}-consent-mode">${script}</script>`;
}
