import type { circumstances, inserts } from '#app/domains/compliance/documents/document.ts';
import type { ClosedSet } from '../public/public-mapping.ts';

export const documentTypes: ClosedSet = {
  name: 'LegalDocumentType',
  description: 'What a legal document says.',
  values: {
    'cookie-statement': 'Which cookies the site sets.',
    'privacy-statement': 'What it does with data of people.',
    impressum: 'Who is behind it.',
  },
};

export const documentSources: ClosedSet = {
  name: 'LegalDocumentSource',
  description: 'Where a legal document comes from.',
  values: {
    none: 'No document of this kind.',
    generated: 'The site makes it from its settings.',
    custom: 'A page of the site.',
    url: 'An address elsewhere.',
  },
};

export const cookieCategories: ClosedSet = {
  name: 'CookieCategory',
  description: 'A kind of cookies that a visitor may consent to.',
  values: {
    functional: 'What the site needs; nobody is asked.',
    preferences: 'What remembers how someone likes it.',
    statistics: 'Cookies for statistics.',
    marketing: 'Cookies for advertising.',
  },
};

export const visitCounters: ClosedSet = {
  name: 'VisitCounter',
  description: 'What counts visits.',
  values: {
    no: 'Nothing is accepted.',
    yes: 'The site itself.',
    'google-analytics': 'The service Google Analytics.',
    'google-tag-manager': 'Google Tag Manager.',
    matomo: 'The service Matomo.',
    clicky: 'The service Clicky.',
  },
};

export const counterTerms: ClosedSet = {
  name: 'VisitCounterTerm',
  description: 'What was agreed with the maker of a tool that counts.',
  values: {
    accepted: 'Its terms of processing are accepted.',
    'ip-addresses-blocked': 'Addresses are blocked.',
    'no-sharing': 'Nothing is shared.',
  },
};

export const lawRegions: ClosedSet = {
  name: 'PrivacyRegion',
  description: 'A region whose laws a site follows.',
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

export const scanSwitch: ClosedSet = {
  name: 'SiteScanSwitch',
  description: 'Whether results of site scanners are taken.',
  values: { enabled: 'The feature is on.', disabled: 'They are not.' },
};

export const regionsElsewhere: ClosedSet = {
  name: 'OtherRegionBehaviour',
  description: 'Whose laws count for visitors from elsewhere.',
  values: { none: 'No law applies.', ...lawRegions.values },
};

/** As `PrivacyConsentType` is declared too. */
export const consentLaws: ClosedSet = {
  name: 'PrivacyConsentType',
  description: 'What the law that counts for a visitor asks for.',
  values: {
    optin: 'Nothing without consent.',
    optout: 'Everything until the visitor objects.',
    other: 'No law that the site follows counts.',
  },
};

export const partCircumstances: ClosedSet = {
  name: 'LegalDocumentCircumstance',
  description: 'What a part of a legal document may depend on.',
  values: {
    'opt-in': 'Nothing happens without consent.',
    'opt-out': 'Everything happens until someone objects.',
    statistics: 'The site counts visits.',
    'statistics-need-consent': 'That needs consent.',
    'statistics-without-consent': 'That needs no consent.',
    'not-only-functional': 'There are cookies that the site does not need.',
    preferences: 'There are cookies of preferences.',
    advertising: 'The site advertises.',
    marketing: 'There are cookies of marketing.',
    'social-media': 'It shows something of social networks.',
    'data-requests': 'It takes data requests.',
    accounts: 'People have accounts.',
    'company-named': 'The company is named.',
    'company-telephone': 'Its telephone number is known.',
    'sells-tickets': 'The site sells tickets.',
  } satisfies Record<(typeof circumstances)[number], string>,
};

export const partInserts: ClosedSet = {
  name: 'LegalDocumentInsert',
  description: 'What is made again whenever a legal document is read.',
  values: {
    cookies: 'The table of cookies.',
    controls: 'What a decision is changed by.',
    'request-form': 'The form of data requests.',
  } satisfies Record<(typeof inserts)[number], string>,
};
