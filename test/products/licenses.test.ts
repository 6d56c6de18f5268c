import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { bannerDesign, bannerLicense } from '../../src/domains/consent/settings/design.settings.ts';
import { scanStarted } from '../../src/domains/consent/settings/state.settings.ts';
import { ensureProducts } from '../../src/domains/products/product.service.ts';
import { openWholeSite, type WholeSite } from '../support/site.ts';

let site: WholeSite;
const as = 'administrator';
const namespace = '/product-manager-client/v1';
const update = `${namespace}/plugin-update/consent-banner`;

beforeAll(async () => {
  site = await openWholeSite();
});
afterAll(() => site.close());

/** Restores the state of a new installation. */
beforeEach(async () => {
  const { settings, db } = site.site;
  await db.prisma.product.deleteMany();
  await ensureProducts(site.site);
  await db.prisma.queueJob.deleteMany();
  await settings.set(bannerLicense, bannerLicense.default);
  await settings.set(bannerDesign, {});
  await settings.set(scanStarted, false);
});

const call = async (method: string, path: string, body?: object) => {
  const reply = await site.rest(method, path, { as, ...(body && { body }) });
  return { status: reply.status, body: reply.body };
};
const licenses = (...forms: object[]) => ({ terms: true, licenses: JSON.stringify(forms) });
const isLicenseChecked = async () => (await call('GET', '/consent-banner/v1/checklist')).body.items.license.checked;
const readRemainingJobs = async () => (await call('GET', '/queue/v1/status')).body.remaining;
const issueKey = async (fields = '') =>
  (await site.graphql(`mutation { issueLicenseKey(product: "consent-banner"${fields}) { licenseKey { key } } }`, {}, as)).data
    .issueLicenseKey.licenseKey.key as string;

describe('A product', () => {
  it('is reported as unused in the beginning', async () => {
    expect(await call('GET', update)).toEqual({
      status: 200,
      body: {
        slug: 'consent-banner',
        licenses: [
          {
            uuid: '',
            blog: 1,
            host: '',
            programmatically: false,
            blogName: 'Marquee (site.test)',
            installationType: false,
            telemetryDataSharingOptIn: false,
            code: false,
            hint: false,
            remote: null,
            noUsage: false,
          },
        ],
        hasInteractedWithFormOnce: false,
        name: 'Consent Banner',
        needsLicenseKeys: false,
        privacyProvider: '',
        privacyPolicy: '',
        accountSiteUrl: '',
        additionalCheckboxes: [{ id: 'powered-by-link', text: expect.any(String) }],
        licenseKeyHelpUrl: '',
        allowsAutoUpdates: true,
        allowsTelemetry: true,
        allowsNewsletter: true,
        announcementsActive: false,
        potentialNewsletterUser: { firstName: expect.any(String), email: 'administrator@example.org' },
        checkUpdateLink: false,
        showBlogName: false,
        showNetworkWideUpdateIssueNotice: false,
      },
    });
  });
  it('with an unknown name returns 404 for every request', async () => {
    const missing = { status: 404, body: { code: 'rest_not_found', message: 'Not found', data: { status: 404 } } };
    const other = `${namespace}/plugin-update/other`;
    expect(await call('GET', other)).toEqual(missing);
    expect(await call('PATCH', other, { terms: true })).toEqual(missing);
    expect(await call('POST', `${other}/skip`)).toEqual(missing);
    expect(await call('DELETE', `${other}/license/1`)).toEqual(missing);
    expect(await call('DELETE', `${other}/license-notice`)).toEqual(missing);
    expect(await call('POST', `${namespace}/announcement/other/active`, { state: true })).toEqual(missing);
    expect(await call('DELETE', `${namespace}/announcement/other/1/view`)).toEqual(missing);
    expect(await call('POST', `${namespace}/feedback/other`, { reason: 'x' })).toEqual(missing);
    for (const path of ['license/2', 'license/1-2', 'license/2/client-uuid'])
      expect(await call('DELETE', `${update}/${path}`)).toEqual(missing);
    expect(await call('POST', `${update}/license/2/retry`)).toEqual(missing);
    expect(await call('GET', `${update}/telemetry/7`)).toEqual(missing);
  });
});

