import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openWholeSite, type WholeSite } from '../support/site.ts';

let site: WholeSite;
const namespace = '/consent-banner/v1';
const as = 'administrator';

beforeAll(async () => {
  site = await openWholeSite();
});
afterAll(() => site.close());

const choices = { cookieGroup: 2, cookieStatus: 'keep', blockerStatus: 'keep', tcfVendorConfigurationStatus: 'keep' };

interface Message {
  message: string;
  severity: string;
  fix: string | null;
  [member: string]: unknown;
}

/** Imports a file and returns the messages without their text. */
async function importFile(file: object, options: object = {}): Promise<Omit<Message, 'message'>[]> {
  const body = { ...choices, json: JSON.stringify(file), ...options };
  const response = await site.rest('POST', `${namespace}/import`, { as, body });
  expect(response.status, response.text).toBe(200);
  return (response.body.messages as Message[]).map(({ message, ...withoutText }) => {
    expect(message).not.toBe('');
    return withoutText;
  });
}

const exportFile = async () => (await site.rest('GET', `${namespace}/export`, { as })).body;
const error = { severity: 'error', fix: null };
const warning = (fix: string | null, members: object = {}) => ({ severity: 'warning', fix, ...members });
const info = { severity: 'info', fix: null };

const service = (name: string, fields: object = {}) => ({
  group: 'marketing',
  post_name: name,
  post_title: name,
  post_content: '',
  post_status: 'draft',
  metas: {},
  ...fields,
});
const blocker = (name: string, metas: object = {}) => ({
  post_name: name,
  post_title: name,
  post_content: '',
  post_status: 'publish',
  metas: { rules: ['*a*', '*b*'], ...metas },
});

