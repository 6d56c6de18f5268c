import { ageLimits } from '#app/domains/consent/settings/country-lists.ts';
import type { countryBypassTypes, failureHandlings, legalBases } from '#app/domains/consent/settings/options.ts';
import type { ClosedSet } from '../public/public-mapping.ts';

export const templateKinds: ClosedSet = {
  name: 'ConsentTemplateKind',
  description: 'What is made from a template.',
  values: { service: 'Template of a service.', blocker: 'A content blocker.' },
};

export const logFaults: ClosedSet = {
  name: 'ConsentLogFault',
  description: 'What is wrong at a place of the log of consents.',
  values: {
    changed: 'The entry is not as it was written.',
    missing: 'An entry is gone.',
    out_of_order: 'Entries stand in another order.',
    forged_mark: 'Its mark was not made with the key of the site.',
    changed_revision: 'What the visitor was asked is not as it was.',
    wrong_end: 'The log ends elsewhere than it did.',
  },
};

export const storageTypes: ClosedSet = {
  name: 'BrowserStorageType',
  description: 'Where a browser stores something.',
  values: {
    http: 'An HTTP cookie.',
    local: "The browser's local storage.",
    session: "The browser's session storage.",
    indexedDb: "The browser's IndexedDB.",
  },
};

export const durationUnits: ClosedSet = {
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

export const failureHandling: ClosedSet = {
  name: 'FailedConsentHandling',
  description: 'What holds in the browser when a consent cannot be documented.',
  values: {
    optimistic: 'What the visitor decided.',
    essentials: 'Essential services only.',
  } satisfies Record<(typeof failureHandlings)[number], string>,
};

export const countryBypass: ClosedSet = {
  name: 'CountryBypass',
  description: 'What holds for visitors of other countries.',
  values: { all: 'All services are accepted.', essentials: 'Essential services only.' } satisfies Record<
    (typeof countryBypassTypes)[number],
    string
  >,
};

const ageLimitMeanings: Readonly<Record<string, string>> = {
  INHERIT: 'That of the country of the operator.',
  GDPR: 'That of the GDPR: 16 years.',
};

export const ageLimit: ClosedSet = {
  name: 'ConsentAgeLimit',
  description: 'Whose age limit for consents holds.',
  values: Object.fromEntries(ageLimits.map((code) => [code, ageLimitMeanings[code] ?? `That of the country ${code} (ISO 3166).`])),
};

export const bypasses: ClosedSet = {
  name: 'ConsentBypassCounted',
  description: 'Numbers of decisions by how they were made.',
  values: {
    none: 'Someone was asked.',
    dnt: 'The browser asks not to be tracked.',
    geolocation: 'The visitor’s country asks for no consent.',
    bannerless: 'The page does without a banner.',
  },
};

export const acceptedShares: ClosedSet = {
  name: 'AcceptedShare',
  description: 'How much of a group was accepted.',
  values: { 0: 'Nothing is accepted.', 1: 'Some of it.', 2: 'All of it.' },
  names: { 0: 'NOTHING', 1: 'SOME', 2: 'ALL' },
};

export const countryTreatments: ClosedSet = {
  name: 'CountryTreatment',
  description: 'What makes it lawful to process data in a country without enough of protection.',
  values: {
    'contractual-assurances-with-sub-processors': 'Assurances of those who process.',
    'provider-is-self-certified-trans-atlantic-data-privacy-framework': 'The provider’s certificate of the Data Privacy Framework.',
    'standard-contractual-clauses': 'Standard contractual clauses.',
  },
};

export const consentLawBases: ClosedSet = {
  name: 'ConsentLaw',
  description: 'A law under which consent is asked for.',
  values: { 'gdpr-eprivacy': 'GDPR and ePrivacy directive.', 'dsg-switzerland': 'The Swiss act on data protection.' } satisfies Record<
    (typeof legalBases)[number],
    string
  >,
};

export const messageSeverities: ClosedSet = {
  name: 'ConsentImportSeverity',
  description: 'How bad it is.',
  values: { error: 'It was not taken.', warning: 'It was taken, but is to be looked at.', info: 'Nothing is wrong.' },
};
