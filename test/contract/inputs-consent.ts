import type { Input } from './inputs.ts';

/** Inputs of consent banner routes with unpublished or dependent parameters, by method and path below the namespace. */

const days = { from: '2026-11-01', to: '2026-11-30' };
const file = {
  settings: { SETTING_COOKIE_DURATION: 30, SETTING_NOTHING: 1, SETTING_COOKIE_POLICY_ID: 7 },
  cookieGroups: [{ slug: 'functional', name: 'Useful', description: 'More.' }, { slug: 'nameless' }],
  cookies: [
    { group: 'marketing', post_name: 'film', post_title: 'Film', post_content: '', post_status: 'publish', metas: { presetId: 'youtube' } },
    { group: 'nowhere', post_name: 'lost', post_title: 'Lost', post_content: '', post_status: 'draft', metas: {} },
  ],
  blocker: [
    {
      post_name: 'film',
      post_title: 'Film',
      post_content: '',
      post_status: 'publish',
      metas: { rules: ['*film*'], services: ['film', 'x'] },
    },
  ],
  bannerLinks: [{ post_name: 'terms', post_title: 'Terms', metas: { pageType: 'tos', pageId: 4 } }],
  customizeBanner: { layout: { borderRadius: 9, nothing: 1 } },
};
const choices = { cookieGroup: 2, cookieStatus: 'keep', blockerStatus: 'private', tcfVendorConfigurationStatus: 'keep' };
const click = { buttonClicked: 'ind_custom', viewPortWidth: 800, viewPortHeight: 600 };

const inputs: Readonly<Record<string, Input[]>> = {
  'PUT /cookie-groups/order': [{ ids: [4, 2] }, { ids: ['3', 999] }, { ids: [] }, {}],
  'PUT /cookies/order': [{ ids: [1] }, { ids: 'x' }],
  'POST /nav-menu/add-links': [{ id: '43f2639716beb007e842f3c41564cfa4' }, { id: '1' }, { id: 'nothing' }],
  'POST /consent': [
    {
      ...click,
      decision: 'all',
      referer: 'http://site.test/a?b=c',
      uiView: 'initial',
      recorderJsonString: '[1]',
      gcmConsent: ['ad_storage'],
    },
    { ...click, decision: { 1: ['1'], 4: [] }, tcfString: 'tcf', createdClientTime: '2026-11-20T08:00:00.000Z', blocker: 3 },
    { ...click, decision: {}, markAsDoNotTrack: true, createdClientTime: 'yesterday', uiView: 'other', blocker: -1 },
    { ...click, decision: 'legitimateInterest', dummy: true },
    { ...click, decision: 'other' },
    { ...click, decision: { 1: ['one'] } },
    click,
  ],
  'GET /consent/all': [
    { offset: 0 },
    { offset: 1, per_page: 2 },
    { offset: -1, per_page: 1_000, ...days },
    { offset: 0, ip: '127.0.0.1', referer: 'http://site.test/a' },
    { offset: 0, ip: 'nowhere' },
    { offset: 0, from: '2026-11-20', context: 'other' },
    { offset: 0, uuid: '00000000-0000-4000-8000-000000000000', migration: 'xcb-db-consent-v2' },
  ],
  'GET /stats/{slug}': [days, { ...days, context: 'other' }, { from: 'x', to: 'y' }],
  'DELETE /consent/clear': [{ cookies: '1,2' }, { cookies: '99999' }, { cookies: 'x' }],
  'POST /scanner/queue': [
    { urls: ['http://site.test/a', 'http://elsewhere.test/', 'nothing'] },
    { urls: ['http://site.test/a', 'http://site.test/b'], purgeUnused: true },
    { urls: [1] },
    {},
  ],
  'GET /scanner/scan-without-login': [
    { url: 'http://site.test/', jobId: 99_999 },
    { url: 'nothing', jobId: 1 },
  ],
  'POST /import': [
    { ...choices, json: JSON.stringify(file) },
    { ...choices, json: JSON.stringify(file), cookieSkipExisting: false, blockerSkipExisting: false, cookieStatus: 'draft' },
    { ...choices, json: '{"settings":"x","cookies":1}' },
    { ...choices, json: 'null' },
  ],
  'GET /export/consents': [days, { uuid: '00000000-0000-4000-8000-000000000000' }, { from: '2026-11-01' }, {}],
};

/** Returns inputs for a consent banner route with unpublished parameters, or undefined. */
export function getConsentInputs(path: string, method: string): Input[] | undefined {
  const [, pathInNamespace] = /^\/consent-banner\/v1(\/.+)$/.exec(path) ?? [];
  return pathInNamespace === undefined ? undefined : inputs[`${method} ${pathInNamespace}`];
}
