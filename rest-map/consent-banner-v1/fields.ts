import { type Field, flag, number, text, untyped, wholePart, wordOrNone } from '#app/rest/table.ts';
import { ageLimits, countries } from './countries.ts';
import { allTexts, day, shortNumbers, spelledJson, unsignedNumbers, renamed } from './parameters.ts';

/** Document 2, "Consent banner"; behavior: consent-queue-product.md 0 to 6. */

/** Settings of an administrator. Null removes the value. */
const kept = { onNull: null } as const;

export const settings = {
  'xcb-banner-active': flag({ ...kept, description: 'Whether visitors see the consent banner.' }),
  'xcb-blocker-active': flag({ ...kept, description: 'Whether content blockers block.' }),
  'xcb-operator-country': text({ enum: countries, ...kept, description: 'Country of the operator, by its code of two letters; empty = not said.' }),
  'xcb-operator-contact-address': text({ ...kept, description: 'Name and address of the operator.' }),
  'xcb-operator-contact-phone': text({ ...kept, description: 'Telephone number of the operator.' }),
  'xcb-operator-contact-email': text({ ...kept, description: 'E-mail address of the operator; what is none becomes empty.' }),
  'xcb-operator-contact-form-id': number({ ...kept, description: 'Page with the contact form of the operator.' }),
  'xcb-cookie-policy-id': number({ ...kept, description: 'Page of the cookie policy.' }),
  'xcb-territorial-legal-basis': text({ ...kept, description: 'Laws under which consent is asked for: `gdpr-eprivacy`, `dsg-switzerland`, with commas.' }),
  'xcb-accept-all-for-bots': flag({ ...kept, description: 'Search engines and the like count as consenting.' }),
  'xcb-respect-do-not-track': flag({ ...kept, description: 'Browsers that ask not to be tracked are not asked.' }),
  'xcb-save-ip': flag({ ...kept, description: 'Whether consents keep the whole address.' }),
  'xcb-age-notice': flag({ ...kept, description: 'Whether the banner says from which age one may consent.' }),
  'xcb-list-services-notice': flag({ ...kept, description: 'Whether the banner lists the services.' }),
  'xcb-cookie-duration': number({ ...kept, description: 'Days for which a consent is remembered, 1 to 365; others become 365.' }),
  'xcb-cookie-version': number({ ...kept, description: 'Form of the consent cookie, 1 to 3; others become 3.' }),
  'xcb-consent-duration': number({ ...kept, description: 'Months for which consents are kept, 1 to 120; others become 120.' }),
  'xcb-failed-consent-documentation-handling': text({
    enum: ['optimistic', 'essentials'], ...kept, description: 'What holds in the browser when a consent cannot be documented.',
  }),
  'xcb-age-notice-age-limit': text({ enum: ageLimits, ...kept, description: 'Country whose age limit holds.' }),
};

export const notice = { value: flag({ required: true, description: 'State of the notice.' }) };
export const namedNotice = { key: text({ required: true, from: 'path', phase: 'none', description: 'Name of the notice.' }), ...notice };

/** The key of a notice that has its own path. */
export const noticeCalled = (key: string) => ({ key: text({ default: key, from: 'path' }) });

const templateType = renamed({ services: 'service' }, text({ enum: ['blocker', 'services'], required: true, from: 'path', description: 'What the templates make.' }));

export const listTemplates = {
  type: templateType,
  storage: text({ enum: ['use', 'invalidate', 'redownload'], default: 'use', description: 'Where the templates come from.' }),
};
export const readTemplate = { type: templateType, identifier: untyped({ required: true, from: 'path', description: 'Name of the template.' }) };

export const checkItem = {
  id: untyped({ required: true, from: 'path', description: 'Name of the item; `all` closes the list for good.' }),
  state: flag({ required: true, description: 'Whether it is done.' }),
};

const compatible = flag({ default: true, description: 'Has no effect: stored revisions have all their members.' });
export const readRevision = { hash: untyped({ required: true, from: 'path', description: 'Name of the revision.' }), backwardsCompatibility: compatible };
export const decideRevision = { needs_retrigger: flag({ default: true, description: 'Whether visitors are asked again.' }) };

/** IDs in their new order, without signs. Other types become an empty list. */
export const order = { ids: unsignedNumbers({ default: [] }) };

export const addLinks = { id: text({ required: true, description: 'Name of the menu, as `nav_menus` says it.' }) };

