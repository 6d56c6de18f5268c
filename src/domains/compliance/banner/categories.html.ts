import { escapeHtml } from '#app/core/text/plain-text.ts';
import type { ConsentType } from '../regions/regions.rules.ts';
import type { CategoryText } from './design.ts';

/** Prefix of class names and IDs that scripts of front ends search for. */
const PREFIX = 'cmp';

function categoryHtml({ category, title, description }: CategoryText, consentType: ConsentType, alwaysActive: string): string {
  const id = `${PREFIX}-${category}-${consentType}`;
  const isAlways = category === 'functional';
  // under opt-out laws, every category is checked until the visitor objects
  const state = isAlways ? ' checked disabled' : consentType === 'optout' ? ' checked' : '';
  return `<details class="${PREFIX}-category ${PREFIX}-${category}">
<summary><span class="${PREFIX}-category-title">${escapeHtml(title)}</span>${isAlways ? ` <span class="${PREFIX}-always-active">${escapeHtml(alwaysActive)}</span>` : ''}</summary>
<p>${escapeHtml(description)}</p>
</details>
<p><input type="checkbox" id="${id}" name="${category}" class="${PREFIX}-consent-checkbox" data-category="${PREFIX}_${category}" value="1"${state}> <label for="${id}">${escapeHtml(title)}</label></p>`;
}

/** Returns the categories with their checkboxes, between two comments that front ends search for. */
export function categoryBlock(texts: readonly CategoryText[], consentType: ConsentType, alwaysActive: string): string {
  return `<!-- categories start -->\n${texts.map((one) => categoryHtml(one, consentType, alwaysActive)).join('\n')}\n<!-- categories end -->`;
}

/** Returns the text for a browser with a do-not-track signal. */
export function noTracking(siteUrl: string): string {
  return `<p>Your browser asks not to be tracked: ${escapeHtml(siteUrl)} honours that, so there is nothing to choose.</p>`;
}
