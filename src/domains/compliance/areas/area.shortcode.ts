import { expandShortcodes, type ShortcodeExpander } from '#app/core/shortcodes/expand-shortcodes.ts';
import { isCategoryAccepted, isCategoryName } from '#app/core/consent/consent-cookies.ts';
import { balanced, type ConsentArea, consentAreasOf, withoutConsentedContent } from '#app/core/text/consent-areas.ts';
import { type Html, html, trusted } from '#app/core/text/html.ts';
import { textsForEverybody } from '#app/core/language/site-language.ts';
import type { Say } from '#app/core/language/say.ts';
import { renderContent } from '#app/core/text/render.ts';
import type { Site } from '#app/site.ts';
import { loadContent } from '../../content/content.reader.ts';
import { sitePath } from '../../identity/auth/redirect.ts';
import { legalLinks } from '../documents/titles.ts';

/** Path that records a visitor's consent to see an area. */
export const AREA_PATH = '/legal/consent-area';

/** Identifies an area for a page and its script: content, identifier, category. */
interface Place {
  contentId: number;
  areaId: string;
  category: string;
}

const names = ['functional', 'preferences', 'statistics', 'marketing'] as const;

function nameOf(say: Say, category: string): string {
  const known = names.find((name) => name === category);
  return known === undefined ? category : say(`area.${known}`);
}

const attributesOf = ({ contentId, areaId, category }: Place): Html =>
  trusted(` data-post_id="${contentId}" data-block_id="${areaId}" data-category="${category}"`);

/** Renders the placeholder of an area outside pages. Clients request the content after consent. */
function placeholder(say: Say, place: Place): Html {
  return html`<div class="consent-area"${attributesOf(place)}><p>${say('area.held', { category: nameOf(say, place.category) })}</p></div>`;
}

/** Renders a form that gives consent to an area. It works without scripts. */
function consentForm(site: Site, say: Say, place: Place): Html {
  const category = nameOf(say, place.category);
  const [policy] = legalLinks(site, say);
  return html`<div class="blocked consent-area" role="group" id="consent-area-${place.contentId}-${place.areaId}"${attributesOf(place)} aria-label="${say('area.title')}">
<p><strong>${say('area.title')}</strong></p>
<p>${say('area.held', { category })}</p>
<form method="post" action="${sitePath(site, AREA_PATH)}"><input type="hidden" name="category" value="${place.category}"><input type="hidden" name="area" value="${place.contentId}-${place.areaId}"><button class="small">${say('area.accept', { category })}</button>${
    policy &&
    html`
<a href="${sitePath(site, policy.path)}">${policy.label}</a>`
  }</form>
</div>`;
}

/** Returns the content of an area as HTML for a page. Omits areas within it. */
async function contentOf(site: Site, { isBlock, content }: ConsentArea, contentId: number): Promise<string> {
  const html = isBlock ? withoutConsentedContent(content) : renderContent(content);
  return balanced(await expandShortcodes(site, html, { contentId, reader: null }));
}

/**
 * Expands `[consent-area id="…" category="…"]`. On pages: the content of the area if the visitor has accepted its category, else a form that accepts
 * it. Elsewhere: a placeholder. One statement, only if a category is accepted.
 */
export const consentAreaShortcode: ShortcodeExpander<Site> = async (site, shortcodes, { contentId, reader }) => {
  if (contentId === null) return shortcodes.map(() => '');
  const say = reader?.say ?? textsForEverybody(site);
  const places = shortcodes.map(({ id = '', category = '' }) => ({
    contentId,
    areaId: id.replace(/[^\w-]/g, ''),
    category: isCategoryName(category) ? category : 'marketing',
  }));
  const isAccepted = (category: string) => reader !== null && isCategoryAccepted(reader.cookies, category);
  const content = places.some(({ category }) => isAccepted(category)) ? await loadContent(site, contentId) : null;
  const areas = content ? consentAreasOf(content.content) : [];
  return await Promise.all(
    places.map(async (place) => {
      if (reader === null) return placeholder(say, place).toString();
      const area = areas.find(({ id }) => id === place.areaId);
      if (!area || !isAccepted(area.category)) return consentForm(site, say, place).toString();
      const shown = await contentOf(site, area, contentId);
      return html`<div class="consent-area"${attributesOf(place)}>${trusted(shown)}</div>`.toString();
    }),
  );
};