export const listConsents = {
  offset: wholePart({ required: true, description: 'So many are passed over.' }),
  per_page: wholePart({ description: 'So many at most, 1 to 100; others become 10.' }),
  uuid: text({ description: 'Only this consent.' }),
  ip: text({ description: 'Only from this address or its network.' }),
  referer: text({ description: 'Only given on this page; its address without the query.' }),
  from: day({ description: 'First day, `YYYY-MM-DD`.' }),
  to: day({ description: 'Last day, `YYYY-MM-DD`.' }),
  context: text({ default: '', description: 'Only of this context.' }),
  migration: text({ description: 'Has no effect: there is nothing to migrate.' }),
};

export const clear = { cookies: shortNumbers({ required: true, description: 'Numbers of services, with commas.' }) };

const buttons = [
  'none', 'main_all', 'main_essential', 'main_close_icon', 'main_custom', 'ind_all', 'ind_essential', 'ind_close_icon', 'ind_custom', 'implicit_all',
  'implicit_essential', 'shortcode_revoke', 'unblock',
];

const viewport = {
  viewPortWidth: wholePart({ default: 0, description: 'Width of the window in pixels.' }),
  viewPortHeight: wholePart({ default: 0, description: 'Height of the window in pixels.' }),
};

export const document = {
  buttonClicked: text({ required: true, enum: buttons, description: 'How the decision is given.' }),
  dummy: flag({ default: false, description: 'Nothing is documented; everything else is as if it were.' }),
  markAsDoNotTrack: flag({ default: false, description: 'It follows from the browser’s asking not to be tracked.' }),
  blocker: wholePart({ default: 0, description: 'The blocker whose content is to be shown.' }),
  blockerThumbnail: text({ description: 'Has no effect: this site has no thumbnails of content, and a consent is stored without one.' }),
  ...viewport,
  tcfString: text({ description: 'The decision in the form of the Transparency and Consent Framework.' }),
  recorderJsonString: text({ description: 'What the visitor did in the banner.' }),
  uiView: wordOrNone(['initial', 'change'], { description: '`initial` or `change`; anything else is not noted.' }),
  createdClientTime: text({ description: 'When the visitor’s clock says that it is given.' }),
  referer: text({ description: 'The page it is given on.' }),
  setCookies: flag({ default: true, description: 'Whether the browser is told to remember it.' }),
};

export const undocumentedDocumentParams = {
  decision: untyped(),
  gcmConsent: allTexts(),
};

export const predecide = {
  ...viewport,
  referer: text({ description: 'Address of the page.' }),
  tcfStringImplicitEssentials: text({ description: 'Has no effect: the framework is not used.' }),
};

export const statistics = {
  slug: untyped({ required: true, from: 'path', description: '`main`, `buttonsClicked` or `customBypass`.' }),
  from: day({ required: true, description: 'First day, `YYYY-MM-DD`.' }),
  to: day({ required: true, description: 'Last day, `YYYY-MM-DD`.' }),
  context: text({ default: '', description: 'Only of this context.' }),
};

export const queueScan = { purgeUnused: flag({ default: false, description: 'These are all pages: what was found on others is forgotten.' }) };
export const undocumentedQueueParams = { urls: untyped() };

export const ignore = {
  type: text({ required: true, enum: ['template', 'host'], description: 'What is not to be reported.' }),
  value: text({ required: true, description: 'Its name.' }),
  ignored: flag({ required: true, description: 'Whether it is not reported.' }),
};

export const scanPage = {
  url: text({ required: true, description: 'Address of the page.' }),
  jobId: wholePart({ required: true, description: 'Number of the job.' }),
};

const statusOf = (description: string): Field => text({ required: true, enum: ['keep', 'publish', 'private', 'draft'], description });
const status = (things: string): Field => statusOf(`Status of imported ${things}.`);

export const importFile = {
  json: spelledJson({ required: true, description: 'The file.' }),
  cookieGroup: wholePart({ required: true, description: 'Group of services whose own group is not here.' }),
  cookieStatus: status('services'),
  blockerStatus: status('content blockers'),
  tcfVendorConfigurationStatus: statusOf('Has no effect: the Transparency and Consent Framework is not used.'),
  cookieSkipExisting: flag({ default: true, description: 'Services that are here already are passed over.' }),
  blockerSkipExisting: flag({ default: true, description: 'Content blockers that are here already are passed over.' }),
};

const part = (things: string, isUsual = true): Field => flag({ default: isUsual, description: `Whether the file holds ${things}.` });

export const exportFile = {
  download: flag({ description: 'As a file to be saved.' }),
  settings: part('settings and links'),
  cookieGroups: part('groups'),
  cookies: part('services'),
  blocker: part('content blockers'),
  customizeBanner: part('look and texts'),
  tcfVendorConfigurations: part('vendors', false),
};

export const exportConsents = {
  uuid: text({ description: 'Only this consent.' }),
  from: day({ description: 'Else from this day on.' }),
  to: day({ description: 'To this day.' }),
};
