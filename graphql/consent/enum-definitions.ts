import { ageLimits } from '#app/domains/consent/settings/country-lists.ts';
import type { countryBypassTypes, failureHandlings, legalBases } from '#app/domains/consent/settings/options.ts';
import type { EnumDefinition } from '../public/public-mapping.ts';

export const templateKinds: EnumDefinition = {
  name: 'ConsentTemplateKind',
  description: 'Type of the object that a template creates.',
  values: { service: 'A third-party service.', blocker: 'A content blocker.' },
};

export const logFaults: EnumDefinition = {
  name: 'ConsentLogFault',
  description: 'A fault in the log of consents.',
  values: {
    changed: 'The entry was changed.',
    missing: 'An entry is missing.',
    out_of_order: 'Entries are in the wrong order.',
    forged_mark: 'The mark of a deletion has an invalid signature.',
    changed_revision: 'The stored texts and services were changed.',
    wrong_end: 'The end of the log was changed.',
  },
};

export const storageTypes: EnumDefinition = {
  name: 'BrowserStorageType',
  description: 'Type of storage in the browser.',
  values: {
    http: 'An HTTP cookie.',
    local: "The browser's local storage.",
    session: "The browser's session storage.",
    indexedDb: "The browser's IndexedDB.",
  },
};

export const durationUnits: EnumDefinition = {
  name: 'DurationUnit',
  description: 'A unit of time.',
  values: {
    s: 'Duration in seconds.',
    m: 'Duration in minutes.',
    h: 'Duration in hours.',
    d: 'Duration in days.',
    mo: 'Duration in months.',
    y: 'Duration in years.',
  },
};

export const failureHandling: EnumDefinition = {
  name: 'FailedConsentHandling',
  description: 'What the browser stores if a consent cannot be documented.',
  values: {
    optimistic: 'The visitor’s decision.',
    essentials: 'Essential services only.',
  } satisfies Record<(typeof failureHandlings)[number], string>,
};

export const countryBypass: EnumDefinition = {
  name: 'CountryBypass',
  description: 'Services that run for visitors from other countries.',
  values: { all: 'All services are accepted.', essentials: 'Essential services only.' } satisfies Record<
    (typeof countryBypassTypes)[number],
    string
  >,
};

const ageLimitMeanings: Readonly<Record<string, string>> = {
  INHERIT: "The age limit of the operator's country.",
  GDPR: 'The age limit of the GDPR: 16 years.',
};

export const ageLimit: EnumDefinition = {
  name: 'ConsentAgeLimit',
  description: 'Country whose age limit for consents applies.',
  values: Object.fromEntries(ageLimits.map((code) => [code, ageLimitMeanings[code] ?? `Age limit of the country ${code} (ISO 3166).`])),
};

export const bypasses: EnumDefinition = {
  name: 'ConsentBypassCounted',
  description: 'Reasons why visitors were not asked.',
  values: {
    none: 'The visitor was asked.',
    dnt: 'The browser asks not to be tracked.',
    geolocation: "The visitor's country does not require consent.",
    bannerless: 'The page works without a banner.',
  },
};

export const acceptedShares: EnumDefinition = {
  name: 'AcceptedShare',
  description: 'How much of a service group a visitor accepted.',
  values: { 0: 'No service of the group is accepted.', 1: 'Some services of the group.', 2: 'All services of the group.' },
  names: { 0: 'NOTHING', 1: 'SOME', 2: 'ALL' },
};

export const countryTreatments: EnumDefinition = {
  name: 'CountryTreatment',
  description: 'Safeguard for processing data in a country without adequate protection.',
  values: {
    'contractual-assurances-with-sub-processors': 'Contractual assurances of the sub-processors.',
    'provider-is-self-certified-trans-atlantic-data-privacy-framework':
      'Self-certification of the provider under the Data Privacy Framework.',
    'standard-contractual-clauses': 'Standard contractual clauses.',
  },
};

export const consentLawBases: EnumDefinition = {
  name: 'ConsentLaw',
  description: 'A law that requires consent.',
  values: { 'gdpr-eprivacy': 'GDPR and ePrivacy directive.', 'dsg-switzerland': 'The Swiss act on data protection.' } satisfies Record<
    (typeof legalBases)[number],
    string
  >,
};

export const messageSeverities: EnumDefinition = {
  name: 'ConsentImportSeverity',
  description: 'Severity of the message.',
  values: {
    error: 'The entry was not imported.',
    warning: 'The entry was imported and has to be checked.',
    info: 'The entry was imported.',
  },
};
