import type { ConsentService } from '#db';
import { type Html, html } from '#app/core/text/html.ts';
import type { Configuration } from '../configuration/configuration.ts';
import { safeCountries } from '../settings/country-lists.ts';

const safeCountryCodes = new Set(Object.values(safeCountries).flat());
const CONTRACTS = ['contractual-assurances-with-sub-processors', 'standard-contractual-clauses'];
const SELF_CERTIFIED = 'provider-is-self-certified-trans-atlantic-data-privacy-framework';

/**
 * Returns the countries without adequate data protection in which a service processes data. Returns no country if contracts ensure the protection.
 * The United States count as safe only if the provider is certified.
 */
export function listUnsafeCountries(
  service: Pick<ConsentService, 'dataProcessingInCountries' | 'dataProcessingInCountriesSpecialTreatments'>,
): string[] {
  const treatments = service.dataProcessingInCountriesSpecialTreatments;
  if (treatments.some((treatment) => CONTRACTS.includes(treatment))) return [];
  const isCertified = treatments.includes(SELF_CERTIFIED);
  return service.dataProcessingInCountries.filter((country) => (country === 'US' ? !isCertified : !safeCountryCodes.has(country)));
}

const isInUse = ({ status, groupId }: ConsentService) => groupId !== null && status !== 'trash';

function renderList(services: readonly ConsentService[], renderItem: (service: ConsentService) => string | Html): Html {
  return html`<ul>${services.map((service) => html`<li>${renderItem(service)}</li>`)}</ul>`;
}

/**
 * Returns the notice about services in unsafe countries. Null if none exists, the setting allows such services, or an administrator closed
 * the notice.
 */
export function formatUnsafeCountriesNotice({ options, services }: Configuration, isClosed: boolean): string | null {
  const affected = services.filter((service) => isInUse(service) && listUnsafeCountries(service).length > 0);
  if (affected.length === 0 || options.dataProcessingInUnsafeCountries || isClosed) return null;
  return html`<p>These services process data in countries without adequate protection, which requires a separate consent:</p>${renderList(
    affected,
    (service) => `${service.title} (${listUnsafeCountries(service).join(', ')})`,
  )}`.toString();
}

/** Returns the notice about services of other providers without a privacy policy. Null if all have one. */
export function formatEmptyPrivacyPolicyNotice({ services }: Configuration): string | null {
  const affected = services.filter(
    (service) => isInUse(service) && service.providerPrivacyPolicyUrl === '' && !service.isProviderCurrentWebsite,
  );
  if (affected.length === 0) return null;
  return html`<p>Add the URL of the provider’s privacy policy to these services:</p>${renderList(affected, ({ title }) => title)}`.toString();
}

/** A service that may need consent, although pages without a banner do not request it. */
export interface BannerlessCheck {
  id: number;
  name: string;
  groupId: number | null;
}

/** Services to check before pages omit the banner (docs/behaviour/consent-queue-product.md 2.7). */
export interface BannerlessChecks {
  /** Services of the essential group, which run without consent. */
  essential: BannerlessCheck[];
  legitimateInterest: BannerlessCheck[];
  consentWithoutVisualBlocker: BannerlessCheck[];
}

/** Returns the services to check before pages omit the banner, without those that administrators have dismissed. */
export function findBannerlessChecks(
  { groups, services, blockers }: Configuration,
  dismissed: { legitimateInterest: readonly number[]; consentWithoutVisualBlocker: readonly number[] },
): BannerlessChecks {
  const essentialGroupId = groups.find(({ isEssential }) => isEssential)?.id;
  const idsWithVisualBlocker = new Set(
    blockers
      .filter(({ status, isVisual }) => status === 'publish' && isVisual)
      .flatMap((blocker) => blocker.services.map(({ serviceId }) => serviceId)),
  );
  const toBannerlessCheck = ({ id, title, groupId }: ConsentService): BannerlessCheck => ({ id, name: title, groupId });
  const published = services.filter(({ status, groupId }) => status === 'publish' && groupId !== null);
  const optional = published.filter(({ groupId }) => groupId !== essentialGroupId);
  return {
    essential: published.filter(({ groupId }) => groupId === essentialGroupId).map(toBannerlessCheck),
    legitimateInterest: optional
      .filter(({ id, legalBasis }) => legalBasis === 'legitimate-interest' && !dismissed.legitimateInterest.includes(id))
      .map(toBannerlessCheck),
    consentWithoutVisualBlocker: optional
      .filter(
        ({ id, legalBasis }) =>
          legalBasis === 'consent' && !idsWithVisualBlocker.has(id) && !dismissed.consentWithoutVisualBlocker.includes(id),
      )
      .map(toBannerlessCheck),
  };
}
