import { afterAll, beforeAll, expect, it } from 'vitest';
import { openWholeSite, type WholeSite } from '../support/site.ts';

let site: WholeSite;
const namespace = '/consent-banner/v1';
const as = 'administrator';

beforeAll(async () => {
  site = await openWholeSite();
});
afterAll(() => site.close());

const give = () => site.rest('POST', `${namespace}/consent`, { body: { decision: 'all', buttonClicked: 'main_all' } });
const notice = async () =>
  (await site.rest('GET', `${namespace}/revision/current`, { as })).body.check_saving_consent_via_rest_api_endpoint_working_html;

async function failing(): Promise<void> {
  await site.site.db.sql('ALTER TABLE consent RENAME TO consent_away');
  expect((await give()).status).toBeGreaterThanOrEqual(500);
  await site.site.db.sql('ALTER TABLE consent_away RENAME TO consent');
}

it('Administrators see a notice that consents cannot be saved, until one is saved or the banner is switched', async () => {
  await give();
  expect(await notice()).toBeNull();
  await failing();
  expect(await notice()).toContain('could not be saved');
  expect((await give()).status).toBe(200);
  expect(await notice()).toBeNull();
  await failing();
  // refused requests do not count
  await site.rest('POST', `${namespace}/consent`, { body: { decision: 'nothing', buttonClicked: 'main_all' } });
  expect(await notice()).toContain('could not be saved');
  await site.rest('PUT', `${namespace}/settings`, { as, body: { 'xcb-banner-active': true } });
  expect(await notice()).toBeNull();
});