describe('An activation', () => {
  it('without a key gives a free product its own key and runs the follow-up once', async () => {
    const { body } = await call('PATCH', update, { terms: true, telemetry: true, 'powered-by-link': true });
    const [license] = body.licenses;
    expect(license).toMatchObject({
      host: 'site.test',
      installationType: 'production',
      telemetryDataSharingOptIn: true,
      remote: { licenseKey: license.code, uuid: license.uuid },
    });
    expect(body).toMatchObject({
      hasInteractedWithFormOnce: true,
      announcementsActive: true,
      allowsAutoUpdates: false,
      additionalCheckboxes: [],
    });
    expect(await isLicenseChecked()).toBe(true);
    expect((await call('GET', '/consent-banner/v1/revision/current')).status).toBe(200);
    expect(await readRemainingJobs()).toMatchObject({ 'xcb-automatic-scan-starter': { total: 1 } });
    const second = await call('PATCH', update, { terms: true });
    expect(second.body.licenses).toEqual(body.licenses);
    expect(await readRemainingJobs()).toMatchObject({ 'xcb-automatic-scan-starter': { total: 1 } });
  });
  it('accepts an issued key and reports errors of others', async () => {
    const rejected = await call('PATCH', update, licenses({ blog: 1, code: 'nothing' }));
    expect(rejected).toMatchObject({
      status: 500,
      body: { code: 'pmc_invalid_keys', data: { invalidKeys: { 1: { validateStatus: 'error', hasFeedback: true, debug: 'unknown' } } } },
    });
    // automatic updates are turned on even so
    expect((await call('GET', update)).body).toMatchObject({ allowsAutoUpdates: false, licenses: [{ code: false }] });
    const expired = await issueKey(', expiresAt: "2020-01-01T00:00:00Z"');
    const revoked = await issueKey();
    await site.graphql('mutation($key: String!) { revokeLicenseKey(key: $key) { licenseKey { revokedAt } } }', { key: revoked }, as);
    for (const [code, debug] of [
      [expired, 'expired'],
      [revoked, 'revoked'],
    ])
      expect((await call('PATCH', update, licenses({ blog: 1, code }))).body.data.invalidKeys[1].debug).toBe(debug);
    const code = await issueKey();
    const accepted = await call('PATCH', update, licenses({ blog: 1, code, installationType: 'development' }));
    expect(accepted.body.licenses[0]).toMatchObject({ code, installationType: 'development' });
  });
  it('with an invalid form is refused before anything happens', async () => {
    const sendInvalid = async (body: object) => {
      const reply = await call('PATCH', update, body);
      return [reply.status, reply.body.code, Object.keys(reply.body.data.params ?? {})[0]];
    };
    expect(await sendInvalid({})).toEqual([400, 'rest_missing_callback_param', '0']);
    expect(await sendInvalid({ terms: false })).toEqual([400, 'rest_invalid_param', 'terms']);
    expect(await sendInvalid({ terms: true, email: 'x' })).toEqual([400, 'rest_invalid_param', 'email']);
    expect(await sendInvalid({ terms: true, licenses: '{' })).toEqual([400, 'rest_invalid_param', 'licenses']);
    expect(await sendInvalid({ terms: true, newsletter: true, email: 'a@example.org' })).toEqual([
      400,
      'pmc_invalid_newsletter',
      undefined,
    ]);
    const unknown = await call('PATCH', update, licenses({ blog: 7, code: 'x' }));
    expect(unknown).toMatchObject({ status: 500, body: { code: 'pmc_blog_not_found', data: { blog: 7 } } });
    expect((await call('GET', update)).body.hasInteractedWithFormOnce).toBe(false);
  });
  it('for a site that does not use the product does nothing', async () => {
    const { body } = await call('PATCH', update, licenses({ blog: 1, noUsage: true }));
    expect(body.licenses[0]).toMatchObject({ code: '', noUsage: true, remote: null });
    await site.site.db.prisma.product.updateMany({ data: { isPaid: true } });
    expect((await call('PATCH', update, licenses({ blog: 1, noUsage: true }))).body.code).toBe('pmc_none_in_usage');
    expect(await call('PATCH', update, { terms: true })).toMatchObject({ status: 400, body: { code: 'pmc_invalid_licenses' } });
  });
});

