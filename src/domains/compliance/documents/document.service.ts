import { now } from '#app/core/time/clock.ts';
import { columns, narrowShape } from '#app/core/db/columns.ts';
import { statement } from '#app/core/db/statement.ts';
import { siteName } from '#app/core/settings/site.settings.ts';
import type { Site } from '#app/site.ts';
import { getDefaultDesign } from '../banner/banner.service.ts';
import { getTexts } from '../banner/design.ts';
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
import { type Category, listCategories } from '../cookies/categories.rules.ts';
import { type PolicyCookie, listShownCookies } from '../cookies/inventory.reader.ts';
import { getConsentType, laws, needsConsentForStatistics, type Practice, type Region, regionNames } from '../regions/regions.rules.ts';
import { loadPractice, getStatistics } from '../regions/visitor.ts';
import { renderCookieList } from './cookie-list.html.ts';
import { type Circumstance, type DocumentRegion, type DocumentTemplate, type DocumentType, documentTypes, EVERYWHERE } from './document.ts';
import { type RenderInput, renderElements } from './render.rules.ts';
import { renderRequestForm } from './request-form.html.ts';
import { getDefaultTemplate } from './templates/templates.ts';
import { hasPaidTickets } from './ticket-sales.ts';

/** Identifies a document. */
export interface DocumentReference {
  /** Type and region: `cookie-statement` for the EU, `cookie-statement-us` for other regions. Also the last segment of the path. */
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

const sourceSettings = { 'cookie-statement': cookieStatement, 'privacy-statement': privacyStatement, impressum } as const;

/** Returns the ID of a document, such as `cookie-statement-us`. */
const buildId = (type: DocumentType, region: DocumentRegion) => (region === 'eu' ? type : `${type}-${region}`);

/** Parses an ID such as `cookie-statement-us`. Null for an unknown ID. */
export function parseDocumentId(id: string): Pick<DocumentReference, 'type' | 'region'> | null {
  const known = documentTypes.flatMap((type) => [...regionNames, EVERYWHERE as DocumentRegion].map((region) => ({ type, region })));
  return known.find(({ type, region }) => buildId(type, region) === id) ?? null;
}

/** Returns the documents that the site generates, in their published order. */
export function listGeneratedDocuments({ settings }: Pick<Site, 'settings'>): DocumentReference[] {
  const isGenerated = (type: DocumentType) => settings.get(sourceSettings[type]) === 'generated';
  const toReference = (type: DocumentType, region: DocumentRegion): DocumentReference => ({ id: buildId(type, region), type, region });
  const regional = settings
    .get(regions)
    .flatMap((region) => (['cookie-statement', 'privacy-statement'] as const).filter(isGenerated).map((type) => toReference(type, region)));
  return isGenerated('impressum') ? [...regional, toReference('impressum', EVERYWHERE)] : regional;
}

interface EditedDocument extends DocumentTemplate {
  type: string;
  region: string;
  locale: string;
}

const editedColumns = columns('LegalDocument', 'd', { without: ['updatedAt'] });
const selectEdited = statement(
  'compliance_edited_documents',
  `SELECT ${editedColumns.list} FROM legal_document d`,
  narrowShape<EditedDocument>(editedColumns),
);

/** Data from which all documents in a locale are rendered. */
interface RenderContext {
  locale: string;
  edited: readonly EditedDocument[];
  cookies: readonly PolicyCookie[];
  practice: Practice;
  saveText: string;
  isTicketShop: boolean;
}

async function loadContext(site: Site, locale: string): Promise<RenderContext> {
  const language = locale.slice(0, 2);
  const [edited, localized, practice, design, isTicketShop] = await Promise.all([
    site.db.rows(selectEdited),
    listShownCookies(site, language),
    loadPractice(site),
    getDefaultDesign(site),
    hasPaidTickets(site),
  ]);
  const texts = getTexts(design.texts, locale);
  const cookies = localized.length > 0 || language === 'en' ? localized : await listShownCookies(site, 'en');
  return { locale, edited, cookies, practice, saveText: design.options.showsCategories ? texts.save : texts.accept, isTicketShop };
}

/** Returns the text of a document in a locale for editing, with its placeholders. Null for an unknown document. */
export async function readDocumentTemplate(
  site: Site,
  type: DocumentType,
  region: DocumentRegion,
  locale: string,
): Promise<DocumentTemplate | null> {
  const [edited, practice] = await Promise.all([site.db.rows(selectEdited), loadPractice(site)]);
  return findTemplate({ edited, practice, locale }, type, region);
}

/** Returns the edited text of a document for the locale, its language or English, or else the default text. Null for an unknown document. */
function findTemplate(
  context: Pick<RenderContext, 'edited' | 'practice' | 'locale'>,
  type: DocumentType,
  region: DocumentRegion,
): DocumentTemplate | null {
  const candidates = context.edited.filter((document) => document.type === type && document.region === region);
  const language = context.locale.slice(0, 2);
  return (
    candidates.find(({ locale }) => locale === context.locale) ??
    candidates.find(({ locale }) => locale.slice(0, 2) === language) ??
    candidates.find(({ locale }) => locale.slice(0, 2) === 'en') ??
    getDefaultTemplate(type, region, (lawRegion) => getConsentType(lawRegion, context.practice))
  );
}

/** Returns the circumstances that are true for a document of the region. */
function computeCircumstances(
  { settings }: Site,
  region: DocumentRegion,
  { cookies, practice, isTicketShop }: RenderContext,
): Set<Circumstance> {
  const usedCategories = new Set<Category>(cookies.flatMap(({ purpose }) => listCategories(purpose)));
  const hasPurpose = (word: string) => cookies.some(({ purpose }) => purpose.toLowerCase().includes(word));
  const hasStatistics = settings.get(compileStatistics) !== 'no' || usedCategories.has('statistics');
  const needsConsent = needsConsentForStatistics(region, {
    statistics: getStatistics({ settings }),
    always: settings.get(consentForAnonymousStatistics),
    euCountries: settings.get(euConsentRegions),
  });
  const isOptIn = region !== EVERYWHERE && getConsentType(region as Region, practice) === 'optin';
  const states: Partial<Record<Circumstance, boolean>> = {
    'opt-in': isOptIn,
    'opt-out': !isOptIn,
    statistics: hasStatistics,
    'statistics-need-consent': needsConsent,
    'statistics-without-consent': !needsConsent,
    'not-only-functional': hasStatistics || usedCategories.has('preferences') || usedCategories.has('marketing'),
    preferences: usedCategories.has('preferences'),
    marketing: usedCategories.has('marketing'),
    advertising: hasPurpose('advertis'),
    'social-media': hasPurpose('social'),
    'data-requests': settings.get(takesDataRequests),
    accounts: settings.get(usersSeeAdministration),
    'company-named': settings.get(organizationName) !== '',
    'company-telephone': settings.get(companyTelephone) !== '',
    'sells-tickets': isTicketShop,
  };
  return new Set((Object.keys(states) as Circumstance[]).filter((circumstance) => states[circumstance]));
}

function formatDate(locale: string, seconds: number): string {
  const date = seconds === 0 ? now({ expiresWith: ['quarter'] }) : new Date(seconds * 1000);
  const [language] = Intl.DateTimeFormat.supportedLocalesOf(locale.replace('_', '-'));
  return new Intl.DateTimeFormat(language ?? 'en-GB', { dateStyle: 'long', timeZone: 'UTC' }).format(date);
}

function formatCountry(locale: string, country: string): string {
  const [language] = Intl.DateTimeFormat.supportedLocalesOf(locale.replace('_', '-'));
  return new Intl.DisplayNames(language ?? 'en-GB', { type: 'region' }).of(country) ?? country;
}

const TOOL_NAMES: Readonly<Record<string, string>> = {
  no: 'no tool',
  yes: 'our own tools',
  'google-analytics': 'Google Analytics',
  'google-tag-manager': 'Google Tag Manager',
  matomo: 'Matomo',
  clicky: 'Clicky',
};

const TERM_TEXTS = {
  accepted: 'an agreement on processing',
  'ip-addresses-blocked': 'IP addresses are not stored',
  'no-sharing': 'nothing is shared with others',
} as const;

function buildValues({ settings, config }: Site, { locale, cookies, saveText }: RenderContext): RenderInput['values'] {
  const formatLine = (label: string, text: string) => (text === '' ? '' : `${label}: ${text}`);
  const published = settings.get(publishedAt);
  const services = [...new Set(cookies.flatMap(({ service }) => (service ? [service.name] : [])))];
  return {
    domain: { html: `<a href="${config.siteUrl}/">${config.siteUrl}</a>` },
    publish_date: formatDate(locale, published),
    checked_date: formatDate(locale, settings.get(checkedAt) || published),
    sync_date: formatDate(locale, settings.get(syncedAt) || published),
    organisation_name: settings.get(organizationName) || settings.get(siteName),
    address_company: settings.get(companyAddress),
    country_company: formatCountry(locale, settings.get(companyCountry)),
    email_company: settings.get(companyEmail),
    telephone_company: settings.get(companyTelephone),
    email_line: formatLine('E-mail', settings.get(companyEmail)),
    telephone_line: formatLine('Telephone', settings.get(companyTelephone)),
    consent_button: `pressing “${saveText}”`,
    compile_statistics: TOOL_NAMES[settings.get(compileStatistics)] ?? '',
    compile_statistics_more_info: settings.get(statisticsDetails).map((term) => TERM_TEXTS[term]),
    cookie_expiry: String(settings.get(cookieExpiry)),
    regions: settings.get(regions).map((region) => laws[region].name),
    services,
  };
}

/** Placeholder that front ends replace with the consent controls. */
export const CONTROLS_PLACEHOLDER = '<div id="compliance-manage-consent-container" class="compliance-manage-consent"></div>';

function renderDocument(site: Site, context: RenderContext, { id, type, region }: DocumentReference): LegalDocument[] {
  const template = findTemplate(context, type, region);
  if (!template) return [];
  const html = renderElements(template.elements, {
    circumstances: computeCircumstances(site, region, context),
    values: buildValues(site, context),
    inserts: {
      cookies: renderCookieList(context.cookies),
      controls: CONTROLS_PLACEHOLDER,
      'request-form': renderRequestForm(site.config.siteUrl, region),
    },
  });
  const comment = `<!-- Legal document ${id}, generated by Marquee -->`;
  const content = `${comment}\n<div id="compliance-document" class="compliance-document ${type} compliance-document-${region}">\n${html}\n</div>`;
  return [{ id, type, region, title: template.title, content }];
}

/** Returns all generated documents in a locale such as `de_DE`. Texts that are not available in its language are in English. */
export async function listLegalDocuments(site: Site, locale: string): Promise<LegalDocument[]> {
  const documents = listGeneratedDocuments(site);
  if (documents.length === 0) return [];
  const context = await loadContext(site, locale);
  return documents.flatMap((reference) => renderDocument(site, context, reference));
}

/** Returns one generated document. Null if the site does not generate the document. */
export async function findLegalDocument(site: Site, id: string, locale: string): Promise<LegalDocument | null> {
  const reference = listGeneratedDocuments(site).find((document) => document.id === id);
  return reference ? (renderDocument(site, await loadContext(site, locale), reference)[0] ?? null) : null;
}
