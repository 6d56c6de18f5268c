import { now } from '#app/core/time/clock.ts';
import { columns, narrowShape } from '#app/core/db/columns.ts';
import { statement } from '#app/core/db/statement.ts';
import type { Site } from '#app/site.ts';
import { respectsPrivacySignals } from '../compliance.settings.ts';
import { type ConsentType } from '../regions/regions.rules.ts';
import { countsPrivately, lawFor, type Visit } from '../regions/visitor.ts';
import { categoryBlock, noTracking } from './categories.html.ts';
import { type BannerOptions, type BannerTexts, type BannerText, categoryTexts, textsIn, usualOptions } from './design.ts';

/** The design of the consent banner. */
export interface Design {
  id: number;
  title: string;
  version: number;
  texts: BannerTexts;
  options: BannerOptions;
}

const designColumns = columns('ConsentBannerDesign', 'd', { only: ['id', 'title', 'version', 'texts', 'options'] });
const byDefault = statement(
  'compliance_default_banner',
  `SELECT ${designColumns.list} FROM consent_banner_design d WHERE d.is_default`,
  narrowShape<Design>(designColumns),
);
const ensure = statement(
  'compliance_ensure_banner',
  `INSERT INTO consent_banner_design (title, is_default, updated_at) SELECT 'Banner', true, $1
    WHERE NOT EXISTS (SELECT 1 FROM consent_banner_design WHERE is_default) ON CONFLICT (is_default) DO NOTHING`,
);

/** Returns the design that visitors see. */
export async function defaultDesign(site: Site): Promise<Design> {
  const [row] = await site.db.rows(byDefault);
  if (!row) throw new Error('The site has no banner: its initial content is missing');
  return { ...row, options: { ...usualOptions, ...row.options } };
}

/** Creates the default design if the site has none. */
export async function ensureDesign(site: Site): Promise<void> {
  await site.db.rows(ensure, [now()]);
}

/** Data that a front end needs before it shows the banner. */
export interface BannerData {
  consentType: ConsentType;
  region: string;
  forcesStatistics: boolean;
  bannerVersion: number;
}

/** Returns the consent type for a visitor and the version of the banner. */
export async function bannerFor(site: Site, visit: Visit): Promise<BannerData> {
  const [law, { version }] = await Promise.all([lawFor(site, visit), defaultDesign(site)]);
  return { consentType: law.consentType, region: law.region, forcesStatistics: !law.needsConsentForStatistics, bannerVersion: version };
}

/** Returns the texts of the default design in a locale. */
export async function bannerTextsIn(site: Site, locale: string): Promise<Record<BannerText, string>> {
  return textsIn((await defaultDesign(site)).texts, locale);
}

/** Properties of a request that affect the consent controls. */
export interface ManageVisit extends Visit {
  locale: string;
  /** True if the browser sends a do-not-track signal. */
  hasPrivacySignal: boolean;
}

/** Returns the controls for a visitor's consent as HTML. For a browser with a do-not-track signal, returns one sentence instead. */
export async function manageConsent(site: Site, visit: ManageVisit): Promise<string> {
  if (site.settings.get(respectsPrivacySignals) && visit.hasPrivacySignal) return noTracking(site.config.siteUrl);
  const [{ consentType }, texts] = await Promise.all([lawFor(site, visit), bannerTextsIn(site, visit.locale)]);
  return categoryBlock(categoryTexts(texts, countsPrivately(site)), consentType, texts.alwaysActive);
}
