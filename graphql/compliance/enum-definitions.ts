import type { circumstances, inserts } from '#app/domains/compliance/documents/document.ts';
import type { EnumDefinition } from '../public/public-mapping.ts';

export const documentTypes: EnumDefinition = {
  name: 'LegalDocumentType',
  description: 'Type of a legal document.',
  values: {
    'cookie-statement': 'Policy about the cookies of the site.',
    'privacy-statement': 'Statement about the processing of personal data.',
    impressum: 'Legal notice (imprint) about the operator of the site.',
  },
};

export const documentSources: EnumDefinition = {
  name: 'LegalDocumentSource',
  description: 'Source of a legal document.',
  values: {
    none: 'There is no document of this kind.',
    generated: 'The site generates the document from its settings.',
    custom: 'A page of the site.',
    url: 'The document is at an external URL.',
  },
};

export const cookieCategories: EnumDefinition = {
  name: 'CookieCategory',
  description: 'A category of cookies that a visitor may accept.',
  values: {
    functional: 'Cookies that the site requires; visitors are not asked.',
    preferences: 'Cookies that store preferences.',
    statistics: 'Cookies for statistics.',
    marketing: 'Cookies for advertising.',
  },
};

export const visitCounters: EnumDefinition = {
  name: 'VisitCounter',
  description: 'Tool that counts visits.',
  values: {
    no: 'Visits are not counted.',
    yes: 'The site itself counts visits, without cookies.',
    'google-analytics': 'The service Google Analytics.',
    'google-tag-manager': 'Google Tag Manager.',
    matomo: 'The service Matomo.',
    clicky: 'The service Clicky.',
  },
};

export const counterTerms: EnumDefinition = {
  name: 'VisitCounterTerm',
  description: 'Agreements with the provider of a statistics tool.',
  values: {
    accepted: 'The processing terms are accepted.',
    'ip-addresses-blocked': 'IP addresses are blocked.',
    'no-sharing': 'No data is shared.',
  },
};

export const lawRegions: EnumDefinition = {
  name: 'PrivacyRegion',
  description: 'A region whose laws the site follows.',
  values: {
    us: 'The law of the United States.',
    ca: 'The law of Canada.',
    eu: 'The law of the European Union.',
    uk: 'The law of the United Kingdom.',
    au: 'The law of Australia.',
    za: 'The law of South Africa.',
    br: 'The law of Brazil.',
  },
};

export const scanSwitch: EnumDefinition = {
  name: 'SiteScanSwitch',
  description: 'Whether results of site scanners are accepted.',
  values: { enabled: 'The feature is on.', disabled: 'The feature is off.' },
};

export const regionsElsewhere: EnumDefinition = {
  name: 'OtherRegionBehaviour',
  description: 'Law that applies to visitors from other regions.',
  values: { none: 'No law applies.', ...lawRegions.values },
};

/** The values of `PrivacyConsentType`, for fields that hold the value as a string. */
export const consentLaws: EnumDefinition = {
  name: 'PrivacyConsentType',
  description: 'Kind of consent that the law requires for a visitor.',
  values: {
    optin: 'Cookies require consent.',
    optout: 'Cookies are allowed until the visitor objects.',
    other: 'No law of the site applies.',
  },
};

export const partCircumstances: EnumDefinition = {
  name: 'LegalDocumentCircumstance',
  description: 'A condition for showing a part of a legal document.',
  values: {
    'opt-in': 'Cookies require consent.',
    'opt-out': 'Cookies are used until the visitor objects.',
    statistics: 'The site counts visits.',
    'statistics-need-consent': 'Statistics require consent.',
    'statistics-without-consent': 'Statistics require no consent.',
    'not-only-functional': 'The site uses cookies that are not strictly necessary.',
    preferences: 'The site uses preference cookies.',
    advertising: 'The site shows advertisements.',
    marketing: 'The site uses marketing cookies.',
    'social-media': 'The site shows content of social networks.',
    'data-requests': 'The site accepts data requests.',
    accounts: 'Visitors can have accounts.',
    'company-named': 'The name of the company is set.',
    'company-telephone': 'The telephone number of the company is set.',
    'sells-tickets': 'The site sells tickets.',
  } satisfies Record<(typeof circumstances)[number], string>,
};

export const partInserts: EnumDefinition = {
  name: 'LegalDocumentInsert',
  description: 'A part of a legal document that is generated at each request.',
  values: {
    cookies: 'The table of cookies.',
    controls: 'Buttons to change the decision.',
    'request-form': 'The form of data requests.',
  } satisfies Record<(typeof inserts)[number], string>,
};
