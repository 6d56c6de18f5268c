import { afterAll, beforeAll, expect, it } from 'vitest';
import { createFrozenClock, setClock } from '../../src/core/time/clock.ts';
import { openWholeSite, type WholeSite } from '../support/site.ts';

let site: WholeSite;
const namespace = '/consent-banner/v1';
const as = 'administrator';

beforeAll(async () => {
  setClock(createFrozenClock('2026-01-31T12:00:00Z'));
  site = await openWholeSite();
});
afterAll(async () => {
  setClock();
  await site.close();
});

const giveConsent = () => site.rest('POST', `${namespace}/consent`, { body: { decision: 'all', buttonClicked: 'main_all' } });
const saveSettings = (method: 'PATCH' | 'PUT', body: object) => site.rest(method, `${namespace}/settings`, { as, body });
const readCheckedAt = async () => (await site.rest('GET', `${namespace}/revision/current`, { as })).body.consents_deleted_at;
const countConsents = async () => (await site.rest('GET', `${namespace}/consent/all`, { as, query: { offset: 0 } })).body.count;
const isOverdue = async () => (await site.rest('GET', `${namespace}/checklist`, { as })).body.overdue;

it('Expired consents are deleted at most once a day, after a new consent or saved settings', async () => {
  await saveSettings('PATCH', {});
  // no check is recorded while there are no consents
  expect(await readCheckedAt()).toBe(false);
  await giveConsent();
  expect(await readCheckedAt()).toBe('2026-01-31T12:00:00+00:00');
  setClock(createFrozenClock('2026-02-01T11:59:00Z'));
  await giveConsent();
  expect(await readCheckedAt()).toBe('2026-01-31T12:00:00+00:00');
  // another duration triggers a new check
  await saveSettings('PUT', { 'xcb-consent-duration': 1 });
  expect(await readCheckedAt()).toBe(false);
  await saveSettings('PATCH', {});
  expect([await readCheckedAt(), await countConsents()]).toEqual(['2026-02-01T11:59:00+00:00', 2]);
  setClock(createFrozenClock('2026-02-28T23:00:00Z'));
  await saveSettings('PATCH', {});
  expect(await countConsents()).toBe(2);
  setClock(createFrozenClock('2026-03-01T23:30:00Z'));
  await saveSettings('PATCH', {});
  expect([await readCheckedAt(), await countConsents()]).toEqual(['2026-03-01T23:30:00+00:00', 1]);
  setClock(createFrozenClock('2026-03-03T00:00:00Z'));
  await giveConsent();
  expect(await countConsents()).toBe(1);
  const verification = '{ consentLogVerification { isIntact checked removed } }';
  expect((await site.graphql(verification, {}, as)).data.consentLogVerification).toEqual({ isIntact: true, checked: 1, removed: 2 });
});

it('The checklist becomes overdue when it is incomplete after a week', async () => {
  expect(await isOverdue()).toBe(true);
  setClock(createFrozenClock('2026-02-07T11:00:00Z'));
  expect(await isOverdue()).toBe(false);
  setClock(createFrozenClock('2026-02-07T13:00:00Z'));
  expect(await isOverdue()).toBe(true);
  await site.rest('PUT', `${namespace}/checklist/all`, { as, body: { state: true } });
  expect(await isOverdue()).toBe(false);
});
