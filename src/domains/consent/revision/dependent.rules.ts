import type { ConsentService, ServiceGroup } from '#db';
import type { Configuration } from '../configuration/configuration.ts';
import { toBlockerMeta, toServiceMeta } from '../configuration/meta.ts';
import { renderCookiePolicy } from '../policy/cookie-policy.html.ts';
import { getAgeLimit, countryGroups, safeCountries } from '../settings/country-lists.ts';
import { filterLegalBases, legalBases } from '../settings/options.ts';
import type { DependentRevision, GroupInRevision, ServiceInRevision } from './content.types.ts';

/** Returns the laws under which the site requests consent: at least one. */
function listActiveLaws({ options }: Configuration): string[] {
  const supported = filterLegalBases(options.territorialLegalBasis);
  return supported.length > 0 ? supported : [legalBases[0]];
}

/** Returns the country codes of a comma-separated list. Expands names of country groups. */
export function listCountries(list: string): string[] {
  const names = list.split(',').filter((name) => name !== '');
  return [...new Set(names.flatMap((name) => countryGroups[name] ?? [name]))];
}

function toRevisionService(service: ConsentService): ServiceInRevision {
  return { id: service.id, name: service.title, purpose: service.purpose, ...toServiceMeta(service) } as ServiceInRevision;
}

function toRevisionGroup(group: ServiceGroup, services: readonly ConsentService[]): GroupInRevision {
  const { id, name, slug, description, isEssential, isDefault } = group;
  const items = services.filter(({ groupId, status }) => groupId === id && status === 'publish').map(toRevisionService);
  return { id, name, slug, description, isEssential, isDefault, items };
}

/** Returns the groups that visitors see: those with published services, and the essential one. */
function listGroups({ groups, services }: Configuration): GroupInRevision[] {
  return groups.map((group) => toRevisionGroup(group, services)).filter(({ isEssential, items }) => isEssential || items.length > 0);
}

function buildRevisionOptions(configuration: Configuration): DependentRevision['options'] {
  const { options } = configuration;
  return {
    operatorContactAddress: options.operatorContactAddress,
    operatorCountry: options.operatorCountry,
    operatorContactPhone: options.operatorContactPhone,
    operatorContactEmail: options.operatorContactEmail,
    operatorContactFormId: options.operatorContactFormId,
    cookiePolicyId: options.cookiePolicyId,
    territorialLegalBasis: listActiveLaws(configuration),
    setCookiesViaManager: options.setCookiesViaManager,
    isAcceptAllForBots: options.acceptAllForBots,
    cookieDuration: options.cookieDuration,
    cookieVersion: options.cookieVersion,
    isDataProcessingInUnsafeCountries: options.dataProcessingInUnsafeCountries,
    isAgeNotice: options.ageNotice,
    ageNoticeAgeLimit: getAgeLimit(options.ageNoticeAgeLimit, options.operatorCountry),
    isListServicesNotice: options.listServicesNotice,
    isConsentForwarding: false,
    forwardTo: [],
    crossDomains: [],
    isTcf: false,
    isCountryBypass: options.countryBypass,
    countryBypassCountries: listCountries(options.countryBypassCountries),
    countryBypassType: options.countryBypassType,
    isGcm: false,
    isGcmCollectAdditionalDataViaUrlParameters: false,
    isGcmRedactAdsDataWithoutConsent: false,
    isGcmListPurposes: false,
  };
}

/** Returns the cookie policy of the site as HTML. */
export const getCookiePolicy = (configuration: Configuration): string =>
  renderCookiePolicy(configuration, listGroups(configuration), listActiveLaws(configuration));

/** Returns the content whose change requires new consent. */
export function buildDependentRevision(configuration: Configuration): DependentRevision {
  const { options, blockers, pages } = configuration;
  const groups = listGroups(configuration);
  const activeBlockers = options.blockerActive ? blockers : [];
  return {
    options: buildRevisionOptions(configuration),
    groups,
    websiteOperator: {
      address: options.operatorContactAddress,
      country: options.operatorCountry,
      contactEmail: options.operatorContactEmail,
      contactPhone: options.operatorContactPhone,
      contactFormUrl: pages.get(options.operatorContactFormId)?.url ?? false,
    },
    predefinedDataProcessingInSafeCountriesLists: safeCountries,
    nonVisualBlocker: activeBlockers
      .filter(({ status, isVisual }) => status === 'publish' && !isVisual)
      .map((blocker) => {
        const { rules, services, criteria } = toBlockerMeta(blocker);
        return { id: blocker.id, rules, services, criteria };
      }),
    cookiePolicy: pages.has(options.cookiePolicyId) ? getCookiePolicy(configuration) : '',
    lazyLoadedDataForSecondView: {},
  };
}
