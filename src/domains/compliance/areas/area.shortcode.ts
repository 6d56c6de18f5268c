import { expandShortcodes, type ShortcodeExpander } from '#app/core/shortcodes/expand-shortcodes.ts';
import { isCategoryAccepted, isCategoryName } from '#app/core/consent/consent-cookies.ts';
import { balanceTags, type ConsentArea, findConsentAreas, removeConsentedContent } from '#app/core/text/consent-areas.ts';
import { type Html, html, trustHtml } from '#app/core/text/html.ts';
import { getDefaultTexts } from '#app/core/language/site-language.ts';
import type { Translate } from '#app/core/language/translate.ts';
import { renderContent } from '#app/core/text/render.ts';
import type { Site } from '#app/site.ts';
import { loadContent } from '../../content/content.reader.ts';
import { toSitePath } from '../../identity/auth/redirect.ts';
import { listLegalLinks } from '../documents/legal-links.ts';

/** Path to which the form in place of an area posts. Accepts the category of the area. */
export const AREA_PATH = '/legal/consent-area';

/** Attributes by which a page and its script identify an area. */
interface AreaReference {
  contentId: number;
  areaId: string;
  category: string;
}

const CATEGORY_NAMES = ['functional', 'preferences', 'statistics', 'marketing'] as const;

function getCategoryName(translate: Translate, category: string): string {
  const knownCategory = CATEGORY_NAMES.find((name) => name === category);
  return knownCategory === undefined ? category : translate(`area.${knownCategory}`);
}

const renderDataAttributes = ({ contentId, areaId, category }: AreaReference): Html =>
  trustHtml(` data-post_id="${contentId}" data-block_id="${areaId}" data-category="${category}"`);

/** Renders the placeholder of an area in API responses. Clients request the area after consent. */
function renderPlaceholder(translate: Translate, area: AreaReference): Html {
  return html`<div class="consent-area"${renderDataAttributes(area)}><p>${translate('area.held', { category: getCategoryName(translate, area.category) })}</p></div>`;
}

/** Renders a form that accepts the category of an area. Works without JavaScript. */
function renderConsentForm(site: Site, translate: Translate, area: AreaReference): Html {
  const category = getCategoryName(translate, area.category);
  const [policy] = listLegalLinks(site, translate);
  return html`<div class="blocked consent-area" role="group" id="consent-area-${area.contentId}-${area.areaId}"${renderDataAttributes(area)} aria-label="${translate('area.title')}">
<p><strong>${translate('area.title')}</strong></p>
<p>${translate('area.held', { category })}</p>
<form method="post" action="${toSitePath(site, AREA_PATH)}"><input type="hidden" name="category" value="${area.category}"><input type="hidden" name="area" value="${area.contentId}-${area.areaId}"><button class="small">${translate('area.accept', { category })}</button>${
    policy &&
    html`
<a href="${toSitePath(site, policy.path)}">${policy.label}</a>`
  }</form>
</div>`;
}

/** Renders the content of an area for a page. Omits areas that are nested in it. */
async function renderArea(site: Site, { isBlock, content }: ConsentArea, contentId: number): Promise<string> {
  const areaHtml = isBlock ? removeConsentedContent(content) : renderContent(content);
  return balanceTags(await expandShortcodes(site, areaHtml, { contentId, reader: null }));
}

/**
 * Expands `[consent-area id="…" category="…"]`. On a page, the result is the content of the area if the visitor has accepted its category, and
 * otherwise a form that accepts the category. In an API response, the result is a placeholder. Runs one query, and only if the visitor has accepted
 * the category of an area.
 */
export const renderConsentAreaShortcode: ShortcodeExpander<Site> = async (site, shortcodes, { contentId, reader }) => {
  if (contentId === null) return shortcodes.map(() => '');
  const translate = reader?.translate ?? getDefaultTexts(site);
  const references = shortcodes.map(({ id = '', category = '' }) => ({
    contentId,
    areaId: id.replace(/[^\w-]/g, ''),
    category: isCategoryName(category) ? category : 'marketing',
  }));
  const isAccepted = (category: string) => reader !== null && isCategoryAccepted(reader.cookies, category);
  const content = references.some(({ category }) => isAccepted(category)) ? await loadContent(site, contentId) : null;
  const areas = content ? findConsentAreas(content.content) : [];
  return await Promise.all(
    references.map(async (reference) => {
      if (reader === null) return renderPlaceholder(translate, reference).toString();
      const area = areas.find(({ id }) => id === reference.areaId);
      if (!area || !isAccepted(reference.category)) return renderConsentForm(site, translate, reference).toString();
      const areaHtml = await renderArea(site, area, contentId);
      return html`<div class="consent-area"${renderDataAttributes(reference)}>${trustHtml(areaHtml)}</div>`.toString();
    }),
  );
};
