import type { ConsentService } from '#db';
import { type Html, html } from '#app/core/text/html.ts';
import type { Configuration } from '../configuration/configuration.ts';
import { safeCountries } from '../settings/country-lists.ts';

const safe = new Set(Object.values(safeCountries).flat());
const contracts = ['contractual-assurances-with-sub-processors', 'standard-contractual-clauses'];
const SELF_CERTIFIED = 'provider-is-self-certified-trans-atlantic-data-privacy-framework';

/** Returns countries without adequate protection in which a service processes data. The United States are included unless the provider is certified. */
export function unsafeCountries(
  service: Pick<ConsentService, 'dataProcessingInCountries' | 'dataProcessingInCountriesSpecialTreatments'>,
): string[] {
  const treatments = service.dataProcessingInCountriesSpecialTreatments;
  if (treatments.some((one) => contracts.includes(one))) return [];
  const isCertified = treatments.includes(SELF_CERTIFIED);
  return service.dataProcessingInCountries.filter((country) => (country === 'US' ? !isCertified : !safe.has(country)));
}

const isThere = ({ status, groupId }: ConsentService) => groupId !== null && status !== 'trash';

function list(services: readonly ConsentService[], text: (service: ConsentService) => string | Html): Html {
  return html`<ul>${services.map((service) => html`<li>${text(service)}</li>`)}</ul>`;
}

/** Returns the notice about services in unsafe countries. Null if no such service exists, the setting allows it, or the notice was closed. */
export function unsafeCountriesNotice({ options, services }: Configuration, isClosed: boolean): string | null {
  const found = services.filter((service) => isThere(service) && unsafeCountries(service).length > 0);
  if (found.length === 0 || options.dataProcessingInUnsafeCountries || isClosed) return null;
  return html`<p>These services process data in countries without adequate protection, which needs a consent of its own:</p>${list(
    found,
    (service) => `${service.title} (${unsafeCountries(service).join(', ')})`,
  )}`.toString();
}

/** Returns the notice about services without a privacy policy. Null if all have one. */
export function emptyPrivacyPolicyNotice({ services }: Configuration): string | null {
  const found = services.filter(
    (service) => isThere(service) && service.providerPrivacyPolicyUrl === '' && !service.isProviderCurrentWebsite,
  );
  if (found.length === 0) return null;
  return html`<p>These services name no privacy policy of their provider:</p>${list(found, ({ title }) => title)}`.toString();
}

/** A service that should not run on pages without a banner. */
export interface BannerlessCheck {
  id: number;
  name: string;
  groupId: number | null;
}

/** Services to check before pages omit the banner (section 2.7). */
export interface BannerlessChecks {
  /** Services that run without consent. */
  essential: BannerlessCheck[];
  legitimateInterest: BannerlessCheck[];
  consentWithoutVisualBlocker: BannerlessCheck[];
}

/** Returns services to check before pages omit the banner. Omits dismissed ones. */
export function bannerlessChecks(
  { groups, services, blockers }: Configuration,
  dismissed: { legitimateInterest: readonly number[]; consentWithoutVisualBlocker: readonly number[] },
): BannerlessChecks {
  const essential = groups.find(({ isEssential }) => isEssential)?.id;
  const visual = new Set(
    blockers
      .filter(({ status, isVisual }) => status === 'publish' && isVisual)
      .flatMap((one) => one.services.map(({ serviceId }) => serviceId)),
  );
  const row = ({ id, title, groupId }: ConsentService): BannerlessCheck => ({ id, name: title, groupId });
  const published = services.filter(({ status, groupId }) => status === 'publish' && groupId !== null);
  const optional = published.filter(({ groupId }) => groupId !== essential);
  return {
    essential: published.filter(({ groupId }) => groupId === essential).map(row),
    legitimateInterest: optional
      .filter(({ id, legalBasis }) => legalBasis === 'legitimate-interest' && !dismissed.legitimateInterest.includes(id))
      .map(row),
    consentWithoutVisualBlocker: optional
      .filter(({ id, legalBasis }) => legalBasis === 'consent' && !visual.has(id) && !dismissed.consentWithoutVisualBlocker.includes(id))
      .map(row),
  };
}
