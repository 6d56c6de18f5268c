import type { ServiceGroup } from '#db';

// Content of revisions as clients read it (docs/behaviour/consent-queue-product.md 2.1). Member names are published and must not change, because
// revisions are stored.

export interface ServiceInRevision {
  id: number;
  name: string;
  purpose: string;
  legalBasis: string;
  technicalDefinitions: readonly TechnicalDefinition[];
  [meta: string]: unknown;
}

export interface GroupInRevision extends Pick<ServiceGroup, 'id' | 'name' | 'slug' | 'description' | 'isEssential' | 'isDefault'> {
  items: ServiceInRevision[];
}

/** A cookie or storage entry of a service. */
export interface TechnicalDefinition {
  type: 'http' | 'local' | 'session' | 'indexedDb';
  /** `*` matches any string. */
  name: string;
  host: string;
  duration: number;
  durationUnit: 's' | 'm' | 'h' | 'd' | 'mo' | 'y';
  isSessionDuration: boolean;
  purpose: string;
}

/** Content whose change requires new consent. */
export interface DependentRevision {
  options: Record<string, unknown>;
  groups: GroupInRevision[];
  websiteOperator: Record<string, unknown>;
  predefinedDataProcessingInSafeCountriesLists: Readonly<Record<string, readonly string[]>>;
  nonVisualBlocker: Record<string, unknown>[];
  cookiePolicy: string;
  lazyLoadedDataForSecondView: Record<string, never>;
}

/** Other content that visitors see, which may change without new consent. */
export interface IndependentRevision {
  options: Record<string, unknown>;
  blocker: Record<string, unknown>[];
  links: Record<string, unknown>[];
  languageSwitcher: never[];
  lazyLoadedDataForSecondView: Record<string, never>;
  banner: { customizeValuesBanner: Record<string, Record<string, unknown>> };
  isPro: boolean;
  isLicensed: boolean;
  isDevLicense: boolean;
}