describe('A license', () => {
  it('can be skipped once', async () => {
    expect(await call('POST', `${update}/skip`)).toEqual({ status: 200, body: { success: true } });
    expect((await call('GET', update)).body.licenses[0]).toMatchObject({ code: '', installationType: 'production' });
    expect(await call('POST', `${update}/skip`)).toMatchObject({ status: 500, body: { code: 'rest_error', data: { status: 500 } } });
    expect(await isLicenseChecked()).toBe(false);
  });
  it('can be returned together with its queued jobs', async () => {
    const none = await call('DELETE', `${update}/license/1`);
    expect(none).toMatchObject({ status: 500, body: { code: 'pmc_not_activated', data: { blog: 1, slug: 'consent-banner' } } });
    const { uuid } = (await call('PATCH', update, { terms: true })).body.licenses[0];
    const { body } = await call('DELETE', `${update}/license/1`);
    expect(body).toMatchObject({ code: '', host: '', installationType: false, telemetryDataSharingOptIn: false, remote: null, uuid });
    expect([await readRemainingJobs(), await isLicenseChecked()]).toEqual([[], false]);
    expect((await call('PATCH', update, { terms: true })).body.licenses[0].uuid).toBe(uuid);
  });
  it('gets a new name after the installation was reset', async () => {
    const { uuid } = (await call('PATCH', update, { terms: true })).body.licenses[0];
    expect((await call('DELETE', `${update}/license/1/client-uuid`)).body).toMatchObject({ code: '', uuid: '' });
    expect((await call('PATCH', update, { terms: true })).body.licenses[0].uuid).not.toBe(uuid);
  });
  it('is retried automatically, and a failure is shown as a hint', async () => {
    expect((await call('POST', `${update}/license/1/retry`)).body).toMatchObject({ code: false, hint: false });
    const setLicense = `mutation($key: String!) { setProgrammaticLicense(product: "consent-banner", license: { key: $key, agreesToPrivacyPolicy: true }) { product { slug } } }`;
    await site.graphql(setLicense, { key: 'nothing' }, as);
    expect(await call('POST', `${update}/license/1/retry`)).toMatchObject({
      status: 200,
      body: {
        code: false,
        programmatically: { code: 'nothing', type: 'production', telemetry: false },
        hint: { validateStatus: 'error', hasFeedback: true, help: expect.any(String) },
      },
    });
    const key = await issueKey();
    await site.graphql(setLicense, { key }, as);
    expect((await call('POST', `${update}/license/1/retry`)).body).toMatchObject({ code: key, hint: false });
  });
});

describe('A license that cannot be stored for the banner', () => {
  it('is not stored at all', async () => {
    const { db } = site.site;
    await db.sql(`CREATE FUNCTION refuse_license() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RAISE EXCEPTION ''refused''; END'`);
    await db.sql(
      `CREATE TRIGGER refuse_license BEFORE INSERT OR UPDATE ON setting FOR EACH ROW WHEN (NEW.key = '${bannerLicense.key}') EXECUTE FUNCTION refuse_license()`,
    );
    try {
      expect((await call('PATCH', update, { terms: true })).status).toBe(500);
      expect((await call('GET', update)).body.licenses[0].code).toBe(false);
      expect((await call('POST', `${update}/skip`)).status).toBe(500);
      expect((await call('GET', update)).body.licenses[0].code).toBe(false);
    } finally {
      await db.sql('DROP TRIGGER refuse_license ON setting');
      await db.sql('DROP FUNCTION refuse_license');
    }
  });
});
