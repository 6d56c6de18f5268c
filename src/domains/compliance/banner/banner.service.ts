import { now } from '#app/core/time/clock.ts';
import { columns, narrowShape } from '#app/core/db/columns.ts';
import { statement } from '#app/core/db/statement.ts';
import type { Site } from '#app/site.ts';
import { respectsPrivacySignals } from '../compliance.settings.ts';
import { type ConsentType } from '../regions/regions.rules.ts';
import { areSiteStatisticsAnonymous, findLaw, type VisitorOrigin } from '../regions/visitor.ts';
import { renderCategories, renderNoTracking } from './categories.html.ts';
import { type BannerOptions, type BannerTexts, type BannerText, listCategoryTexts, getTexts, defaultOptions } from './design.ts';

/** The design of the consent banner. */
export interface Design {
  id: number;
  title: string;
  version: number;
  texts: BannerTexts;
  options: BannerOptions;
}

const designColumns = columns('ConsentBannerDesign', 'd', { only: ['id', 'title', 'version', 'texts', 'options'] });
const selectDefault = statement(
  'compliance_default_banner',
  `SELECT ${designColumns.list} FROM consent_banner_design d WHERE d.is_default`,
  narrowShape<Design>(designColumns),
);
const insertDefault = statement(
  'compliance_ensure_banner',
  `INSERT INTO consent_banner_design (title, is_default, updated_at) SELECT 'Banner', true, $1
    WHERE NOT EXISTS (SELECT 1 FROM consent_banner_design WHERE is_default) ON CONFLICT (is_default) DO NOTHING`,
);

/** Returns the banner design that visitors see. */
export async function getDefaultDesign(site: Site): Promise<Design> {
  const [row] = await site.db.rows(selectDefault);
  if (!row) throw new Error('The site has no default banner design. Restart the service, which creates it.');
  return { ...row, options: { ...defaultOptions, ...row.options } };
}

/** Creates the default design if the site has none. */
export async function ensureDesign(site: Site): Promise<void> {
  await site.db.rows(insertDefault, [now()]);
}

/** Data with which a front end decides whether to show the banner. */
export interface BannerData {
  consentType: ConsentType;
  /** Region whose law applies, or `none`. */
  region: string;
  /** True if statistics need no consent. */
  forcesStatistics: boolean;
  bannerVersion: number;
}

/** Returns the consent type for a visitor and the version of the banner. */
export async function getBanner(site: Site, origin: VisitorOrigin): Promise<BannerData> {
  const [law, { version }] = await Promise.all([findLaw(site, origin), getDefaultDesign(site)]);
  return { consentType: law.consentType, region: law.region, forcesStatistics: !law.needsConsentForStatistics, bannerVersion: version };
}

/** Returns the texts of the default design in a locale. */
export async function getBannerTexts(site: Site, locale: string): Promise<Record<BannerText, string>> {
  return getTexts((await getDefaultDesign(site)).texts, locale);
}

/** Properties of a request that determine the consent controls. */
export interface ConsentControlsOptions extends VisitorOrigin {
  locale: string;
  /** True if the browser sends a Do Not Track or Global Privacy Control signal. */
  hasPrivacySignal: boolean;
}

/** Returns the HTML of the controls with which a visitor changes a consent, or one sentence if the site respects the browser's privacy signal. */
export async function renderConsentControls(site: Site, options: ConsentControlsOptions): Promise<string> {
  if (site.settings.get(respectsPrivacySignals) && options.hasPrivacySignal) return renderNoTracking(site.config.siteUrl);
  const [{ consentType }, texts] = await Promise.all([findLaw(site, options), getBannerTexts(site, options.locale)]);
  return renderCategories(listCategoryTexts(texts, areSiteStatisticsAnonymous(site)), consentType, texts.alwaysActive);
}
