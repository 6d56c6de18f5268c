import { formatIsoLocal } from '#app/core/time/zone.ts';
import { getSiteZone } from '#app/domains/content/site-time.ts';
import type { Site } from '#app/site.ts';
import { initialGroups } from '../configuration/initial-groups.ts';
import type { SiteTemplate } from './template.service.ts';

/** Defaults of values that the catalog omits for a service template. Member names are published (docs/behaviour/consent-queue-product.md 3). */
const serviceDefaults = {
  providerContact: { phone: '', email: '', link: '' },
  isProviderCurrentWebsite: false,
  provider: '',
  uniqueName: '',
  isEmbeddingOnlyExternalResources: false,
  legalBasis: 'consent',
  dataProcessingInCountries: [],
  dataProcessingInCountriesSpecialTreatments: [],
  technicalDefinitions: [],
  codeDynamics: [],
  providerPrivacyPolicyUrl: '',
  providerLegalNoticeUrl: '',
  tagManagerOptInEventName: '',
  tagManagerOptOutEventName: '',
  googleConsentModeConsentTypes: [],
  executePriority: 10,
  codeOptIn: '',
  executeCodeOptInWhenNoTagManagerConsentIsGiven: false,
  codeOptOut: '',
  executeCodeOptOutWhenNoTagManagerConsentIsGiven: false,
  deleteTechnicalDefinitionsAfterOptOut: false,
  codeOnPageLoad: '',
  isCdn: false,
  providerNotice: '',
  dynamicFields: [],
  legalBasisNotice: '',
  purpose: '',
  group: 'functional',
  groupNotice: '',
  technicalHandlingNotice: '',
  createContentBlockerNotice: '',
  shouldUncheckContentBlockerCheckbox: false,
};

const blockerDefaults = {
  serviceTemplateIdentifiers: [],
  tcfVendorIds: [],
  ruleGroups: [],
  ruleNotice: '',
  isVisual: false,
  visualType: 'default',
  visualContentType: '',
  isVisualDarkMode: false,
  visualBlur: 0,
  visualDownloadThumbnail: false,
  visualHeroButtonText: '',
  shouldForceToShowVisual: false,
  description: '',
};

const listRelated = ({ related }: SiteTemplate) =>
  related.map(({ identifier, headline, subHeadline }) => ({ identifier, name: headline, subHeadline }));

function buildContent(template: SiteTemplate): Record<string, unknown> {
  const stored = template.json as Record<string, unknown>;
  if (template.type === 'service') return { ...serviceDefaults, ...stored };
  const rules = Array.isArray(stored['rules']) ? stored['rules'] : [];
  return {
    ...blockerDefaults,
    ...stored,
    rules: rules.map((expression: unknown) => ({ expression, assignedToGroups: [], queryArgs: [] })),
  };
}

function buildTags({ type, isDisabled, createdId, scan }: SiteTemplate): Record<string, string> {
  return {
    ...(isDisabled && { PRO: 'This template requires a license.' }),
    ...(createdId !== null && {
      'Already created': `You have created a ${type === 'service' ? 'service' : 'content blocker'} from this template.`,
    }),
    ...(scan && { 'Recommended by scanner': 'The scanner has found this service on your pages.' }),
  };
}

/**
 * Returns a template and its use on this site for administration screens. `isUsed` is true when the administrator is about to create an object from
 * the template. The result then also contains the display name of the group, older versions and related templates.
 */
export function toTemplateDocument(site: Site, template: SiteTemplate, isUsed: boolean): Record<string, unknown> {
  const { versions, isDisabled, createdId, isIgnored, scan } = template;
  const formatTime = (time: Date) => formatIsoLocal(time, getSiteZone(site));
  const content = buildContent(template);
  const group = initialGroups.find(({ slug }) => slug === content['group'])?.name ?? content['group'];
  const isService = template.type === 'service';
  return {
    language: 'en',
    name: template.headline,
    headline: template.headline,
    subHeadline: template.subHeadline,
    id: template.id,
    identifier: template.identifier,
    version: template.version,
    successorOfIdentifierInfo: [],
    enabledWhenOneOf: [],
    isHidden: template.isHidden,
    recommendedWhenOneOf: [],
    extendsIdentifier: null,
    status: 'published',
    createdAt: formatTime(template.createdAt),
    tier: template.tier,
    logoUrl: null,
    machineTranslationStatus: 'no-translation',
    ...content,
    ...(isService && isUsed && { group }),
    consumerData: {
      tags: buildTags(template),
      versions: isUsed ? [...versions] : [],
      context: template.context,
      isDisabled,
      isRecommended: false,
      isCreated: createdId !== null,
      id: createdId ?? false,
      scan: scan
        ? { foundCount: scan.foundCount, foundOnSitesCount: scan.foundOnSitesCount, lastScanned: formatTime(scan.lastScanned) }
        : false,
      isIgnored,
      isCloud: false,
      isUntranslated: false,
      ...(isService && { contentBlockerTemplates: listRelated(template) }),
      ...(!isService && isUsed && { serviceTemplates: listRelated(template) }),
    },
  };
}
