import { type Field, flag, number, text, untyped, wholePart, wordAs, wordOrNull } from '#app/rest/table.ts';
import { ageLimits, countries } from './countries.ts';
import { allTexts, day, shortNumbers, jsonString, unsignedNumbers } from './parameters.ts';

/** Published REST interface (document 2), "Consent banner"; behavior: docs/behaviour/consent-queue-product.md 0 to 6. */

/** Option of settings. Null removes the stored value. */
const nullable = { onNull: null } as const;

export const settings = {
  'xcb-banner-active': flag({ ...nullable, description: 'Whether visitors see the consent banner.' }),
  'xcb-blocker-active': flag({ ...nullable, description: 'Whether content blockers block.' }),
  'xcb-operator-country': text({ enum: countries, ...nullable, description: 'Two-letter country code of the operator. Empty means not set.' }),
  'xcb-operator-contact-address': text({ ...nullable, description: 'Name and address of the operator.' }),
  'xcb-operator-contact-phone': text({ ...nullable, description: 'Phone number of the operator.' }),
  'xcb-operator-contact-email': text({ ...nullable, description: 'Email address of the operator. An invalid address is stored as an empty string.' }),
  'xcb-operator-contact-form-id': number({ ...nullable, description: 'ID of the page with the contact form of the operator.' }),
  'xcb-cookie-policy-id': number({ ...nullable, description: 'ID of the cookie policy page.' }),
  'xcb-territorial-legal-basis': text({ ...nullable, description: 'Laws that require consent, separated by commas: `gdpr-eprivacy`, `dsg-switzerland`.' }),
  'xcb-accept-all-for-bots': flag({ ...nullable, description: 'Whether bots, such as search engines, are treated as having consented.' }),
  'xcb-respect-do-not-track': flag({ ...nullable, description: 'Whether visitors whose browser sends Do Not Track see no banner.' }),
  'xcb-save-ip': flag({ ...nullable, description: 'Whether consents store the full IP address.' }),
  'xcb-age-notice': flag({ ...nullable, description: 'Whether the banner shows the minimum age for consent.' }),
  'xcb-list-services-notice': flag({ ...nullable, description: 'Whether the banner lists the services.' }),
  'xcb-cookie-duration': number({ ...nullable, description: 'Days for which the browser keeps a consent, 1 to 365. Other values become 365.' }),
  'xcb-cookie-version': number({ ...nullable, description: 'Format version of the consent cookie, 1 to 3. Other values become 3.' }),
  'xcb-consent-duration': number({ ...nullable, description: 'Months for which the site stores consents, 1 to 120. Other values become 120.' }),
  'xcb-failed-consent-documentation-handling': text({
    enum: ['optimistic', 'essentials'], ...nullable, description: 'Which consent the browser applies when the server cannot record the decision.',
  }),
  'xcb-age-notice-age-limit': text({ enum: ageLimits, ...nullable, description: 'Country whose minimum age for consent applies.' }),
};

export const notice = { value: flag({ required: true, description: 'New state of the notice.' }) };
export const noticeByKey = { key: text({ required: true, from: 'path', phase: 'none', description: 'Key of the notice.' }), ...notice };

/** The key of a notice that has its own path. */
export const fixedNotice = (key: string) => ({ key: text({ default: key, from: 'path' }) });

const templateType = wordAs({ services: 'service' }, {
  published: text({ enum: ['blocker', 'services'], required: true, from: 'path', description: 'Type of the templates: content blockers or services.' }),
});

export const listTemplates = {
  type: templateType,
  storage: text({ enum: ['use', 'invalidate', 'redownload'], default: 'use', description: 'Cache handling: `use` returns stored templates, `invalidate` recomputes them, `redownload` loads the catalog again.' }),
};
export const readTemplate = { type: templateType, identifier: untyped({ required: true, from: 'path', description: 'Identifier of the template.' }) };

export const checkItem = {
  id: untyped({ required: true, from: 'path', description: 'ID of the checklist item. `all` closes the checklist permanently.' }),
  state: flag({ required: true, description: 'Whether the item is completed.' }),
};

const backwardsCompatibility = flag({ default: true, description: 'Has no effect. Stored revisions are always complete.' });
export const readRevision = { hash: untyped({ required: true, from: 'path', description: 'Hash of the revision.' }), backwardsCompatibility };
export const decideRevision = { needs_retrigger: flag({ default: true, description: 'Whether visitors are asked for consent again.' }) };

/** IDs in their new order, without signs. Other types become an empty list. */
export const order = { ids: unsignedNumbers({ default: [] }) };

export const addLinks = { id: text({ required: true, description: 'ID of the menu, as returned in `nav_menus`.' }) };

export const listConsents = {
  offset: wholePart({ required: true, description: 'Number of consents to skip.' }),
  per_page: wholePart({ description: 'Maximum number of consents to return, 1 to 100. Other values become 10.' }),
  uuid: text({ description: 'Returns only the consent with this UUID.' }),
  ip: text({ description: 'Returns only consents from this IP address or its network.' }),
  referer: text({ description: 'Returns only consents given on this page. URL without the query string.' }),
  from: day({ description: 'First day of the period, `YYYY-MM-DD`.' }),
  to: day({ description: 'Last day of the period, `YYYY-MM-DD`.' }),
  context: text({ default: '', description: 'Returns only data of this context.' }),
  migration: text({ description: 'Has no effect. There is nothing to migrate.' }),
};

