import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openWholeSite, type WholeSite } from '../support/site.ts';

let site: WholeSite;
const as = 'administrator';
const namespace = '/product-manager-client/v1';

beforeAll(async () => {
  site = await openWholeSite();
});
afterAll(() => site.close());

const call = async (method: string, path: string, body: object = {}) => (await site.rest(method, path, { as, body })).body;

describe('Feedback', () => {
  it('is stored, and gets a reply only about a product and with an email address', async () => {
    const feedback = { reason: 'other', note: 'A note.' };
    expect(await call('POST', '/utils/v1/feedback/any_thing', { ...feedback, email: 'a@example.org' })).toEqual({
      result: ['any_thing', 'other', 'A note.'],
    });
    await call('POST', '/utils/v1/feedback/consent-banner', feedback);
    await call('POST', '/utils/v1/feedback/consent-banner', { ...feedback, email: 'a@example.org' });
    const { data } = await site.graphql('{ feedback { totalCount nodes { about reason note email isSupportRequest } } }', {}, as);
    expect(data.feedback.totalCount).toBe(3);
    expect(data.feedback.nodes.map((node: { isSupportRequest: boolean }) => node.isSupportRequest)).toEqual([true, false, false]);
  });
  it('about an unused product returns its license on request', async () => {
    const path = `${namespace}/feedback/consent-banner`;
    expect(await call('POST', path, { reason: 'x' })).toEqual({ sentFeedback: true, deactivatedLicense: [] });
    expect(await call('POST', path, { reason: 'x', skip: true, deactivateLicense: true })).toEqual({
      sentFeedback: false,
      deactivatedLicense: [],
    });
    await call('PATCH', `${namespace}/plugin-update/consent-banner`, { terms: true });
    expect(await call('POST', path, { reason: 'x', skip: true, deactivateLicense: true })).toEqual({
      sentFeedback: false,
      deactivatedLicense: { 1: true },
    });
    expect(await site.site.db.prisma.deactivationFeedback.count()).toBe(1);
    expect((await call('POST', path, { reason: 'x', email: 'nobody' })).code).toBe('rest_invalid_param');
  });
});

describe('Dismissing', () => {
  it('a rating hides it for 30 days, and the second time permanently', async () => {
    const path = '/utils/v1/rating/consent-banner/dismiss';
    const { result } = await call('DELETE', path);
    expect(result).toBeGreaterThan(Date.now() / 1000 + 29 * 86_400);
    expect([await call('DELETE', path, { force: true }), await call('DELETE', path, { force: true })]).toEqual([
      { result: -1 },
      { result: false },
    ]);
    expect(await call('DELETE', '/utils/v1/rating/other/dismiss')).toEqual({ result: false });
  });
  it('the notice about a missing license hides it for a day', async () => {
    const path = `${namespace}/plugin-update/consent-banner/license-notice`;
    expect([await call('DELETE', path), await call('DELETE', path)]).toEqual([{ success: true }, { success: false }]);
  });
  it('announcements hides one or all of them', async () => {
    const listAnnouncements = async () =>
      (await site.graphql('{ product(slug: "consent-banner") { announcements { databaseId title } } }', {}, as)).data.product.announcements;
    await call('PATCH', `${namespace}/plugin-update/consent-banner`, { terms: true });
    const announce =
      'mutation { createAnnouncement(product: "consent-banner", draft: { title: "News", text: "A text." }) { announcement { databaseId severity } } }';
    const { data } = await site.graphql(announce, {}, as);
    expect(await listAnnouncements()).toHaveLength(1);
    const { databaseId } = data.createAnnouncement.announcement;
    expect(await call('DELETE', `${namespace}/announcement/consent-banner/${databaseId}/view`)).toEqual({ success: true });
    expect(await call('DELETE', `${namespace}/announcement/consent-banner/999/view`)).toEqual({ success: true });
    expect(await listAnnouncements()).toEqual([]);
    const active = `${namespace}/announcement/consent-banner/active`;
    expect([await call('POST', active, { state: true }), await call('POST', active, { state: 'false' })]).toEqual([
      { success: false },
      { success: true },
    ]);
  });
});

it('Telemetry is computed and shown', async () => {
  const { body } = await site.rest('GET', `${namespace}/plugin-update/consent-banner/telemetry/1`, { as });
  const facts = Object.fromEntries(body.map(({ key, value }: { key: string; value: unknown }) => [key, value]));
  expect(facts).toMatchObject({
    xcb_serviceGroup_count: 4,
    xcb_service_count: 1,
    xcb_services: [{ name: 'Consent banner', identifier: 'consent-banner' }],
    xcb_consent_count: 0,
    xcb_customizer_consentOptions_acceptAll: 'button',
    xcb_settings_banner_active: false,
    xcb_settings_age_notice: true,
    active_theme: 'marquee',
  });
});
