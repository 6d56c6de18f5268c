import { afterAll, beforeAll, expect, it } from 'vitest';
import { openWholeSite, type WholeSite } from '../support/site.ts';

let site: WholeSite;
const namespace = '/consent-banner/v1';
const as = 'administrator';

beforeAll(async () => {
  site = await openWholeSite();
});
afterAll(() => site.close());

const giveConsent = () => site.rest('POST', `${namespace}/consent`, { body: { decision: 'all', buttonClicked: 'main_all' } });
const readNotice = async () =>
  (await site.rest('GET', `${namespace}/revision/current`, { as })).body.check_saving_consent_via_rest_api_endpoint_working_html;

async function failToSave(): Promise<void> {
  await site.site.db.sql('ALTER TABLE consent RENAME TO consent_renamed');
  expect((await giveConsent()).status).toBeGreaterThanOrEqual(500);
  await site.site.db.sql('ALTER TABLE consent_renamed RENAME TO consent');
}

it('Administrators see a notice that consents cannot be saved, until one is saved or the banner is switched on', async () => {
  await giveConsent();
  expect(await readNotice()).toBeNull();
  await failToSave();
  expect(await readNotice()).toContain('could not be saved');
  expect((await giveConsent()).status).toBe(200);
  expect(await readNotice()).toBeNull();
  await failToSave();
  // a refused request does not remove the notice
  await site.rest('POST', `${namespace}/consent`, { body: { decision: 'nothing', buttonClicked: 'main_all' } });
  expect(await readNotice()).toContain('could not be saved');
  await site.rest('PUT', `${namespace}/settings`, { as, body: { 'xcb-banner-active': true } });
  expect(await readNotice()).toBeNull();
});
