import type { ConsentService, ServiceGroup } from '#db';
import type { Configuration } from '../configuration/configuration.ts';
import { metaOfBlocker, metaOfService } from '../configuration/meta.ts';
import { cookiePolicyHtml } from '../policy/cookie-policy.html.ts';
import { ageLimitOf, countryLists, safeCountries } from '../settings/country-lists.ts';
import { knownLegalBases, legalBases } from '../settings/options.ts';
import type { DependentRevision, RevisionGroup, RevisionService } from './content.types.ts';

/** Returns the laws under which consent is requested, at least one. */
function legalBasesOf({ options }: Configuration): string[] {
  const known = knownLegalBases(options.territorialLegalBasis);
  return known.length > 0 ? known : [legalBases[0]];
}

/** Returns the countries of a list. Expands names of country groups. */
export function countriesOf(list: string): string[] {
  const named = list.split(',').filter((one) => one !== '');
  return [...new Set(named.flatMap((one) => countryLists[one] ?? [one]))];
}

function serviceItem(service: ConsentService): RevisionService {
  return { id: service.id, name: service.title, purpose: service.purpose, ...metaOfService(service) } as RevisionService;
}

function groupOf(group: ServiceGroup, services: readonly ConsentService[]): RevisionGroup {
  const { id, name, slug, description, isEssential, isDefault } = group;
  const items = services.filter(({ groupId, status }) => groupId === id && status === 'publish').map(serviceItem);
  return { id, name, slug, description, isEssential, isDefault, items };
}

/** Returns the groups that visitors see: those with published services, and the essential one. */
function listedGroups({ groups, services }: Configuration): RevisionGroup[] {
  return groups.map((group) => groupOf(group, services)).filter(({ isEssential, items }) => isEssential || items.length > 0);
}

function optionsOf(configuration: Configuration): DependentRevision['options'] {
  const { options } = configuration;
  return {
    operatorContactAddress: options.operatorContactAddress,
    operatorCountry: options.operatorCountry,
    operatorContactPhone: options.operatorContactPhone,
    operatorContactEmail: options.operatorContactEmail,
    operatorContactFormId: options.operatorContactFormId,
    cookiePolicyId: options.cookiePolicyId,
    territorialLegalBasis: legalBasesOf(configuration),
    setCookiesViaManager: options.setCookiesViaManager,
    isAcceptAllForBots: options.acceptAllForBots,
    cookieDuration: options.cookieDuration,
    cookieVersion: options.cookieVersion,
    isDataProcessingInUnsafeCountries: options.dataProcessingInUnsafeCountries,
    isAgeNotice: options.ageNotice,
    ageNoticeAgeLimit: ageLimitOf(options.ageNoticeAgeLimit, options.operatorCountry),
    isListServicesNotice: options.listServicesNotice,
    isConsentForwarding: false,
    forwardTo: [],
    crossDomains: [],
    isTcf: false,
    isCountryBypass: options.countryBypass,
    countryBypassCountries: countriesOf(options.countryBypassCountries),
    countryBypassType: options.countryBypassType,
    isGcm: false,
    isGcmCollectAdditionalDataViaUrlParameters: false,
    isGcmRedactAdsDataWithoutConsent: false,
    isGcmListPurposes: false,
  };
}

/** Returns the cookie policy of the site as HTML. */
export const cookiePolicyOf = (configuration: Configuration): string =>
  cookiePolicyHtml(configuration, listedGroups(configuration), legalBasesOf(configuration));

/** Returns the content whose change requires new consent. */
export function dependentRevision(configuration: Configuration): DependentRevision {
  const { options, blockers, pages } = configuration;
  const groups = listedGroups(configuration);
  const active = options.blockerActive ? blockers : [];
  return {
    options: optionsOf(configuration),
    groups,
    websiteOperator: {
      address: options.operatorContactAddress,
      country: options.operatorCountry,
      contactEmail: options.operatorContactEmail,
      contactPhone: options.operatorContactPhone,
      contactFormUrl: pages.get(options.operatorContactFormId)?.url ?? false,
    },
    predefinedDataProcessingInSafeCountriesLists: safeCountries,
    nonVisualBlocker: active
      .filter(({ status, isVisual }) => status === 'publish' && !isVisual)
      .map((blocker) => {
        const { rules, services, criteria } = metaOfBlocker(blocker);
        return { id: blocker.id, rules, services, criteria };
      }),
    cookiePolicy: pages.has(options.cookiePolicyId) ? cookiePolicyOf(configuration) : '',
    lazyLoadedDataForSecondView: {},
  };
}
