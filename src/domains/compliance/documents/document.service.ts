import { now } from '#app/core/time/clock.ts';
import { columns, narrowShape } from '#app/core/db/columns.ts';
import { statement } from '#app/core/db/statement.ts';
import { siteName } from '#app/core/settings/site.settings.ts';
import type { Site } from '#app/site.ts';
import { defaultDesign } from '../banner/banner.service.ts';
import { textsIn } from '../banner/design.ts';
import {
  checkedAt,
  companyAddress,
  companyCountry,
  companyEmail,
  companyTelephone,
  compileStatistics,
  consentForAnonymousStatistics,
  cookieExpiry,
  cookieStatement,
  euConsentRegions,
  impressum,
  organizationName,
  privacyStatement,
  publishedAt,
  regions,
  statisticsDetails,
  syncedAt,
  takesDataRequests,
  usersSeeAdministration,
} from '../compliance.settings.ts';
import { type Category, categoriesOf } from '../cookies/categories.rules.ts';
import { type ShownCookie, shownCookies } from '../cookies/inventory.reader.ts';
import { consentTypeOf, laws, needsConsentForStatistics, type Practice, type Region, regionNames } from '../regions/regions.rules.ts';
import { practiceOf, statisticsOf } from '../regions/visitor.ts';
import { cookieList } from './cookie-list.html.ts';
import { type Circumstance, type DocumentRegion, type DocumentTemplate, type DocumentType, documentTypes, EVERYWHERE } from './document.ts';
import { type RenderInput, renderElements } from './render.rules.ts';
import { requestForm } from './request-form.html.ts';
import { templateOf } from './templates/templates.ts';
import { sellsTickets } from './shop.ts';

/** Identifies a document. */
export interface DocumentReference {
  /** `cookie-statement` in the EU, `cookie-statement-us` elsewhere. Also the last segment of its path. */
  id: string;
  type: DocumentType;
  region: DocumentRegion;
}

/** A rendered document. */
export interface LegalDocument extends DocumentReference {
  title: string;
  /** HTML. */
  content: string;
}

const sourceOf = { 'cookie-statement': cookieStatement, 'privacy-statement': privacyStatement, impressum } as const;

const idOf = (type: DocumentType, region: DocumentRegion) => (region === 'eu' ? type : `${type}-${region}`);

/** Parses an ID such as `cookie-statement-us`. Returns null for an invalid one. */
export function documentOf(id: string): Pick<DocumentReference, 'type' | 'region'> | null {
  const found = documentTypes.flatMap((type) => [...regionNames, EVERYWHERE as DocumentRegion].map((region) => ({ type, region })));
  return found.find(({ type, region }) => idOf(type, region) === id) ?? null;
}

/** Returns the documents that the site generates, in their published order. */
export function generatedDocuments({ settings }: Pick<Site, 'settings'>): DocumentReference[] {
  const isGenerated = (type: DocumentType) => settings.get(sourceOf[type]) === 'generated';
  const named = (type: DocumentType, region: DocumentRegion): DocumentReference => ({ id: idOf(type, region), type, region });
  const ofRegions = settings
    .get(regions)
    .flatMap((region) => (['cookie-statement', 'privacy-statement'] as const).filter(isGenerated).map((type) => named(type, region)));
  return isGenerated('impressum') ? [...ofRegions, named('impressum', EVERYWHERE)] : ofRegions;
}

interface Edited extends DocumentTemplate {
  type: string;
  region: string;
  locale: string;
}

const editedColumns = columns('LegalDocument', 'd', { without: ['updatedAt'] });
const editedDocuments = statement(
  'compliance_edited_documents',
  `SELECT ${editedColumns.list} FROM legal_document d`,
  narrowShape<Edited>(editedColumns),
);

/** Data that all documents of one response share. */
interface Material {
  locale: string;
  edited: readonly Edited[];
  cookies: readonly ShownCookie[];
  practice: Practice;
  saveText: string;
  isTicketShop: boolean;
}

async function gather(site: Site, locale: string): Promise<Material> {
  const language = locale.slice(0, 2);
  const [edited, inLanguage, practice, design, isTicketShop] = await Promise.all([
    site.db.rows(editedDocuments),
    shownCookies(site, language),
    practiceOf(site),
    defaultDesign(site),
    sellsTickets(site),
  ]);
  const texts = textsIn(design.texts, locale);
  const cookies = inLanguage.length > 0 || language === 'en' ? inLanguage : await shownCookies(site, 'en');
  return { locale, edited, cookies, practice, saveText: design.options.showsCategories ? texts.save : texts.accept, isTicketShop };
}

/** Returns the unrendered parts of a document in a locale, for editing. Null for an unknown document. */
export async function documentText(
  site: Site,
  type: DocumentType,
  region: DocumentRegion,
  locale: string,
): Promise<DocumentTemplate | null> {
  const [edited, practice] = await Promise.all([site.db.rows(editedDocuments), practiceOf(site)]);
  return templateFor({ edited, practice, locale }, type, region);
}

/** Returns the text of a document: the edited one for the locale, its language or English, else the default. */
function templateFor(
  material: Pick<Material, 'edited' | 'practice' | 'locale'>,
  type: DocumentType,
  region: DocumentRegion,
): DocumentTemplate | null {
  const own = material.edited.filter((one) => one.type === type && one.region === region);
  const language = material.locale.slice(0, 2);
  return (
    own.find(({ locale }) => locale === material.locale) ??
    own.find(({ locale }) => locale.slice(0, 2) === language) ??
    own.find(({ locale }) => locale.slice(0, 2) === 'en') ??
    templateOf(type, region, (one) => consentTypeOf(one, material.practice))
  );
}

