import { afterAll, beforeAll, expect, it } from 'vitest';
import { forcedRoles, gracePeriod, loginProtection, rolesWithEmail } from '../../src/domains/two-factor/two-factor.settings.ts';
import { openWholeSite, type WholeSite } from '../support/site.ts';

let site: WholeSite;
beforeAll(async () => void (site = await openWholeSite()));
afterAll(() => site.close());

const fields = 'isEnabled emailRoles forcedRoles graceDays';
const change = (changes: object, as?: 'administrator' | 'editor') =>
  site.graphql(
    `mutation($changes: TwoFactorSettingsChanges!) { updateTwoFactorSettings(changes: $changes) { twoFactorSettings { ${fields} } } }`,
    { changes },
    as,
  );

it('Administrators can read and change the settings of second factors', async () => {
  expect((await site.graphql(`{ twoFactorSettings { ${fields} } }`, {}, 'administrator')).data.twoFactorSettings).toEqual({
    isEnabled: false,
    emailRoles: [],
    forcedRoles: [],
    graceDays: 10,
  });
  const { data, errors } = await change(
    { isEnabled: true, emailRoles: ['EDITOR', 'AUTHOR'], forcedRoles: ['EDITOR'], graceDays: 5 },
    'administrator',
  );
  expect(errors).toEqual([]);
  expect(data.updateTwoFactorSettings.twoFactorSettings).toEqual({
    isEnabled: true,
    emailRoles: ['EDITOR', 'AUTHOR'],
    forcedRoles: ['EDITOR'],
    graceDays: 5,
  });
  const { settings } = site.site;
  expect([loginProtection, rolesWithEmail, forcedRoles, gracePeriod].map((setting) => settings.get(setting as never))).toEqual([
    true,
    ['editor', 'author'],
    ['editor'],
    5,
  ]);
  await change({ graceDays: null, forcedRoles: [] }, 'administrator');
  expect([settings.get(gracePeriod), settings.get(forcedRoles), settings.get(loginProtection)]).toEqual([10, [], true]);
});

it('The settings of second factors refuse other users and invalid grace periods', async () => {
  for (const as of [undefined, 'editor'] as const) {
    expect((await site.graphql(`{ twoFactorSettings { ${fields} } }`, {}, as)).errors[0]?.extensions['code']).toBe('forbidden');
    expect((await change({ isEnabled: false }, as)).data?.updateTwoFactorSettings?.twoFactorSettings ?? null).toBeNull();
  }
  await change({ graceDays: 7 }, 'administrator');
  expect([site.site.settings.get(gracePeriod), site.site.settings.get(loginProtection)]).toEqual([10, true]);
});