describe('Imported banner file', () => {
  it('changes nothing if the same site exported it', async () => {
    await site.rest('PUT', `${namespace}/settings`, { as, body: { 'xcb-cookie-duration': 30 } });
    await importFile({ cookies: [service('first')], blocker: [blocker('first', { services: ['first'] })] });
    const file = await exportFile();
    expect(await importFile(file)).toEqual(Array.from({ length: 7 }, () => info));
    expect(await exportFile()).toEqual(file);
  });

  it('applies its settings individually, and reports page IDs and unknown settings', async () => {
    const settings = {
      SETTING_COOKIE_DURATION: 7,
      SETTING_NOTHING: 1,
      SETTING_SAVE_IP: [true],
      SETTING_COOKIE_POLICY_ID: 5,
      SETTING_OPERATOR_CONTACT_FORM_ID: 0,
      SETTING_COUNTRY_BYPASS_ACTIVE: true,
      SETTING_SET_COOKIES_VIA_MANAGER: 'googleTagManager',
      SETTING_AGE_NOTICE_AGE_LIMIT: 'nowhere',
    };
    expect(await importFile({ settings })).toEqual([
      error,
      error,
      warning('settings'),
      warning('settings', { settingsTab: expect.any(String) }),
      error,
      error,
    ]);
    const settingsAfter = (await exportFile()).settings;
    expect([
      settingsAfter.SETTING_COOKIE_DURATION,
      settingsAfter.SETTING_COOKIE_POLICY_ID,
      settingsAfter.SETTING_COUNTRY_BYPASS_ACTIVE,
    ]).toEqual([7, 0, false]);
  });

  it('accepts scalars in the formats that requests may use', async () => {
    const settings = {
      SETTING_SAVE_IP: '1',
      SETTING_AGE_NOTICE: 0,
      SETTING_LIST_SERVICES_NOTICE: 'FALSE',
      SETTING_CONSENT_DURATION: '24',
      SETTING_COOKIE_DURATION: '7',
      SETTING_OPERATOR_CONTACT_PHONE: 491234,
      SETTING_COOKIE_VERSION: 'newest',
      SETTING_RESPECT_DO_NOT_TRACK: 'yes',
    };
    expect(await importFile({ settings })).toEqual([error, error]);
    expect((await exportFile()).settings).toMatchObject({
      SETTING_SAVE_IP: true,
      SETTING_AGE_NOTICE: false,
      SETTING_LIST_SERVICES_NOTICE: false,
      SETTING_CONSENT_DURATION: 24,
      SETTING_COOKIE_DURATION: 7,
      SETTING_OPERATOR_CONTACT_PHONE: '491234',
      SETTING_COOKIE_VERSION: 3,
      SETTING_RESPECT_DO_NOT_TRACK: false,
    });
    await site.rest('PUT', `${namespace}/settings`, { as, body: { 'xcb-age-notice': true } });
  });

  it('exports unset settings as false, and false unsets them', async () => {
    const change =
      'mutation { updateConsentSettings(changes: { hidePageIds: "3,4", countryBypassCountries: "DE" }) { consentSettings { hidePageIds } } }';
    await site.graphql(change, {}, as);
    expect((await exportFile()).settings).toMatchObject({ SETTING_HIDE_PAGE_IDS: '3,4', SETTING_COUNTRY_BYPASS_COUNTRIES: 'DE' });
    const settings = { SETTING_HIDE_PAGE_IDS: false, SETTING_COUNTRY_BYPASS_COUNTRIES: false, SETTING_AGE_NOTICE: false };
    expect(await importFile({ settings })).toEqual([]);
    expect((await exportFile()).settings).toMatchObject(settings);
  });

  it('adds groups and updates existing ones', async () => {
    const cookieGroups = [
      { slug: 'marketing', name: 'Ads', description: 'Of others.' },
      { slug: 'fresh', name: 'Fresh', description: '' },
      { slug: 'x' },
    ];
    expect(await importFile({ cookieGroups })).toEqual([info, error]);
    const groups = (await exportFile()).cookieGroups as { slug: string; name: string }[];
    expect(groups.map(({ slug, name }) => `${slug} ${name}`).slice(-2)).toEqual(['marketing Ads', 'fresh Fresh']);
  });

  it('adds services, skips or duplicates existing ones, and reports missing parts', async () => {
    const cookies = [
      {},
      service('consent-banner'),
      service('strange', { metas: { presetId: 'nothing' } }),
      service('paid', { metas: { presetId: 'facebook-pixel' } }),
      service('lost', { group: 'nowhere' }),
    ];
    const [incomplete, existing, unavailable, withoutGroup] = await importFile({ cookies });
    expect([incomplete, existing, unavailable]).toEqual([error, { severity: 'error', fix: 'link' }, error]);
    expect(withoutGroup).toEqual(warning('cookie', { cookie: [2, expect.any(Number)] }));
    const [unassignedMessage] = await importFile({ cookies: [service('stray', { group: 'nowhere' })] }, { cookieGroup: 99_999 });
    expect(unassignedMessage).toMatchObject({ fix: 'cookie' });
    const unassigned = (await site.rest('GET', `${namespace}/cookies/unassigned`, { as })).body;
    expect(unassigned.map(({ title }: { title: string }) => title)).toEqual(['stray']);
    expect(await importFile({ cookies: [service('first')] })).toEqual([info]);
    const duplicating = { cookieSkipExisting: false, cookieStatus: 'publish' };
    const [message = {} as Partial<Message>] = await importFile({ cookies: [service('first')] }, duplicating);
    const { original, duplicate } = message['cookieDuplicate'] as Record<'original' | 'duplicate', number[]>;
    expect([message.fix, original[0] === duplicate[0], original[1] === duplicate[1]]).toEqual(['cookieDuplicate', true, false]);
    const copy = (await exportFile()).cookies.find(({ ID }: { ID: number }) => ID === duplicate[1]);
    expect(copy).toMatchObject({ post_name: 'first-2', post_status: 'publish' });
  });

  it('adds content blockers with their services', async () => {
    const [unresolved, picture] = await importFile(
      { blocker: [blocker('films', { services: ['first', 'nothing'] }), blocker('pictures', { visualMediaThumbnail: 9 })] },
      { blockerStatus: 'private' },
    );
    expect([unresolved, picture]).toEqual([warning('blocker', { blocker: expect.any(Number) }), warning(null)]);
    const films = (await exportFile()).blocker.find(({ post_name }: { post_name: string }) => post_name === 'films');
    expect(films).toMatchObject({ post_status: 'private', metas: { services: ['first'], rules: ['*a*', '*b*'] } });
    expect(await importFile({ blocker: [blocker('films')] })).toEqual([info]);
    const [message] = await importFile({ blocker: [blocker('films')] }, { blockerSkipExisting: false });
    expect(message).toMatchObject({ fix: 'blockerDuplicate', blockerDuplicate: { original: films.ID, duplicate: expect.any(Number) } });
  });

  it('adds links without their pages, and the design', async () => {
    const bannerLinks = [
      { post_name: 'other-policy', post_title: 'Policy', metas: { pageType: 'privacyPolicy' } },
      { post_name: 'terms', post_title: 'Terms', metas: { pageType: 'tos', pageId: 4 } },
      { post_title: 'Nameless' },
    ];
    expect(await importFile({ bannerLinks })).toEqual([info, warning('link', { link: expect.any(Number) }), error]);
    const customizeBanner = { nothing: {}, layout: { nothing: 1, borderRadius: 9, overlayBlur: 3 }, headerDesign: { logo: 'a.png' } };
    expect(await importFile({ customizeBanner })).toEqual([error, error, warning(null)]);
    expect((await exportFile()).customizeBanner.layout).toMatchObject({ borderRadius: 9, overlayBlur: 3 });
  });

  it('adds no link that runs code', async () => {
    const link = (post_name: string, externalUrl: string) => ({
      post_name,
      post_title: post_name,
      metas: { pageType: 'other', isExternalUrl: true, externalUrl },
    });
    const urls = ['javascript:alert(1)', ' JavaScript:alert(1)', 'data:text/html,x', 'https://example.org/terms', 'mailto:a@example.org'];
    const added = warning('link', { link: expect.any(Number) });
    expect(await importFile({ bannerLinks: urls.map((url, index) => link(`link-${index}`, url)) })).toEqual([added, added, added]);
    const { data } = await site.graphql('{ bannerLinks { slug externalUrl } }', {}, as);
    expect(data.bannerLinks.filter(({ slug }: { slug: string }) => slug.startsWith('link-'))).toEqual(
      [null, null, null, ...urls.slice(3)].map((externalUrl, index) => ({ slug: `link-${index}`, externalUrl })),
    );
    const { payload } = await site.http.inject({ url: '/privacy-settings' });
    expect(payload).toContain('<a href="https://example.org/terms">');
    expect(payload).not.toMatch(/<a href="\s*(?:javascript|data):/i);
  });

  it('shows no link that runs code, even if an earlier version imported it', async () => {
    const { prisma } = site.site.db;
    const changed = { isExternalUrl: true, externalUrl: 'javascript:alert(1)' };
    await prisma.bannerLink.updateMany({ where: { pageType: 'privacyPolicy' }, data: changed });
    const { data } = await site.graphql('{ consent { links { url } } }');
    expect(JSON.stringify(data.consent)).not.toContain('javascript:');
    const post = { title: 'Cookies', status: 'publish', content: '[cookie-policy]' };
    const { content } = (await site.rest('POST', '/core/v2/posts', { as, body: post })).body;
    expect(content.rendered).toContain('id="cookie-policy-controller"');
    expect(content.rendered).not.toContain('javascript:');
    await prisma.bannerLink.updateMany({ where: changed, data: { isExternalUrl: false, externalUrl: '' } });
  });

  it('adds no service with a link that runs code', async () => {
    const metas = (link: string) => ({
      providerContact: { phone: '1', link },
      providerPrivacyPolicyUrl: link,
      providerLegalNoticeUrl: link,
    });
    const [bad, good] = [metas('javascript:alert(1)'), metas('https://example.org/legal')];
    await importFile({ cookies: [service('bad-links', { metas: bad }), service('good-links', { metas: good })] });
    const { data } = await site.graphql(
      '{ consentServices(first: 50) { nodes { slug providerContact { phone link } privacyPolicyUrl legalNoticeUrl } } }',
      {},
      as,
    );
    const listUrls = (name: string) => {
      const { providerContact, ...urls } = data.consentServices.nodes.find(({ slug }: { slug: string }) => slug === name);
      return [...Object.values(urls).slice(1), providerContact.phone, providerContact.link];
    };
    expect(listUrls('bad-links')).toEqual(['', '', '1', '']);
    expect(listUrls('good-links')).toEqual([good.providerLegalNoticeUrl, good.providerLegalNoticeUrl, '1', good.providerLegalNoticeUrl]);
  });

  it('never fails as a whole, unless it is invalid JSON', async () => {
    const broken = { settings: 'x', cookieGroups: 1, cookies: 'y', blocker: true, bannerLinks: 2, customizeBanner: 'z' };
    expect(await importFile(broken)).toEqual(Array.from({ length: 6 }, () => error));
    for (const json of ['null', '{', '']) {
      const { status, body } = await site.rest('POST', `${namespace}/import`, { as, body: { ...choices, json } });
      expect([status, body.code, Object.keys(body.data.params)], json).toEqual([400, 'rest_invalid_param', ['json']]);
      // visitors receive the same error, because the permission is checked later
      const asVisitor = await site.rest('POST', `${namespace}/import`, { body: { ...choices, json } });
      expect([asVisitor.status, Object.keys(asVisitor.body.data.params)], json).toEqual([400, ['json']]);
    }
    expect((await site.rest('POST', `${namespace}/import`, { body: { ...choices, json: '{}' } })).status).toBe(401);
    for (const json of [5, true, { settings: {} }])
      expect((await site.rest('POST', `${namespace}/import`, { as, body: { ...choices, json } })).body.code).toBe('rest_invalid_param');
  });
});
