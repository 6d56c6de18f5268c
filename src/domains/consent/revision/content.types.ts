/** The parts of revisions as clients read them (section 2.1). Names are the published ones: stored revisions are documents. */

export interface RevisionService {
  id: number;
  name: string;
  purpose: string;
  legalBasis: string;
  technicalDefinitions: readonly TechnicalDefinition[];
  [meta: string]: unknown;
}

export interface RevisionGroup {
  id: number;
  name: string;
  slug: string;
  description: string;
  isEssential: boolean;
  isDefault: boolean;
  items: RevisionService[];
}

/** Something that a service stores in the browser. */
export interface TechnicalDefinition {
  type: 'http' | 'local' | 'session' | 'indexedDb';
  /** `*` stands for any run of characters. */
  name: string;
  host: string;
  duration: number;
  durationUnit: 's' | 'm' | 'h' | 'd' | 'mo' | 'y';
  isSessionDuration: boolean;
  purpose: string;
}

/** What a change of asks for new consent. */
export interface DependentRevision {
  options: Record<string, unknown>;
  groups: RevisionGroup[];
  websiteOperator: Record<string, unknown>;
  predefinedDataProcessingInSafeCountriesLists: Readonly<Record<string, readonly string[]>>;
  nonVisualBlocker: Record<string, unknown>[];
  cookiePolicy: string;
  lazyLoadedDataForSecondView: Record<string, never>;
}

/** All else that the visitor saw. */
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
