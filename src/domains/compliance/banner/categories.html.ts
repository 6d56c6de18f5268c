import { escapeHtml } from '#app/core/text/plain-text.ts';
import type { ConsentType } from '../regions/regions.rules.ts';
import type { CategoryText } from './design.ts';

/** Prefix of class names and IDs, by which scripts of front ends find elements. */
const PREFIX = 'cmp';

function renderCategory({ category, title, description }: CategoryText, consentType: ConsentType, alwaysActive: string): string {
  const id = `${PREFIX}-${category}-${consentType}`;
  const isAlwaysActive = category === 'functional';
  // under opt-out laws, every category is checked until the visitor objects
  const state = isAlwaysActive ? ' checked disabled' : consentType === 'optout' ? ' checked' : '';
  return `<details class="${PREFIX}-category ${PREFIX}-${category}">
<summary><span class="${PREFIX}-category-title">${escapeHtml(title)}</span>${isAlwaysActive ? ` <span class="${PREFIX}-always-active">${escapeHtml(alwaysActive)}</span>` : ''}</summary>
<p>${escapeHtml(description)}</p>
</details>
<p><input type="checkbox" id="${id}" name="${category}" class="${PREFIX}-consent-checkbox" data-category="${PREFIX}_${category}" value="1"${state}> <label for="${id}">${escapeHtml(title)}</label></p>`;
}

/** Renders the categories with their checkboxes, between two comments by which front ends find them. */
export function renderCategories(texts: readonly CategoryText[], consentType: ConsentType, alwaysActive: string): string {
  return `<!-- categories start -->\n${texts.map((text) => renderCategory(text, consentType, alwaysActive)).join('\n')}\n<!-- categories end -->`;
}

/** Renders the text for a browser with a privacy signal. */
export function renderNoTracking(siteUrl: string): string {
  return `<p>Your browser asks not to be tracked. ${escapeHtml(siteUrl)} respects this, so you need not choose anything.</p>`;
}