function circumstancesOf({ settings }: Site, region: DocumentRegion, { cookies, practice, isTicketShop }: Material): Set<Circumstance> {
  const used = new Set<Category>(cookies.flatMap(({ purpose }) => categoriesOf(purpose)));
  const names = (word: string) => cookies.some(({ purpose }) => purpose.toLowerCase().includes(word));
  const hasStatistics = settings.get(compileStatistics) !== 'no' || used.has('statistics');
  const needsConsent = needsConsentForStatistics(region, {
    statistics: statisticsOf({ settings }),
    always: settings.get(consentForAnonymousStatistics),
    euCountries: settings.get(euConsentRegions),
  });
  const isOptIn = region !== EVERYWHERE && consentTypeOf(region as Region, practice) === 'optin';
  const given: Partial<Record<Circumstance, boolean>> = {
    'opt-in': isOptIn,
    'opt-out': !isOptIn,
    statistics: hasStatistics,
    'statistics-need-consent': needsConsent,
    'statistics-without-consent': !needsConsent,
    'not-only-functional': hasStatistics || used.has('preferences') || used.has('marketing'),
    preferences: used.has('preferences'),
    marketing: used.has('marketing'),
    advertising: names('advertis'),
    'social-media': names('social'),
    'data-requests': settings.get(takesDataRequests),
    accounts: settings.get(usersSeeAdministration),
    'company-named': settings.get(organizationName) !== '',
    'company-telephone': settings.get(companyTelephone) !== '',
    'sells-tickets': isTicketShop,
  };
  return new Set((Object.keys(given) as Circumstance[]).filter((one) => given[one]));
}

function dateIn(locale: string, seconds: number): string {
  const moment = seconds === 0 ? now({ expiresWith: ['quarter'] }) : new Date(seconds * 1000);
  const [language] = Intl.DateTimeFormat.supportedLocalesOf(locale.replace('_', '-'));
  return new Intl.DateTimeFormat(language ?? 'en-GB', { dateStyle: 'long', timeZone: 'UTC' }).format(moment);
}

function countryIn(locale: string, country: string): string {
  const [language] = Intl.DateTimeFormat.supportedLocalesOf(locale.replace('_', '-'));
  return new Intl.DisplayNames(language ?? 'en-GB', { type: 'region' }).of(country) ?? country;
}

const tools: Readonly<Record<string, string>> = {
  no: 'no tool',
  yes: 'our own means',
  'google-analytics': 'Google Analytics',
  'google-tag-manager': 'Google Tag Manager',
  matomo: 'Matomo',
  clicky: 'Clicky',
};

const terms = {
  accepted: 'an agreement on processing',
  'ip-addresses-blocked': 'addresses are not stored',
  'no-sharing': 'nothing is shared with others',
} as const;

function valuesFor({ settings, config }: Site, { locale, cookies, saveText }: Material): RenderInput['values'] {
  const labeled = (label: string, text: string) => (text === '' ? '' : `${label}: ${text}`);
  const published = settings.get(publishedAt);
  const services = [...new Set(cookies.flatMap(({ service }) => (service ? [service.name] : [])))];
  return {
    domain: { html: `<a href="${config.siteUrl}/">${config.siteUrl}</a>` },
    publish_date: dateIn(locale, published),
    checked_date: dateIn(locale, settings.get(checkedAt) || published),
    sync_date: dateIn(locale, settings.get(syncedAt) || published),
    organisation_name: settings.get(organizationName) || settings.get(siteName),
    address_company: settings.get(companyAddress),
    country_company: countryIn(locale, settings.get(companyCountry)),
    email_company: settings.get(companyEmail),
    telephone_company: settings.get(companyTelephone),
    email_line: labeled('E-mail', settings.get(companyEmail)),
    telephone_line: labeled('Telephone', settings.get(companyTelephone)),
    consent_button: `pressing “${saveText}”`,
    compile_statistics: tools[settings.get(compileStatistics)] ?? '',
    compile_statistics_more_info: settings.get(statisticsDetails).map((term) => terms[term]),
    cookie_expiry: String(settings.get(cookieExpiry)),
    regions: settings.get(regions).map((region) => laws[region].name),
    services,
  };
}

/** Placeholder for the consent controls, which front ends fill. */
export const CONTROLS = '<div id="compliance-manage-consent-container" class="compliance-manage-consent"></div>';

function render(site: Site, material: Material, { id, type, region }: DocumentReference): LegalDocument[] {
  const template = templateFor(material, type, region);
  if (!template) return [];
  const html = renderElements(template.elements, {
    circumstances: circumstancesOf(site, region, material),
    values: valuesFor(site, material),
    inserts: { cookies: cookieList(material.cookies), controls: CONTROLS, 'request-form': requestForm(site.config.siteUrl, region) },
  });
  const comment = `<!-- Legal document ${id}, generated by Marquee -->`;
  const content = `${comment}\n<div id="compliance-document" class="compliance-document ${type} compliance-document-${region}">\n${html}\n</div>`;
  return [{ id, type, region, title: template.title, content }];
}

/** Returns all generated documents in the language of a locale such as `de_DE`, if texts in it exist. */
export async function legalDocuments(site: Site, locale: string): Promise<LegalDocument[]> {
  const wanted = generatedDocuments(site);
  if (wanted.length === 0) return [];
  const material = await gather(site, locale);
  return wanted.flatMap((one) => render(site, material, one));
}

/** Returns one generated document, or null if the site does not generate it. */
export async function legalDocument(site: Site, id: string, locale: string): Promise<LegalDocument | null> {
  const wanted = generatedDocuments(site).find((one) => one.id === id);
  return wanted ? (render(site, await gather(site, locale), wanted)[0] ?? null) : null;
}