export const clear = { cookies: shortNumbers({ required: true, description: 'IDs of services, separated by commas.' }) };

const buttons = [
  'none', 'main_all', 'main_essential', 'main_close_icon', 'main_custom', 'ind_all', 'ind_essential', 'ind_close_icon', 'ind_custom', 'implicit_all',
  'implicit_essential', 'shortcode_revoke', 'unblock',
];

const viewport = {
  viewPortWidth: wholePart({ default: 0, description: 'Width of the browser viewport in pixels.' }),
  viewPortHeight: wholePart({ default: 0, description: 'Height of the browser viewport in pixels.' }),
};

export const document = {
  buttonClicked: text({ required: true, enum: buttons, description: 'Button or action with which the visitor decided.' }),
  dummy: flag({ default: false, description: 'Test mode: the consent is not recorded, but the response is the same.' }),
  markAsDoNotTrack: flag({ default: false, description: 'Whether the decision follows from the Do Not Track setting of the browser.' }),
  blocker: wholePart({ default: 0, description: 'ID of the content blocker that the visitor unblocks. 0 means none.' }),
  blockerThumbnail: text({ description: 'Has no effect. Consents are stored without thumbnails.' }),
  ...viewport,
  tcfString: text({ description: 'Decision as a TC string of the Transparency and Consent Framework.' }),
  recorderJsonString: text({ description: 'Recorded interactions of the visitor with the banner, as JSON.' }),
  uiView: wordOrNull(['initial', 'change'], { description: 'View of the banner: `initial` or `change`. Other values are ignored.' }),
  createdClientTime: text({ description: 'Time of the decision by the clock of the browser.' }),
  referer: text({ description: 'URL of the page on which the visitor decided.' }),
  setCookies: flag({ default: true, description: 'Whether the response sets the consent cookies.' }),
};

export const undocumentedDocumentParams = {
  decision: untyped(),
  gcmConsent: allTexts(),
};

export const predecide = {
  ...viewport,
  referer: text({ description: 'URL of the page.' }),
  tcfStringImplicitEssentials: text({ description: 'Has no effect. The Transparency and Consent Framework is not used.' }),
};

export const statistics = {
  slug: untyped({ required: true, from: 'path', description: 'Name of the statistic: `main`, `buttonsClicked` or `customBypass`.' }),
  from: day({ required: true, description: 'First day of the period, `YYYY-MM-DD`.' }),
  to: day({ required: true, description: 'Last day of the period, `YYYY-MM-DD`.' }),
  context: text({ default: '', description: 'Returns only data of this context.' }),
};

export const queueScan = { purgeUnused: flag({ default: false, description: 'True scans the whole site and deletes results of pages that are not in the list. False skips pages that already have a job.' }) };
export const undocumentedQueueParams = { urls: untyped() };

export const ignore = {
  type: text({ required: true, enum: ['template', 'host'], description: 'Type of the result: template or external host.' }),
  value: text({ required: true, description: 'Identifier of the template, or name of the host.' }),
  ignored: flag({ required: true, description: 'True hides the result, false shows it again.' }),
};

export const scanPage = {
  url: text({ required: true, description: 'URL of the page.' }),
  jobId: wholePart({ required: true, description: 'ID of the scan job.' }),
};

const status = (description: string): Field => text({ required: true, enum: ['keep', 'publish', 'private', 'draft'], description });

export const importFile = {
  json: jsonString({ required: true, description: 'Content of the export file, as JSON.' }),
  cookieGroup: wholePart({ required: true, description: 'ID of the group for services whose own group does not exist on this site.' }),
  cookieStatus: status('Status of imported services.'),
  blockerStatus: status('Status of imported content blockers.'),
  tcfVendorConfigurationStatus: status('Has no effect. The Transparency and Consent Framework is not used.'),
  cookieSkipExisting: flag({ default: true, description: 'Whether to skip services that already exist.' }),
  blockerSkipExisting: flag({ default: true, description: 'Whether to skip content blockers that already exist.' }),
};

const part = (name: string, isIncluded = true): Field => flag({ default: isIncluded, description: `Whether the file contains ${name}.` });

export const exportFile = {
  download: flag({ description: 'Whether the response is a file download.' }),
  settings: part('settings and links'),
  cookieGroups: part('service groups'),
  cookies: part('services'),
  blocker: part('content blockers'),
  customizeBanner: part('the design and texts of the banner'),
  tcfVendorConfigurations: part('vendor configurations', false),
};

export const exportConsents = {
  uuid: text({ description: 'Returns only the consent with this UUID.' }),
  from: day({ description: 'First day of the period, `YYYY-MM-DD`. Ignored with `uuid`.' }),
  to: day({ description: 'Last day of the period, `YYYY-MM-DD`. Ignored with `uuid`.' }),
};
