import type { Site } from '#app/site.ts';
import { consentMode } from './analytics.settings.ts';

/** Purposes of tags. All are denied until a visitor allows them (analytics.md 5.2). */
const purposes = [
  'ad_personalization',
  'ad_storage',
  'ad_user_data',
  'analytics_storage',
  'functionality_storage',
  'security_storage',
  'personalization_storage',
];

/** Purposes that each category of the consent API allows. */
const purposesOf = {
  statistics: ['analytics_storage'],
  marketing: ['ad_storage', 'ad_user_data', 'ad_personalization'],
  functional: ['functionality_storage', 'security_storage'],
  preferences: ['personalization_storage'],
} as const;

/** Milliseconds that tags wait for the visitor's earlier decision. */
const WAIT_MS = 500;

const asScript = (value: unknown): string => JSON.stringify(value).replaceAll('<', '\\u003c');

/** Returns the script that denies all purposes in the regions that require consent, or null if consent mode is off. */
export function consentBlock(site: Site): string | null {
  const { enabled, regions } = site.settings.get(consentMode);
  if (!enabled) return null;
  const denied = Object.fromEntries(purposes.map((purpose) => [purpose, 'denied']));
  return [
    'window.dataLayer=window.dataLayer||[];function gtag(){dataLayer.push(arguments)}',
    `gtag('consent','default',${asScript({ ...denied, region: regions, wait_for_update: WAIT_MS })});`,
    `window._consentCategories=${asScript(purposesOf)};`,
    "document.addEventListener('wp_listen_for_consent_change',function(e){var u={};Object.keys(e.detail||{}).forEach(function(c){",
    "(window._consentCategories[c]||[]).forEach(function(p){u[p]=e.detail[c]==='allow'?'granted':'denied'})});",
    "if(Object.keys(u).length)gtag('consent','update',u)});",
  ].join('');
}

/** Returns the script as markup for the head of a page, or an empty string if consent mode is off. */
export function consentSnippet(site: Site): string {
  const script = consentBlock(site);
  return script === null ? '' : `<script id="${site.config.analytics.keyPrefix}-consent-mode">${script}</script>`;
}
